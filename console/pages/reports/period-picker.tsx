import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Choice } from '../../parts/choice.tsx';
import { DayField } from '../../parts/date-field.tsx';
import { MonthPicker } from '../../parts/month-picker.tsx';
import type { ReportFilter } from './report-filter.ts';
import { type Days, lengthOf } from './report-period.ts';

type Props = { filter: ReportFilter; days: Days; onChange: (part: ReportFilter) => void };

/** A month, or days of one's own choice, and what to compare them with. */
export function PeriodPicker({ filter, days, onChange }: Props) {
  const { t } = useTranslation();
  const isFree = filter.from !== undefined && filter.to !== undefined;
  const free = (from: string, to: string) =>
    onChange({ month: undefined, from: from <= to ? from : to, to: from <= to ? to : from });
  return (
    <div className="period-picker">
      {isFree ? (
        <>
          <DayField
            label={t('reports.firstDay')}
            value={days.first}
            onChange={(day) => day !== '' && free(day, days.last)}
          />
          <DayField
            label={t('reports.lastDay')}
            value={days.last}
            onChange={(day) => day !== '' && free(days.first, day)}
          />
        </>
      ) : (
        <MonthPicker
          month={days.first.slice(0, 7)}
          onChange={(month) => onChange({ month, from: undefined, to: undefined })}
        />
      )}
      <Button
        variant="default"
        fz="sm"
        onClick={() =>
          isFree
            ? onChange({ month: days.first.slice(0, 7), from: undefined, to: undefined })
            : free(days.first, days.last)
        }
      >
        {t(isFree ? 'reports.wholeMonth' : 'reports.freeDays')}
      </Button>
      <Choice
        label={t('reports.compare')}
        value={filter.compare ?? ''}
        none={t('reports.compareNone')}
        options={[
          {
            value: 'before',
            label: isFree ? t('reports.compareDays', { count: lengthOf(days) }) : t('reports.before'),
          },
          { value: 'year', label: t('reports.compareYear') },
        ]}
        onChange={(value) => onChange({ compare: value === 'before' || value === 'year' ? value : undefined })}
      />
    </div>
  );
}
