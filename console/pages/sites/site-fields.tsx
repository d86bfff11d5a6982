import { Checkbox, MultiSelect, Stack, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { offlinePolicy } from '#contract/stations/site.ts';
import { useGroups } from '../../api/access-queries.ts';
import { byName, Choice } from '../../parts/choice.tsx';
import { MoreFields } from '../../parts/form-dialog.tsx';
import { fieldsOf } from '../../parts/use-draft.ts';
import { isCurrency } from '../../text/currency.ts';
import { HoursField } from './hours-field.tsx';
import type { SiteDraft } from './site-draft.ts';

type Props = {
  draft: SiteDraft;
  /** What its id will be unless another one is written; null: it has one for good. */
  suggestedId: string | null;
  onChange: (part: Partial<SiteDraft>) => void;
};

export function SiteFields({ draft, suggestedId, onChange }: Props) {
  const { t } = useTranslation();
  const { text, tick, choice } = fieldsOf(draft, onChange);
  return (
    <Stack gap="md">
      <TextInput label={t('sites.field.name')} required data-autofocus maxLength={100} {...text('name')} />
      <div className="form-row">
        <TextInput label={t('sites.field.timeZone')} list="time-zones" {...text('timeZone')} />
        <TextInput
          label={t('sites.field.currency')}
          maxLength={20}
          error={isCurrencyOrNone(draft.currency) ? null : t('form.noCurrency')}
          {...text('currency')}
        />
      </div>
      <datalist id="time-zones">
        {Intl.supportedValuesOf('timeZone').map((zone) => (
          <option key={zone} value={zone}>
            {zone}
          </option>
        ))}
      </datalist>
      <MoreFields title={t('sites.addressAndPlace')}>
        <TextInput label={t('sites.field.street')} maxLength={200} {...text('street')} />
        <div className="form-row">
          <TextInput label={t('sites.field.postalCode')} maxLength={20} {...text('postalCode')} />
          <TextInput label={t('sites.field.city')} maxLength={100} {...text('city')} />
        </div>
        <div className="form-row">
          <TextInput label={t('sites.field.region')} maxLength={100} {...text('region')} />
          <TextInput
            label={t('sites.field.country')}
            placeholder={t('sites.field.countryHint')}
            maxLength={2}
            {...text('country')}
          />
        </div>
        <div className="form-row">
          <TextInput label={t('sites.field.latitude')} inputMode="decimal" {...text('latitude')} />
          <TextInput label={t('sites.field.longitude')} inputMode="decimal" {...text('longitude')} />
        </div>
        {suggestedId !== null && (
          <TextInput
            label={t('sites.field.id')}
            description={t('sites.field.idHelp')}
            placeholder={suggestedId}
            maxLength={60}
            {...text('id')}
          />
        )}
      </MoreFields>
      <MoreFields title={t('sites.whoAndWhen')}>
        <HoursField hours={draft.openingHours} onChange={(openingHours) => onChange({ openingHours })} />
        <Checkbox
          label={t('sites.field.closedOutside')}
          disabled={draft.openingHours === null}
          {...tick('isClosedOutside')}
        />
        <AdmitsField admits={draft.admits} onChange={(admits) => onChange({ admits: admits ?? 'everyone' })} />
        <Choice
          label={t('sites.field.offline')}
          description={t('sites.field.offlineHelp')}
          none={t('sites.offline.asIs')}
          options={offlinePolicy.options.map((value) => ({ value, label: t(`sites.offline.${value}`) }))}
          {...choice('offlinePolicy')}
        />
      </MoreFields>
      <MoreFields title={t('sites.texts')}>
        <TextInput label={t('sites.field.tariffText')} maxLength={255} {...text('tariffFallbackText')} />
        <TextInput label={t('sites.field.costText')} maxLength={255} {...text('costFallbackText')} />
      </MoreFields>
    </Stack>
  );
}

function isCurrencyOrNone(typed: string): boolean {
  return typed.trim() === '' || isCurrency(typed.trim().toUpperCase());
}

type AdmitsProps = {
  admits: 'everyone' | string[] | null;
  /** Whether "as its site" is a choice. */
  mayInherit?: boolean;
  onChange: (admits: 'everyone' | string[] | null) => void;
};

/** Who is admitted. */
export function AdmitsField({ admits, mayInherit = false, onChange }: AdmitsProps) {
  const { t } = useTranslation();
  const groups = byName(useGroups().data?.groups);
  return (
    <Stack gap="xs">
      <Choice
        label={t('sites.field.admits')}
        value={admits === null ? '' : admits === 'everyone' ? 'everyone' : 'some'}
        {...(mayInherit && { none: t('sites.admitsAsSite') })}
        options={[
          { value: 'everyone', label: t('sites.admitsEveryone') },
          { value: 'some', label: t('sites.admitsSome') },
        ]}
        onChange={(value) => onChange(value === '' ? null : value === 'some' ? [] : 'everyone')}
      />
      {Array.isArray(admits) && (
        <MultiSelect
          label={t('access.tab.groups')}
          data={groups}
          value={admits}
          searchable
          nothingFoundMessage={t('groups.none')}
          onChange={onChange}
        />
      )}
    </Stack>
  );
}
