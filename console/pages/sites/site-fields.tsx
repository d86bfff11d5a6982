import { Checkbox, MultiSelect, Stack, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useGroups } from '../../live/queries.ts';
import { Choice } from '../../parts/choice.tsx';
import { isCurrency } from '../../text/currency.ts';
import { HoursField } from './hours-field.tsx';
import type { SiteDraft } from './site-draft.ts';

type Props = {
  draft: SiteDraft;
  /** What its id will be unless another one is written; null: it has one for good. */
  suggestedId: string | null;
  onChange: (part: Partial<SiteDraft>) => void;
};

type TextName = { [Name in keyof SiteDraft]: SiteDraft[Name] extends string ? Name : never }[keyof SiteDraft];

export function SiteFields({ draft, suggestedId, onChange }: Props) {
  const { t } = useTranslation();
  const text = (name: TextName) => ({
    value: draft[name],
    autoComplete: 'off',
    onChange: ({ currentTarget }: { currentTarget: HTMLInputElement }) => onChange({ [name]: currentTarget.value }),
  });
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
      <details className="form-more">
        <summary>{t('sites.addressAndPlace')}</summary>
        <Stack gap="md">
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
        </Stack>
      </details>
      <details className="form-more">
        <summary>{t('sites.whoAndWhen')}</summary>
        <Stack gap="md">
          <HoursField hours={draft.openingHours} onChange={(openingHours) => onChange({ openingHours })} />
          <Checkbox
            label={t('sites.field.closedOutside')}
            checked={draft.isClosedOutside}
            disabled={draft.openingHours === null}
            onChange={({ currentTarget }) => onChange({ isClosedOutside: currentTarget.checked })}
          />
          <AdmitsField admits={draft.admits} onChange={(admits) => onChange({ admits: admits ?? 'everyone' })} />
          <Choice
            label={t('sites.field.offline')}
            description={t('sites.field.offlineHelp')}
            value={draft.offlinePolicy}
            options={[
              { value: '', label: t('sites.offline.asIs') },
              { value: 'known-only', label: t('sites.offline.known-only') },
              { value: 'accept-unknown', label: t('sites.offline.accept-unknown') },
              { value: 'nobody', label: t('sites.offline.nobody') },
            ]}
            onChange={(offlinePolicy) => onChange({ offlinePolicy })}
          />
        </Stack>
      </details>
      <details className="form-more">
        <summary>{t('sites.texts')}</summary>
        <Stack gap="md">
          <TextInput label={t('sites.field.tariffText')} maxLength={255} {...text('tariffFallbackText')} />
          <TextInput label={t('sites.field.costText')} maxLength={255} {...text('costFallbackText')} />
        </Stack>
      </details>
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
  const groups = useGroups().data?.groups ?? [];
  return (
    <Stack gap="xs">
      <Choice
        label={t('sites.field.admits')}
        value={admits === null ? '' : admits === 'everyone' ? 'everyone' : 'some'}
        options={[
          ...(mayInherit ? [{ value: '', label: t('sites.admitsAsSite') }] : []),
          { value: 'everyone', label: t('sites.admitsEveryone') },
          { value: 'some', label: t('sites.admitsSome') },
        ]}
        onChange={(value) => onChange(value === '' ? null : value === 'some' ? [] : 'everyone')}
      />
      {Array.isArray(admits) && (
        <MultiSelect
          label={t('access.tab.groups')}
          data={groups.map(({ id, name }) => ({ value: id, label: name }))}
          value={admits}
          searchable
          nothingFoundMessage={t('groups.none')}
          onChange={onChange}
        />
      )}
    </Stack>
  );
}
