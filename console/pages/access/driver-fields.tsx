import { Stack, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Driver } from '#contract/access/driver.ts';
import type { Places } from '#contract/access/group.ts';
import type { Body } from '#contract/api/define-api.ts';
import type { driverApi } from '#contract/api/drivers.ts';
import { Choice } from '../../parts/choice.tsx';
import { GroupChoice } from './group-choice.tsx';
import { PlacesField } from './places-field.tsx';

/** What a form of a driver holds, as it is typed. */
export type DriverDraft = {
  name: string;
  email: string;
  phone: string;
  note: string;
  language: string;
  groupId: string;
  places: Places | null;
  oneAtATime: boolean | null;
};

export const noDriver: DriverDraft = {
  name: '',
  email: '',
  phone: '',
  note: '',
  language: '',
  groupId: '',
  places: null,
  oneAtATime: null,
};

export function draftOf(driver: Driver): DriverDraft {
  const { name, email, phone, note, language, groupId, places, oneAtATime } = driver;
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
export function driverOf(draft: DriverDraft): Body<typeof driverApi.add> {
  const known = (text: string) => (text.trim() === '' ? null : text.trim());
  return {
    name: draft.name.trim(),
    email: known(draft.email),
    phone: known(draft.phone),
    note: known(draft.note),
    language: known(draft.language),
    groupId: known(draft.groupId),
    places: draft.places,
    oneAtATime: draft.oneAtATime,
  };
}

type Props = { draft: DriverDraft; onChange: (part: Partial<DriverDraft>) => void; children?: React.ReactNode };

/** First what everyone has, `children`, and under it what few need. */
export function DriverFields({ draft, onChange, children }: Props) {
  const { t } = useTranslation();
  return (
    <Stack gap="md">
      <TextInput
        label={t('drivers.field.name')}
        value={draft.name}
        maxLength={100}
        required
        data-autofocus
        autoComplete="off"
        onChange={({ currentTarget }) => onChange({ name: currentTarget.value })}
      />
      {children}
      <GroupChoice value={draft.groupId} onChange={(groupId) => onChange({ groupId })} />
      <details className="form-more">
        <summary>{t('form.moreFields')}</summary>
        <Stack gap="md">
          <div className="form-row">
            <TextInput
              label={t('drivers.field.email')}
              type="email"
              autoComplete="off"
              value={draft.email}
              maxLength={200}
              onChange={({ currentTarget }) => onChange({ email: currentTarget.value })}
            />
            <TextInput
              label={t('drivers.field.phone')}
              autoComplete="off"
              value={draft.phone}
              maxLength={40}
              onChange={({ currentTarget }) => onChange({ phone: currentTarget.value })}
            />
          </div>
          <TextInput
            label={t('drivers.field.note')}
            value={draft.note}
            maxLength={200}
            onChange={({ currentTarget }) => onChange({ note: currentTarget.value })}
          />
          <Choice
            label={t('drivers.field.language')}
            description={t('drivers.field.languageHelp')}
            value={draft.language}
            options={[
              { value: '', label: t('drivers.field.languageNone') },
              { value: 'pt-BR', label: 'Português (Brasil)' },
              { value: 'en', label: 'English' },
              { value: 'es', label: 'Español' },
            ]}
            onChange={(language) => onChange({ language })}
          />
          <PlacesField places={draft.places} mayInherit onChange={(places) => onChange({ places })} />
          <Choice
            label={t('access.oneAtATime')}
            value={draft.oneAtATime === null ? '' : String(draft.oneAtATime)}
            options={[
              { value: '', label: t('access.asGroup') },
              { value: 'true', label: t('access.oneOnly') },
              { value: 'false', label: t('access.severalAllowed') },
            ]}
            onChange={(value) => onChange({ oneAtATime: value === '' ? null : value === 'true' })}
          />
        </Stack>
      </details>
    </Stack>
  );
}
