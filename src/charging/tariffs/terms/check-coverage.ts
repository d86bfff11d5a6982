import type { TariffProblem } from '#contract/billing/tariff.ts';
import type { PriceRow, TariffTerms } from '#contract/billing/tariff-terms.ts';
import { type Sentence, sentenceOf } from '#contract/problems/problem-words.ts';
import { decimalText, mwhOf, withoutTrailingZeros } from '../../decimal.ts';
import { hourBounds } from '../cost/price-calendar.ts';
import { type DayName, findHoles, type Hole, type Range } from './coverage.ts';
import { problemAt } from './tariff-problem.ts';

const maxTold = 8;
const dayMinutes = 24 * 60;

/** Every moment, amount of energy and duration must have exactly one price. */
export function checkCoverage(terms: TariffTerms): TariffProblem[] {
  const { holes, isTooMuch } = findHoles(terms);
  if (isTooMuch) {
    return [problemAt('prices', sentenceOf('terms-too-many-things'), sentenceOf('write-fewer-rows'))];
  }
  const gaps = merged(holes.filter(({ rows }) => rows.length === 0));
  return [...gaps.map((gap) => gapProblem(gap, terms)), ...overlapProblems(holes, terms)].slice(0, maxTold);
}

function gapProblem(gap: Hole, terms: TariffTerms): TariffProblem {
  const row = `- { ${[...conditions(gap), 'perKwh: "…"'].join(', ')} }`;
  const says = sentenceOf('terms-gap', { moment: moment(gap) });
  for (const [index, price] of terms.prices.entries()) {
    const wider = widerRow(price, gap);
    if (wider === null) continue;
    const advice = sentenceOf('write-wider-or-price', { wider: wider.write, index, row });
    return problemAt(`prices[${index}].${wider.key}`, says, advice);
  }
  return problemAt('prices', says, sentenceOf('write-price-for-it', { row }));
}

/** Of a row that ends where the gap begins, or begins where it ends, what would make it fill the gap. */
function widerRow(
  row: PriceRow,
  { days, season, minuteOfDay, mwh, minutes }: Hole,
): { key: string; write: string | Sentence } | null {
  const [byHours, byEnergy, byMinutes] = [!isAllDay(minuteOfDay), !isAll(mwh), !isAll(minutes)];
  if ([season !== null, byHours, byEnergy, byMinutes].filter(Boolean).length !== 1) return null;
  if (row.days !== null && days?.every((day) => row.days?.includes(day)) !== true) return null;
  const hours = byHours && row.hours !== null ? widerHours(row.hours, minuteOfDay) : null;
  if (hours !== null) return { key: 'hours', write: hours };
  const [first, last] = row.season?.split('..') ?? [];
  if (season !== null && last !== undefined && isNextDay(last, season.first)) {
    return { key: 'season', write: `season: ${first}..${season.last}` };
  }
  if (byEnergy && mwh.to === null && mwhOf(row.toKwh ?? '0') === mwh.from)
    return { key: 'toKwh', write: withoutKey('toKwh') };
  const isEnd = byMinutes && minutes.to === null && row.toMinutes === minutes.from;
  return isEnd ? { key: 'toMinutes', write: withoutKey('toMinutes') } : null;
}

function withoutKey(key: string): Sentence {
  return sentenceOf('write-no-key', { key });
}

function widerHours(hours: string, gap: Range): string | Sentence | null {
  const [from, to] = hourBounds(hours);
  const [gapFrom, gapTo] = [gap.from, (gap.to ?? 0) % dayMinutes];
  const [isBefore, isAfter] = [to % dayMinutes === gapFrom, from === gapTo];
  if (isBefore && isAfter) return withoutKey('hours');
  if (isBefore) return `hours: "${hoursText({ from, to: gap.to })}"`;
  return isAfter ? `hours: "${hoursText({ from: gapFrom, to })}"` : null;
}

function overlapProblems(holes: readonly Hole[], terms: TariffTerms): TariffProblem[] {
  const pairs = new Map<string, TariffProblem>();
  for (const hole of holes) {
    const [one, other] = hole.rows;
    if (one === undefined || other === undefined || pairs.has(`${one} ${other}`)) continue;
    const says = sentenceOf('terms-overlap', { one, other, moment: moment(hole) });
    const write = whatIsLeft(terms, one, other) ?? whatIsLeft(terms, other, one) ?? divided(hole, one, other);
    pairs.set(`${one} ${other}`, problemAt(`prices[${other}]`, says, write));
  }
  return [...pairs.values()];
}

/** People write a price and an exception; the price must then say when it holds: whenever the exception does not. */
function whatIsLeft({ prices }: TariffTerms, open: number, bound: number): Sentence | null {
  const [one, other] = [prices[open], prices[bound]];
  if (one === undefined || other === undefined) return null;
  if (one.hours === null && other.hours !== null) {
    const [from, to] = hourBounds(other.hours);
    return sentenceOf('write-in-row', {
      what: `hours: "${hoursText({ from: to % dayMinutes, to: from })}"`,
      index: open,
    });
  }
  if (one.days !== null || other.days === null || one.hours !== other.hours) return null;
  const hasHolidays = prices.some(({ days }) => days?.includes('holiday'));
  const left = week.filter((day) => !other.days?.includes(day) && (day !== 'holiday' || hasHolidays));
  return left.length === 0 ? null : sentenceOf('write-in-row', { what: `days: [${left.join(', ')}]`, index: open });
}

function divided(hole: Hole, one: number, other: number): Sentence {
  const where = conditions(hole);
  return where.length === 0
    ? sentenceOf('write-only-one')
    : sentenceOf('write-divided', { where: `{ ${where.join(', ')} }`, one, other });
}

/** "on Saturday at 22:00 after 10 kWh". */
function moment({ days, season, minuteOfDay, mwh, minutes }: Hole): Sentence {
  const [day] = days ?? [];
  const words = [
    ...(season === null ? [] : [sentenceOf('moment-on', { day: season.first })]),
    ...(day === undefined
      ? []
      : [sentenceOf(season === null ? 'moment-on' : 'moment-that-is', { day: sentenceOf(`day-${day}`) })]),
    ...(isAllDay(minuteOfDay) ? [] : [sentenceOf('moment-at', { time: timeText(minuteOfDay.from) })]),
    ...(mwh.from === 0 ? [] : [sentenceOf('moment-after-kwh', { kwh: kwhText(mwh.from) })]),
    ...(minutes.from === 0 ? [] : [sentenceOf('moment-after-minutes', { minutes: minutes.from })]),
  ];
  if (words.length === 0) return sentenceOf('moment-any');
  return words.reduce((first, next) => sentenceOf('moment-and', { first, next }));
}

/** As they would be written in a row. */
function conditions({ days, season, minuteOfDay, mwh, minutes }: Hole): string[] {
  return [
    ...(days === null ? [] : [`days: [${days.join(', ')}]`]),
    ...(season === null ? [] : [`season: ${season.first}..${season.last}`]),
    ...(isAllDay(minuteOfDay) ? [] : [`hours: "${hoursText(minuteOfDay)}"`]),
    ...(mwh.from === 0 ? [] : [`fromKwh: "${kwhText(mwh.from)}"`]),
    ...(mwh.to === null ? [] : [`toKwh: "${kwhText(mwh.to)}"`]),
    ...(minutes.from === 0 ? [] : [`fromMinutes: ${minutes.from}`]),
    ...(minutes.to === null ? [] : [`toMinutes: ${minutes.to}`]),
  ];
}

/** Gaps that differ only by the day, the part of the year or midnight are told as one. */
function merged(gaps: readonly Hole[]): Hole[] {
  const byDay = joined(
    gaps,
    ({ season, minuteOfDay, mwh, minutes }) => [season, minuteOfDay, mwh, minutes],
    (a, b) => ({
      ...a,
      days: [...(a.days ?? []), ...(b.days ?? [])].toSorted((x, y) => week.indexOf(x) - week.indexOf(y)),
    }),
  );
  const bySeason = joined(
    byDay,
    ({ days, minuteOfDay, mwh, minutes }) => [days, minuteOfDay, mwh, minutes],
    (a, b) => {
      if (a.season === null || b.season === null || !isNextDay(a.season.last, b.season.first)) return null;
      const season = { first: a.season.first, last: b.season.last };
      return { ...a, season: season.first === '01-01' && season.last === '12-31' ? null : season };
    },
  );
  return joined(
    bySeason,
    ({ days, season, mwh, minutes }) => [days, season, mwh, minutes],
    (a, b) => {
      if (a.minuteOfDay.to === b.minuteOfDay.from)
        return { ...a, minuteOfDay: { from: a.minuteOfDay.from, to: b.minuteOfDay.to } };
      const isOverMidnight = a.minuteOfDay.from === 0 && b.minuteOfDay.to === dayMinutes;
      return isOverMidnight ? { ...a, minuteOfDay: { from: b.minuteOfDay.from, to: a.minuteOfDay.to } } : null;
    },
  );
}

/** Puts together what is the same by `key`, where `join` can. */
function joined(gaps: readonly Hole[], key: (gap: Hole) => unknown, join: (a: Hole, b: Hole) => Hole | null): Hole[] {
  const done: Hole[] = [];
  for (const gap of gaps) {
    const text = JSON.stringify(key(gap));
    const index = done.findIndex((other) => JSON.stringify(key(other)) === text && join(other, gap) !== null);
    const other = done[index];
    const both = other === undefined ? null : join(other, gap);
    if (both === null) done.push(gap);
    else done[index] = both;
  }
  return done;
}

function isNextDay(one: string, next: string): boolean {
  return new Date(Date.parse(`2024-${one}`) + 86_400_000).toISOString().slice(5, 10) === next;
}

const week: readonly DayName[] = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun', 'holiday'];

function isAllDay({ from, to }: Range): boolean {
  return from === 0 && to === dayMinutes;
}

function isAll({ from, to }: Range): boolean {
  return from === 0 && to === null;
}

function hoursText({ from, to }: Range): string {
  return `${timeText(from)}-${to === 0 ? '24:00' : timeText(to ?? dayMinutes)}`;
}

function timeText(minute: number): string {
  return `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
}

function kwhText(mwh: number): string {
  return withoutTrailingZeros(decimalText(BigInt(mwh), 6));
}
