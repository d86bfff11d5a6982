import { ActionIcon, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { monthAfter } from '../../text/local-time.ts';

/** A month, and the ones beside it by one click. */
export function MonthPicker({ month, onChange }: { month: string; onChange: (month: string) => void }) {
  const { t } = useTranslation();
  return (
    <div className="month-picker">
      <ActionIcon
        variant="default"
        size="lg"
        aria-label={t('reports.before')}
        onClick={() => onChange(monthAfter(month, -1))}
      >
        ‹
      </ActionIcon>
      <TextInput
        type="month"
        label={t('reports.month')}
        value={month}
        onChange={({ currentTarget }) => {
          if (currentTarget.value !== '') onChange(currentTarget.value);
        }}
      />
      <ActionIcon
        variant="default"
        size="lg"
        aria-label={t('reports.after')}
        onClick={() => onChange(monthAfter(month, 1))}
      >
        ›
      </ActionIcon>
    </div>
  );
}
