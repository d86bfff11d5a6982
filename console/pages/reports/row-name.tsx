import { useTranslation } from 'react-i18next';
import type { ReportRow } from '#contract/reports/report.ts';
import { TextLink } from '../../parts/links.tsx';
import type { reportGroupings } from './report-filter.ts';

type Props = { by: (typeof reportGroupings)[number]; row: ReportRow };

/** What a row is about, as a link where it has a page. */
export function RowName({ by, row: { key, name } }: Props) {
  const { t, i18n } = useTranslation();
  if (by === 'day') return <strong>{dayText(key, i18n.language)}</strong>;
  if (key === '') return <span className="none">{t(`reports.noName.${by}`)}</span>;
  const shown = name ?? (by === 'driver' ? t('drivers.forgotten') : key);
  const look = { fw: 600, fz: 'inherit' } as const;
  if (by === 'site') {
    return (
      <TextLink to="/sites/$id" params={{ id: key }} {...look}>
        {shown}
      </TextLink>
    );
  }
  if (by === 'station') {
    return (
      <TextLink to="/sessions" search={{ station: key }} {...look}>
        {shown}
      </TextLink>
    );
  }
  if (by === 'driver') {
    return (
      <TextLink to="/access/drivers/$id" params={{ id: key }} {...look}>
        {shown}
      </TextLink>
    );
  }
  return (
    <TextLink to="/tariffs/$id" params={{ id: key }} {...look}>
      {shown}
    </TextLink>
  );
}

/** "Mon, 2 Mar" of "2026-03-02". */
function dayText(day: string, language: string): string {
  const date = new Date(`${day}T12:00:00Z`);
  if (Number.isNaN(date.getTime())) return day;
  return new Intl.DateTimeFormat(language, {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    timeZone: 'UTC',
  }).format(date);
}
