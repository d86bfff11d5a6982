import type { Period } from '../intent.ts';
import { addDays } from '../spot/calendar.ts';
import { fold } from '../spot/fold.ts';

const parts: readonly [words: RegExp, from: string, to: string][] = [
  [/\b(?:last night|noite passada)\b/, '18:00', '06:00'],
  [/\bmadrugada\b/, '00:00', '06:00'],
  [/\b(?:morning|manha|cedo)\b/, '06:00', '12:00'],
  [/\b(?:afternoon|tarde)\b/, '12:00', '18:00'],
  [/\b(?:evening|night|noite|tonight)\b/, '18:00', '00:00'],
];

/** "yesterday morning" is no whole day: the hours of the part of the day that its words name. */
export function hoursOf(said: string, period: Period): Period {
  const part = parts.find(([words]) => words.test(fold(said)));
  if (part === undefined || addDays(period.from, 1) !== period.to) return period;
  const [, from, to] = part;
  return { from: `${period.from}T${from}`, to: `${to <= from ? period.to : period.from}T${to}` };
}
