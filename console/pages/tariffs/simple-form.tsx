import { Checkbox, Stack, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Choice } from '../../parts/choice.tsx';
import '../../parts/form.css';
import { TimeField } from '../../parts/time-field.tsx';
import { isCurrency } from '../../text/currency.ts';
import type { SimpleDraft } from './simple-tariff.ts';

type Props = { draft: SimpleDraft; onChange: (part: Partial<SimpleDraft>) => void };
type TextName = { [Name in keyof SimpleDraft]: SimpleDraft[Name] extends string ? Name : never }[keyof SimpleDraft];

/** The prices, one question after the other; what is not wanted stays folded. */
export function SimpleForm({ draft, onChange }: Props) {
  const { t, i18n } = useTranslation();
  const text = (name: TextName) => ({
    value: draft[name],
    autoComplete: 'off',
    onChange: ({ currentTarget }: { currentTarget: HTMLInputElement }) => onChange({ [name]: currentTarget.value }),
  });
  const amount = (name: TextName) => ({
    ...text(name),
    inputMode: 'decimal' as const,
    placeholder: priceHint(i18n.language),
  });
  return (
    <Stack gap="md">
      <div className="form-row">
        <TextInput label={t('tariff.form.perKwh')} required {...amount('perKwh')} />
        <TextInput
          label={t('tariff.form.currency')}
          maxLength={20}
          value={draft.currency}
          error={draft.currency === '' || isCurrency(draft.currency.trim()) ? null : t('form.noCurrency')}
          onChange={({ currentTarget }) => onChange({ currency: currentTarget.value.toUpperCase() })}
        />
      </div>
      <Checkbox
        label={t('tariff.form.hasNight')}
        checked={draft.hasNight}
        onChange={({ currentTarget }) => onChange({ hasNight: currentTarget.checked })}
      />
      {draft.hasNight && (
        <fieldset className="field-group">
          <legend>{t('tariff.night')}</legend>
          <div className="form-row">
            <TextInput label={t('tariff.form.nightPerKwh')} {...amount('nightPerKwh')} />
            <TimeField
              label={t('tariff.form.nightFrom')}
              value={draft.nightFrom}
              onChange={(nightFrom) => onChange({ nightFrom })}
            />
            <TimeField
              label={t('tariff.form.nightTo')}
              value={draft.nightTo}
              onChange={(nightTo) => onChange({ nightTo })}
            />
          </div>
        </fieldset>
      )}
      <Checkbox
        label={t('tariff.form.hasIdle')}
        description={t('tariff.form.hasIdleHelp')}
        checked={draft.hasIdle}
        onChange={({ currentTarget }) => onChange({ hasIdle: currentTarget.checked })}
      />
      {draft.hasIdle && (
        <fieldset className="field-group">
          <legend>{t('tariff.form.idle')}</legend>
          <div className="form-row">
            <TextInput label={t('tariff.form.perIdleMinute')} {...amount('perIdleMinute')} />
            <TextInput label={t('tariff.form.grace')} {...text('graceMinutes')} inputMode="numeric" />
          </div>
        </fieldset>
      )}
      <div className="form-row">
        <TextInput label={t('tariff.form.sessionFee')} {...amount('sessionFee')} />
      </div>
      <details className="form-more">
        <summary>{t('tariff.form.tax')}</summary>
        <div className="form-row">
          <TextInput label={t('tariff.form.taxName')} placeholder="ICMS" maxLength={30} {...text('taxName')} />
          <TextInput label={t('tariff.form.taxPercent')} {...text('taxPercent')} inputMode="decimal" placeholder="18" />
          <Choice
            label={t('tariff.form.taxHow')}
            value={draft.taxIncluded ? 'in' : 'added'}
            options={[
              { value: 'in', label: t('tariff.form.taxIncluded') },
              { value: 'added', label: t('tariff.form.taxAdded') },
            ]}
            onChange={(how) => onChange({ taxIncluded: how === 'in' })}
          />
        </div>
      </details>
    </Stack>
  );
}

function priceHint(language: string): string {
  return new Intl.NumberFormat(language, { minimumFractionDigits: 2 }).format(0);
}
