import { ActionIcon } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { monthAfter, monthText, thisMonth } from '../text/local-time.ts';
import { Choice } from './choice.tsx';
import './month-picker.css';

type Props = {
  month: string | undefined;
  onChange: (month: string | undefined) => void;
  /** Stands first, where the page can do without a month. */
  none?: string;
};

const monthsListed = 36;

/** A month by its name in the language of the page, which not every browser's own field has, and the ones beside it by one click. */
export function MonthPicker({ month, onChange, none }: Props) {
  const { t, i18n } = useTranslation();
  const now = thisMonth();
  const listed = Array.from({ length: monthsListed }, (_, before) => monthAfter(now, -before));
  const all = month === undefined || listed.includes(month) ? listed : [month, ...listed];
  const step = (months: number) => onChange(month === undefined ? now : monthAfter(month, months));
  return (
    <div className="month-picker">
      <ActionIcon variant="default" size="lg" aria-label={t('reports.before')} onClick={() => step(-1)}>
        ‹
      </ActionIcon>
      <Choice
        label={t('reports.month')}
        value={month ?? ''}
        {...(none !== undefined && { none })}
        options={all.map((each) => ({ value: each, label: monthText(each, i18n.language) }))}
        onChange={(chosen) => onChange(chosen === '' ? undefined : chosen)}
      />
      <ActionIcon variant="default" size="lg" aria-label={t('reports.after')} onClick={() => step(1)}>
        ›
      </ActionIcon>
    </div>
  );
}
