import { useTranslation } from 'react-i18next';
import type { Weekday } from '#contract/reports/calendar.ts';
import { weekday } from '#contract/reports/calendar.ts';
import type { OpeningHours } from '#contract/stations/site.ts';

/** "Mon–Fri 08:00-18:00; Sat 08:00-12:00". */
export function useHoursText(): (hours: OpeningHours | null) => string {
  const { t } = useTranslation();
  return (hours) => {
    if (hours === null) return t('sites.alwaysOpen');
    if (hours.length === 0) return t('sites.neverOpen');
    const dayName = (day: Weekday) => t(`day.${day}`);
    return hours.map(({ days, hours: span }) => `${daysText(days, dayName)} ${span}`).join('; ');
  };
}

/** Days in a row are told by the first and the last of them. */
export function daysText(days: readonly Weekday[], dayName: (day: Weekday) => string): string {
  const runs: Weekday[][] = [];
  for (const [place, day] of weekday.options.entries()) {
    if (!days.includes(day)) continue;
    const run = runs.at(-1);
    const before = weekday.options[place - 1];
    if (run !== undefined && run.at(-1) === before) run.push(day);
    else runs.push([day]);
  }
  return runs
    .map((run) => {
      const [first, last] = [run[0] ?? 'mon', run.at(-1) ?? 'mon'];
      if (run.length === 1) return dayName(first);
      return run.length === 2 ? `${dayName(first)}, ${dayName(last)}` : `${dayName(first)}–${dayName(last)}`;
    })
    .join(', ');
}
