import { Stack, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Driver } from '#contract/access/driver.ts';
import type { Places } from '#contract/access/group.ts';
import type { Body } from '#contract/api/define-api.ts';
import type { driverApi } from '#contract/api/drivers.ts';
import { Choice } from '../../parts/choice.tsx';
import { MoreFields } from '../../parts/form-dialog.tsx';
import { fieldsOf, typedOrNull } from '../../parts/use-draft.ts';
import { GroupChoice } from './group-choice.tsx';
import { PlacesField } from './places-field.tsx';

export const noDriver = {
  name: '',
  email: '',
  phone: '',
  note: '',
  language: '',
  groupId: '',
  places: null as Places | null,
  oneAtATime: null as boolean | null,
};

/** What a form of a driver holds, as it is typed. */
export type DriverDraft = typeof noDriver;

export function draftOf({ name, email, phone, note, language, groupId, places, oneAtATime }: Driver): DriverDraft {
  return {
    name: name ?? '',
    email: email ?? '',
    phone: phone ?? '',
    note: note ?? '',
    language: language ?? '',
    groupId: groupId ?? '',
    places,
    oneAtATime,
  };
}

/** In the words of the API: what is empty is not known. */
export function driverOf({ name, places, oneAtATime, ...draft }: DriverDraft): Body<typeof driverApi.add> {
  return {
    name: name.trim(),
    email: typedOrNull(draft.email),
    phone: typedOrNull(draft.phone),
    note: typedOrNull(draft.note),
    language: typedOrNull(draft.language),
    groupId: typedOrNull(draft.groupId),
    places,
    oneAtATime,
  };
}

type Props = { draft: DriverDraft; onChange: (part: Partial<DriverDraft>) => void; children?: React.ReactNode };

/** First what everyone has, `children`, and under it what few need. */
export function DriverFields({ draft, onChange, children }: Props) {
  const { t } = useTranslation();
  const { text, choice } = fieldsOf(draft, onChange);
  return (
    <Stack gap="md">
      <TextInput label={t('drivers.field.name')} maxLength={100} required data-autofocus {...text('name')} />
      {children}
      <GroupChoice {...choice('groupId')} />
      <MoreFields>
        <div className="form-row">
          <TextInput label={t('drivers.field.email')} type="email" maxLength={200} {...text('email')} />
          <TextInput label={t('drivers.field.phone')} maxLength={40} {...text('phone')} />
        </div>
        <TextInput label={t('drivers.field.note')} maxLength={200} {...text('note')} />
        <Choice
          label={t('drivers.field.language')}
          description={t('drivers.field.languageHelp')}
          none={t('drivers.field.languageNone')}
          options={[
            { value: 'pt-BR', label: 'Português (Brasil)' },
            { value: 'en', label: 'English' },
            { value: 'es', label: 'Español' },
          ]}
          {...choice('language')}
        />
        <PlacesField places={draft.places} mayInherit onChange={(places) => onChange({ places })} />
        <Choice
          label={t('access.oneAtATime')}
          value={draft.oneAtATime === null ? '' : String(draft.oneAtATime)}
          none={t('access.asGroup')}
          options={[
            { value: 'true', label: t('access.oneOnly') },
            { value: 'false', label: t('access.severalAllowed') },
          ]}
          onChange={(value) => onChange({ oneAtATime: value === '' ? null : value === 'true' })}
        />
      </MoreFields>
    </Stack>
  );
}
