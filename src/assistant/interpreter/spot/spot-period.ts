import type { Period } from '../intent.ts';
import { addDays, dayOf, firstOfMonth, mondayOf, months, oneDay, weekdayOf } from './calendar.ts';
import { aNumber, numberIn } from './fold.ts';

type SpottedPeriod = { period: Period; at: number; length: number };

type Reading = [pattern: RegExp, periodOf: (found: RegExpExecArray, today: Today) => Period | undefined];
type Today = { day: string; year: number; month: number };

const monthNames = [
  ['janeiro', 'january', 'jan'],
  ['fevereiro', 'february', 'fev', 'feb'],
  ['marco', 'march'],
  ['abril', 'april', 'abr', 'apr'],
  ['maio', 'mai'],
  ['junho', 'june', 'jun'],
  ['julho', 'july', 'jul'],
  ['agosto', 'august', 'aug'],
  ['setembro', 'september', 'sept', 'sep'],
  ['outubro', 'october', 'oct'],
  ['novembro', 'november', 'nov'],
  ['dezembro', 'december', 'dez', 'dec'],
];
/** Words for months that mean something else too: only where a month is expected. */
const doubtfulMonths: Readonly<Record<string, number>> = { may: 5, mar: 3, ago: 8, set: 9, out: 10 };
/** "the last ten sessions": before a word in the plural it is a number. */
const month = `(${monthNames.flat().join('|')})(?<!\\bdez(?= [a-z]+s\\b))`;
const doubtfulMonth = `(${Object.keys(doubtfulMonths).join('|')})`;
const year = '(20\\d\\d)';
const ofYear = `(?:,? ?(?:de |of |/ ?)?${year}\\b)?`;
const th = '(?:st|nd|rd|th|o)?';
const to = '(?: ?- ?| a | ao | to | and | e | ate | until | till | through )(?:the |o |dia )?';

const weekdays: readonly RegExp[] = [
  /domingo|sunday/,
  /segunda|monday/,
  /terca|tuesday/,
  /quarta|wednesday/,
  /quinta|thursday/,
  /sexta|friday/,
  /sabado|saturday/,
];
const weekday =
  '(sunday|monday|tuesday|wednesday|thursday|friday|saturday|domingo|sabado|(?:segunda|terca|quarta|quinta|sexta)(?:-| )?feira|(?<=\\b(?:na|desde|desde a|ultima|nesta|essa|esta) )(?:segunda|terca|quarta|quinta|sexta))';
const thisOne = '(?:this|current|n?este|n?esse|n?esta|n?essa|d?esta|d?essa|d?este|d?esse|o|a)';
const quarters: readonly RegExp[] = [/first|1|primeiro/, /second|2|segundo/, /third|3|terceiro/, /fourth|4|quarto/];
const ordinal = '(first|second|third|fourth|primeiro|segundo|terceiro|quarto|[1-4])';

/** From the most exact to the vaguest: the first that fits is taken. */
const readings: readonly Reading[] = [
  [/\b(\d{4}-\d\d-\d\d)(?: ?(?:to|until|a|ate|e|and) ?)(\d{4}-\d\d-\d\d)\b/, ([, from, last]) => days(from, last)],
  [/\b(\d{4})-(\d\d)-(\d\d)\b/, ([, y, m, d]) => single(y, m, d)],
  [/\b(20\d\d)-(0[1-9]|1[0-2])\b/, ([, y, m]) => months(Number(y), Number(m))],
  [/(?<![\d/])(0?[1-9]|1[0-2])\/(20\d\d)\b/, ([, m, y]) => months(Number(y), Number(m))],
  [
    /\b(\d{1,2})\/(\d{1,2})(?:\/(\d{4}))?(?: ?(?:to|until|a|ate|e|and|-) ?)(\d{1,2})\/(\d{1,2})(?:\/(\d{4}))?\b/,
    ([, d1, m1, y1, d2, m2, y2], today) =>
      days(slashed(d1, m1, y1 ?? y2, today)?.from, slashed(d2, m2, y2, today)?.from),
  ],
  [/\b(\d{1,2})\/(\d{1,2})(?:\/(\d{4}))?\b/, ([, d, m, y], today) => slashed(d, m, y, today)],
  [
    new RegExp(`\\b(\\d{1,2})${th}${to}(\\d{1,2})${th} (?:de |of )?${month}\\b${ofYear}`),
    ([, from, last, name, y], today) => daysOfMonth(name, y, today, from, last),
  ],
  [
    new RegExp(`\\b(\\d{1,2})${th} (?:de |of )?${month}${ofYear}${to}(\\d{1,2})${th} (?:de |of )?${month}\\b${ofYear}`),
    ([, d1, m1, y1, d2, m2, y2], today) => daysBetween([m1, d1, y1 ?? y2], [m2, d2, y2 ?? y1], today),
  ],
  [
    new RegExp(`\\b${month} (\\d{1,2})${th}${ofYear}${to}${month} (\\d{1,2})${th}\\b(?!\\d)${ofYear}`),
    ([, m1, d1, y1, m2, d2, y2], today) => daysBetween([m1, d1, y1 ?? y2], [m2, d2, y2 ?? y1], today),
  ],
  [
    new RegExp(`\\b${month} (\\d{1,2})${th}${to}(\\d{1,2})${th}\\b(?!\\d)${ofYear}`),
    ([, name, from, last, y], today) => daysOfMonth(name, y, today, from, last),
  ],
  [
    new RegExp(`\\b${month}${to}${month}\\b${ofYear}`),
    ([, first, last, y], today) => {
      const [from, until] = [monthOf(first, y, today), monthOf(last, y, today)];
      return from === undefined || until === undefined || from.from >= until.to
        ? undefined
        : { from: from.from, to: until.to };
    },
  ],
  [
    new RegExp(
      `\\b(first|second|third|fourth|last|1st|2nd|3rd|4th|primeira|segunda|terceira|quarta|ultima) (?:week|semana) (?:of|in|de|do mes de) ${month}\\b${ofYear}`,
    ),
    ([, which = '', name, y], today) => weekOfMonth(which, monthOf(name, y, today)),
  ],
  [
    new RegExp(`\\b(?:dia )?(\\d{1,2})${th} (?:de |of )?${month}\\b${ofYear}`),
    ([, d, name, y], today) => daysOfMonth(name, y, today, d, d),
  ],
  [
    new RegExp(`\\b${month} (\\d{1,2})${th}\\b(?! ?(?:kw|a\\b|min|h\\b))${ofYear}`),
    ([, name, d, y], today) => daysOfMonth(name, y, today, d, d),
  ],
  [new RegExp(`\\b${month}\\b${ofYear}`), ([, name, y], today) => monthOf(name, y, today)],
  [
    new RegExp(`(?<=\\b(?:in|of|em|de|during|since|desde|last|this) )${doubtfulMonth}\\b(?! of service| de )${ofYear}`),
    ([, name, y], today) => monthOf(name, y, today),
  ],
  [
    new RegExp(`\\b(?:q([1-4])|${ordinal}(?:st|nd|rd|th|o)? (?:quarter|trimestre))\\b${ofYear}`),
    ([, short, long, y], today) => {
      const nth = short === undefined ? quarters.findIndex((each) => each.test(long ?? '')) + 1 : Number(short);
      const inYear = y === undefined ? today.year - (nth * 3 - 2 > today.month ? 1 : 0) : Number(y);
      return months(inYear, nth * 3 - 2, 3);
    },
  ],
  [
    new RegExp(`\\b(first|1st|primeiro|1o?|second|2nd|segundo|2o?) (?:half|semestre)(?: of the year)?\\b${ofYear}`),
    ([, which = '', y], today) => months(Number(y ?? today.year), /first|1|primeiro/.test(which) ? 1 : 7, 6),
  ],
  [
    /\b(?:last|previous|ultimo) quarter\b|\b(?:ultimo trimestre|trimestre (?:passado|anterior))\b/,
    (_, t) => quarter(t, -1),
  ],
  [new RegExp(`\\b${thisOne} (?:quarter|trimestre)\\b`), (_, today) => quarter(today, 0)],
  [
    new RegExp(
      `\\b(?:last|past|previous|ultim[oa]s) (${aNumber}) (hours?|horas?|days?|dias?|weeks?|semanas?|months?|mes(?:es)?|years?|anos?)\\b`,
    ),
    ([, count = '', unit = ''], today) => latest(numberIn(count) ?? 1, unit, today),
  ],
  [/\b(?:last|past) hour\b|\bultima hora\b/, (_, { day }) => oneDay(day)],
  [/\b(?:last|past) (24 ?h)\b|\bultimas 24 ?h\b/, (_, { day }) => ({ from: addDays(day, -1), to: addDays(day, 1) })],
  [
    new RegExp(`\\b(?:ha )?(${aNumber}) (?:days?|dias?) (?:ago|atras)\\b|\\bha (${aNumber}) dias?\\b`),
    ([, one, other], { day }) => oneDay(addDays(day, -(numberIn(one ?? other ?? '1') ?? 1))),
  ],
  [/\b(?:day before yesterday|anteontem|antes de ontem)\b/, (_, { day }) => oneDay(addDays(day, -2))],
  [
    /\b(?:yesterday(?: (?:evening|night|morning|afternoon))?|last night|ontem(?: (?:a|de|na) (?:noite|tarde|manha|madrugada))?|noite passada)\b/,
    (_, { day }) => oneDay(addDays(day, -1)),
  ],
  [
    /\b(?:today|this (?:morning|afternoon|evening)|tonight|(?:hoje|hj)(?: (?:cedo|de manha|a tarde|a noite|de madrugada))?)\b/,
    (_, { day }) => oneDay(day),
  ],
  [
    /\b(?:last|past|previous|this past) week\b|\b(?:semana (?:passada|anterior)|ultima semana)\b/,
    (_, { day }) => week(day, -7),
  ],
  [
    new RegExp(
      `\\b(?:${thisOne} week|(?:n?esta|n?essa|d?esta|d?essa) semana|semana (?:atual|corrente)|da semana|na semana)\\b`,
    ),
    (_, { day }) => week(day, 0),
  ],
  [/\b(?:week before last|semana retrasada)\b/, (_, { day }) => week(day, -14)],
  [/\b(?:month before last|mes retrasado)\b/, (_, { year: y, month: m }) => months(y, m - 2)],
  [
    /\b(?:last|past|previous) month\b|\b(?:mes (?:passado|anterior)|ultimo mes)\b/,
    (_, { year: y, month: m }) => months(y, m - 1),
  ],
  [
    /\b(?:this|current|the|so far this) month\b(?! (?:before|prior|earlier))|\b(?:n?este|n?esse|d?este|d?esse|no|do) mes\b|\bmes (?:atual|corrente)\b/,
    (_, { year: y, month: m }) => months(y, m),
  ],
  [
    /\b(?:last|past|previous) year\b|\b(?:ano (?:passado|anterior)|ultimo ano)\b/,
    (_, { year: y }) => months(y - 1, 1, 12),
  ],
  [
    /\b(?:this|current) year\b|\byear to date\b|\b(?:n?este|n?esse|d?este|d?esse|no|do) ano\b|\bano (?:atual|corrente)\b/,
    (_, { year: y }) => months(y, 1, 12),
  ],
  [
    /\b(?:last |past |this |the |ultimo |n?esse |n?este |no )?(?:weekend|(?:fim|final) de semana)(?: passado)?\b/,
    (_, { day }) => weekend(day),
  ],
  [
    new RegExp(`\\b(?:last |past |on |na |no |ultim[ao] )?${weekday}(?: passad[ao])?\\b`),
    ([, name = ''], { day }) => {
      const wanted = weekdays.findIndex((each) => each.test(name));
      return oneDay(addDays(day, -(((weekdayOf(day) - wanted + 6) % 7) + 1)));
    },
  ],
  [
    new RegExp(`(?<=\\b(?:in|em|de|of|during|year|ano|for|all of) )${year}\\b(?! ?(?:kw|km|w\\b|reais))`),
    ([, y]) => months(Number(y), 1, 12),
  ],
  [
    /\b(?:dia (\d{1,2})|the (\d{1,2})(?:st|nd|rd|th))\b(?! ?(?:kw|a\b|min|%|\/|-))/,
    ([, dia, the], today) => latestDay(Number(dia ?? the), today),
  ],
];

/** The days that a text speaks of. A name of a month means the latest that has begun; "since" leads up to today. */
export function spotPeriod(folded: string, today: string): SpottedPeriod | undefined {
  const [y = 0, m = 0] = today.split('-').map(Number);
  for (const [pattern, periodOf] of readings) {
    const found = pattern.exec(folded);
    if (found === null) continue;
    const period = periodOf(found, { day: today, year: y, month: m });
    if (period === undefined) continue;
    const before = folded.slice(0, found.index);
    const isSince = /\b(?:since|desde|a partir d[eoa])(?: o| a| the| dia| last)* ?$/.test(before);
    const isUntilNow = /^ (?:ate|to|until|till|through) (?:hoje|agora|now|today)\b/.test(
      folded.slice(found.index + found[0].length),
    );
    const ending = (isSince || isUntilNow) && period.from <= today ? addDays(today, 1) : period.to;
    return { period: { from: period.from, to: ending }, at: found.index, length: found[0].length };
  }
  return undefined;
}

/** The first seven days are the first week, the last seven the last. */
function weekOfMonth(which: string, whole: Period | undefined): Period | undefined {
  if (whole === undefined) return undefined;
  if (/^(?:last|ultima)/.test(which)) return { from: addDays(whole.to, -7), to: whole.to };
  const index = [/^(?:first|1st|prim)/, /^(?:sec|2nd|segu)/, /^(?:thi|3rd|terc)/].findIndex((each) => each.test(which));
  const from = addDays(whole.from, 7 * (index === -1 ? 3 : index));
  return { from, to: addDays(from, 7) };
}

function single(year_?: string, month_?: string, day?: string): Period | undefined {
  const found = dayOf(Number(year_), Number(month_), Number(day));
  return found === undefined ? undefined : oneDay(found);
}

function days(from: string | undefined, last: string | undefined): Period | undefined {
  return from === undefined || last === undefined || from > last ? undefined : { from, to: addDays(last, 1) };
}

/** The day stands first, as in Brazil and Europe, unless that cannot be. */
function slashed(one?: string, other?: string, year_?: string, today?: Today): Period | undefined {
  const [first, second] = [Number(one), Number(other)];
  const [day, month_] = second > 12 ? [second, first] : [first, second];
  const inYear = year_ === undefined ? latestYear(month_, day, today) : Number(year_);
  return single(String(inYear), String(month_), String(day));
}

function latestYear(month_: number, day: number, today: Today | undefined): number {
  if (today === undefined) return Number.NaN;
  const wanted = dayOf(today.year, month_, day);
  return wanted !== undefined && wanted > today.day ? today.year - 1 : today.year;
}

/** "on the 5th": of this month, or of the one before where that has not come yet. */
function latestDay(day: number, { day: today, year: y, month: m }: Today): Period | undefined {
  const here = dayOf(y, m, day);
  if (here !== undefined && here <= today) return oneDay(here);
  const before = m === 1 ? dayOf(y - 1, 12, day) : dayOf(y, m - 1, day);
  return before === undefined ? undefined : oneDay(before);
}

function monthNumber(name: string | undefined): number {
  return (doubtfulMonths[name ?? ''] ?? 0) || monthNames.findIndex((each) => each.includes(name ?? '')) + 1;
}

function monthOf(name: string | undefined, year_: string | undefined, today: Today): Period | undefined {
  const number = monthNumber(name);
  if (number === 0) return undefined;
  return months(year_ === undefined ? today.year - (number > today.month ? 1 : 0) : Number(year_), number);
}

function daysOfMonth(name?: string, year_?: string, today?: Today, from?: string, last?: string): Period | undefined {
  if (today === undefined) return undefined;
  const number = monthNumber(name);
  const inYear = year_ === undefined ? latestYear(number, Number(from), today) : Number(year_);
  return days(dayOf(inYear, number, Number(from)), dayOf(inYear, number, Number(last)));
}

type NamedDay = [month: string | undefined, day: string | undefined, year: string | undefined];

function daysBetween(first: NamedDay, last: NamedDay, today: Today): Period | undefined {
  const [from] = [daysOfMonth(first[0], first[2], today, first[1], first[1])];
  const [to] = [daysOfMonth(last[0], last[2], today, last[1], last[1])];
  return from === undefined || to === undefined || from.from >= to.to ? undefined : { from: from.from, to: to.to };
}

function quarter({ year: y, month: m }: Today, step: number): Period {
  return months(y, Math.floor((m - 1) / 3) * 3 + 1 + step * 3, 3);
}

function week(day: string, step: number): Period {
  const monday = addDays(mondayOf(day), step);
  return { from: monday, to: addDays(monday, 7) };
}

/** The latest that has begun. */
function weekend(day: string): Period {
  const saturday = addDays(day, -((weekdayOf(day) + 1) % 7));
  return { from: saturday, to: addDays(saturday, 2) };
}

/** Today is one of them. */
function latest(count: number, unit: string, { day, year: y, month: m }: Today): Period {
  const until = addDays(day, 1);
  if (unit.startsWith('h')) return { from: addDays(day, -Math.ceil(count / 24)), to: until };
  if (/^(?:w|s)/.test(unit)) return { from: addDays(until, -7 * count), to: until };
  if (unit.startsWith('m')) return { from: addMonths(y, m - count, day), to: until };
  if (/^(?:y|a)/.test(unit)) return { from: addMonths(y - count, m, day), to: until };
  return { from: addDays(until, -count), to: until };
}

function addMonths(y: number, m: number, day: string): string {
  const first = firstOfMonth(y, m);
  return addDays(first, Math.min(Number(day.slice(8)), 28) - 1);
}
