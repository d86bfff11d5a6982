import type { TariffTerms } from '#contract/billing/tariff.ts';
import type { Messages } from './messages.generated.ts';

type Row = TariffTerms['prices'][number];
type EnergyPrice = NonNullable<Messages['SetDefaultTariff']['request']['tariff']['energy']>['prices'][number];
export type Condition = NonNullable<EnergyPrice['conditions']>;
type Day = NonNullable<Condition['dayOfWeek']>[number];

const days = {
  mon: 'Monday',
  tue: 'Tuesday',
  wed: 'Wednesday',
  thu: 'Thursday',
  fri: 'Friday',
  sat: 'Saturday',
  sun: 'Sunday',
} satisfies Record<Exclude<NonNullable<Row['days']>[number], 'holiday'>, Day>;

/** The ways in which a row holds: hours over midnight are two of them, a season one for each time that it comes within a year. */
export function conditionsOf(row: Row, now: Date): Condition[] {
  const dayOfWeek = (row.days ?? []).flatMap((day) => (day === 'holiday' ? [] : [days[day]]));
  if (row.days !== null && dayOfWeek.length === 0) return []; // for holidays alone
  const always: Condition = {
    ...(dayOfWeek.length > 0 && { dayOfWeek }),
    ...(Number(row.fromKwh) > 0 && { minEnergy: Number(row.fromKwh) * 1000 }),
    ...(row.toKwh !== null && { maxEnergy: Number(row.toKwh) * 1000 }),
    ...(row.fromMinutes > 0 && { minTime: row.fromMinutes * 60 }),
    ...(row.toMinutes !== null && { maxTime: row.toMinutes * 60 }),
  };
  return hoursOf(row).flatMap((hours) => datesOf(row, now).map((dates) => ({ ...always, ...hours, ...dates })));
}

export function conditionLosses(rows: readonly Row[]): { field: string; why: string }[] {
  return [
    ...(rows.some((row) => row.days?.includes('holiday'))
      ? [{ field: 'days', why: 'OCPP 2.1 knows no holidays: they are priced as the weekday they fall on' }]
      : []),
    ...(rows.some(({ season }) => season !== null)
      ? [{ field: 'season', why: 'OCPP 2.1 knows dates: seasons are told for the year to come' }]
      : []),
  ];
}

function hoursOf({ hours }: Row): Condition[] {
  if (hours === null || hours === '00:00-24:00') return [{}];
  const [from = '', to = ''] = hours.split('-');
  const until = (end: string) => (end === '24:00' ? '00:00' : end); // the end of the day, in its words
  if (to > from) return [{ startTimeOfDay: from, endTimeOfDay: until(to) }];
  const late = { startTimeOfDay: from, endTimeOfDay: '00:00' };
  return to === '00:00' ? [late] : [late, { startTimeOfDay: '00:00', endTimeOfDay: to }];
}

/** Its last day is the first on which the price no longer holds. */
function datesOf({ season }: Row, now: Date): Condition[] {
  if (season === null) return [{}];
  const [first = '', last = ''] = season.split('..');
  const year = now.getUTCFullYear();
  const [today, inAYear] = [dayOf(now), dayOf(new Date(Date.UTC(year + 1, now.getUTCMonth(), now.getUTCDate())))];
  return [year - 1, year, year + 1]
    .map((begins) => ({
      validFromDate: dayIn(begins, first),
      validToDate: dayAfter(dayIn(first <= last ? begins : begins + 1, last)),
    }))
    .filter(({ validFromDate, validToDate }) => validToDate > today && validFromDate < inAYear);
}

/** The 29th of February of a year that has none is the 1st of March. */
function dayIn(year: number, monthDay: string): string {
  const [month = 1, day = 1] = monthDay.split('-').map(Number);
  return dayOf(new Date(Date.UTC(year, month - 1, day)));
}

function dayAfter(day: string): string {
  return dayOf(new Date(Date.parse(day) + 86_400_000));
}

function dayOf(date: Date): string {
  return date.toISOString().slice(0, 10);
}
