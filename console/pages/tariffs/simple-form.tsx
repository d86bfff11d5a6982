import { Checkbox, Stack, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Choice } from '../../parts/choice.tsx';
import { MoreFields } from '../../parts/form-dialog.tsx';
import { TimeField } from '../../parts/time-field.tsx';
import { fieldsOf } from '../../parts/use-draft.ts';
import { isCurrency } from '../../text/currency.ts';
import { amountInField } from '../../text/money.ts';
import type { SimpleDraft } from './simple-tariff.ts';

type Props = { draft: SimpleDraft; onChange: (part: Partial<SimpleDraft>) => void };

/** The prices, one question after the other; what is not wanted stays folded. */
export function SimpleForm({ draft, onChange }: Props) {
  const { t, i18n } = useTranslation();
  const { text, tick, choice } = fieldsOf(draft, onChange);
  const amount = (name: Parameters<typeof text>[0]) => ({
    ...text(name),
    value: amountInField(text(name).value, i18n.language),
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
      <Checkbox label={t('tariff.form.hasNight')} {...tick('hasNight')} />
      {draft.hasNight && (
        <fieldset className="field-group">
          <legend>{t('tariff.night')}</legend>
          <div className="form-row">
            <TextInput label={t('tariff.form.nightPerKwh')} {...amount('nightPerKwh')} />
            <TimeField label={t('tariff.form.nightFrom')} {...choice('nightFrom')} />
            <TimeField label={t('tariff.form.nightTo')} {...choice('nightTo')} />
          </div>
        </fieldset>
      )}
      <Checkbox label={t('tariff.form.hasIdle')} description={t('tariff.form.hasIdleHelp')} {...tick('hasIdle')} />
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
      <MoreFields title={t('tariff.form.tax')}>
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
      </MoreFields>
    </Stack>
  );
}

function priceHint(language: string): string {
  return new Intl.NumberFormat(language, { minimumFractionDigits: 2 }).format(0);
}
