import type { DayPart, Weekday } from './phrase.ts';

const numberWords: Readonly<Record<string, number>> = {
  a: 1,
  an: 1,
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  twelve: 12,
  fifteen: 15,
  twenty: 20,
  thirty: 30,
  forty: 40,
  'forty-five': 45,
  sixty: 60,
  ninety: 90,
  um: 1,
  uma: 1,
  dois: 2,
  duas: 2,
  tres: 3,
  quatro: 4,
  cinco: 5,
  seis: 6,
  sete: 7,
  oito: 8,
  nove: 9,
  dez: 10,
  doze: 12,
  quinze: 15,
  vinte: 20,
  trinta: 30,
  quarenta: 40,
  sessenta: 60,
  noventa: 90,
};
export const aNumber = String.raw`\d{1,4}|${Object.keys(numberWords)
  .toSorted((one, other) => other.length - one.length)
  .join('|')}`;

export function numberOf(text: string): number {
  return numberWords[text] ?? Number(text);
}

const minute = 'minutes?|mins?|minutos?';
const hour = 'hours?|hrs?|horas?|h';
const day = 'days?|dias?';
const week = 'weeks?|semanas?';
const unit = `${minute}|${hour}|${day}|${week}`;

/** "ten minutes", "an hour and a half", "1 hora e 30 minutos", "half an hour". */
export const aDuration = [
  String.raw`(?:half an hour|half hour|meia hora)`,
  String.raw`(?:${aNumber}) ?(?:${unit})(?: (?:and|e) (?:a half|meia|(?:${aNumber}) ?(?:${minute})))?`,
].join('|');

/** "22:00", "22h", "6h30", "10 pm", "10 da noite", "noon". */
const aPartOfDay = '(?: (?:in the (?:morning|afternoon|evening)|at night|da manha|da tarde|da noite|da madrugada))';
export const aTime = String.raw`(?:noon|midday|midnight|meio-?dia|meia-?noite|meio dia|meia noite|\d{1,2}(?:(?::|h)[0-5]\d)?(?: ?(?:am|pm|a\.m\.|p\.m\.|h|hs|hrs|horas|o'?clock))?${aPartOfDay}?)`;

export function minutesOf(text: string): number {
  if (/^(?:half|meia hora)/.test(text)) return 30;
  const [, count = '1', of = '', more] =
    new RegExp(String.raw`^(?:(${aNumber}) ?)?(${unit})(?: (?:and|e) (.+))?$`).exec(text) ?? [];
  const size = sizeOf(of);
  const added = more === undefined ? 0 : /half|meia/.test(more) ? size / 2 : minutesOf(more);
  return numberOf(count) * size + added;
}

function sizeOf(unitSaid: string): number {
  if (new RegExp(`^(?:${week})$`).test(unitSaid)) return 10_080;
  if (new RegExp(`^(?:${day})$`).test(unitSaid)) return 1440;
  return new RegExp(`^(?:${hour})$`).test(unitSaid) ? 60 : 1;
}

type Told = { time: string; isExact: boolean; half: string | undefined };

/** undefined: no clock shows it. */
export function timeOf(text: string): Told | undefined {
  if (/^(?:noon|midday|meio)/.test(text)) return { time: '12:00', isExact: true, half: 'pm' };
  if (/^(?:midnight|meia)/.test(text)) return { time: '00:00', isExact: true, half: 'am' };
  const [, hours = '', minutes = '00', rest = ''] = /^(\d{1,2})(?:(?::|h)([0-5]\d))?(.*)$/.exec(text) ?? [];
  const half = /pm|p\.m|afternoon|evening|night|tarde|noite/.test(rest)
    ? 'pm'
    : /am|a\.m|morning|manha|madrugada/.test(rest)
      ? 'am'
      : undefined;
  const told = Number(hours);
  if (told > 24 || (half !== undefined && told > 12 && half === 'am')) return undefined;
  const isSmall = told < 12;
  const isMidnight = half === 'am' && told === 12;
  const hour_ = isMidnight ? 0 : half === 'pm' && isSmall ? told + 12 : told % 24;
  return { time: clock(hour_, minutes), isExact: half !== undefined || told > 12, half };
}

function clock(hours: number, minutes: string): string {
  return `${String(hours).padStart(2, '0')}:${minutes}`;
}

/** "every night at 10" is 22:00, "every morning at 5" is 05:00. undefined: the two do not go together. */
export function atPartOfDay(time: string, part: DayPart): string | undefined {
  const hours = Number(time.slice(0, 2));
  const minutes = time.slice(3);
  switch (part) {
    case 'day':
      return time;
    case 'morning':
      return hours < 12 ? time : undefined;
    case 'afternoon':
      return hours < 12 ? clock(hours + 12, minutes) : time;
    case 'evening':
      return hours < 12 ? clock(hours + 12, minutes) : time;
    case 'night':
      if (hours === 12) return clock(0, minutes);
      return hours >= 6 && hours < 12 ? clock(hours + 12, minutes) : time;
  }
}

const dayNames: readonly (readonly [Weekday, string])[] = [
  ['monday', 'mondays?|segundas?(?:-feiras?| feiras?)?'],
  ['tuesday', 'tuesdays?|tercas?(?:-feiras?| feiras?)?'],
  ['wednesday', 'wednesdays?|quartas?(?:-feiras?| feiras?)?'],
  ['thursday', 'thursdays?|quintas?(?:-feiras?| feiras?)?'],
  ['friday', 'fridays?|sextas?(?:-feiras?| feiras?)?'],
  ['saturday', 'saturdays?|sabados?'],
  ['sunday', 'sundays?|domingos?'],
];
export const aWeekday = dayNames.map(([, words]) => words).join('|');
export const someDays =
  'weekdays?|working days?|business days?|weekends?|dias? uteis|dia util|dias? de semana|fins? de semana|fim de semana|finais de semana|final de semana';

const week_: readonly Weekday[] = dayNames.map(([day_]) => day_);

/** "saturdays", "weekends", "monday to friday". */
export function daysOf(text: string): readonly Weekday[] {
  const [from = '', to] = text.split(/ (?:to|through|till|until|ate|a) (?:a |o )?/);
  if (to !== undefined) return daysBetween(daysOf(from)[0], daysOf(to)[0]);
  if (/weekend|fi(?:m|ns|nal|nais) de/.test(text)) return week_.slice(5);
  if (new RegExp(`^(?:${someDays})$`).test(text)) return week_.slice(0, 5);
  return dayNames.filter(([, words]) => new RegExp(`^(?:${words})$`).test(text)).map(([day_]) => day_);
}

function daysBetween(from: Weekday | undefined, to: Weekday | undefined): readonly Weekday[] {
  if (from === undefined || to === undefined) return [];
  const [first, last] = [week_.indexOf(from), week_.indexOf(to)];
  return first <= last ? week_.slice(first, last + 1) : [...week_.slice(first), ...week_.slice(0, last + 1)];
}
