import { addDays } from './calendar.ts';
import { pattern } from './fold.ts';

/** A time of the clock in a sentence, as the site's clock shows it, and where it stood. */
type SpottedTime = { time: string; at: number; length: number };

const leading = '(?:ate|antes|by|before|until|till|at|as|a|pelas|no|la pelas)';
const article = '(?: (?:as|a|d[ao]s?|o|the|umas))?';
const clock = pattern(
  String.raw`\b${leading}${article} (?:(\d{1,2})(?:(?::|h|h:)(\d\d))? ?(am|pm|a\.m\.|p\.m\.|h(?:rs?|oras?)?|o'clock|da manha|
    da tarde|da noite|in the morning|in the evening|in the afternoon)?|(meio[- ]dia|noon|meia[- ]noite|midnight))(?![\w%]|[.,]\d| ?(?:%|kwh?|a\b|amp))`,
);
const named: Readonly<Record<string, string>> = {
  meiodia: '12:00',
  noon: '12:00',
  meianoite: '00:00',
  midnight: '00:00',
};

/** "até as 7h", "antes das 7", "by 7:30 pm", "until 18:00"; a bare number counts only behind a word for a deadline. */
function spotClock(folded: string): SpottedTime | undefined {
  for (const found of folded.matchAll(new RegExp(clock.source, 'g'))) {
    const [words, hours, minutes = '00', half = '', name] = found;
    const time = name === undefined ? clockTime(Number(hours), minutes, half) : named[name.replaceAll(/[- ]/g, '')];
    const isBare = name === undefined && found[2] === undefined && half === '';
    const isDeadline = /^(?:ate|antes|by|before|until|till)\b/.test(words);
    if (time !== undefined && (!isBare || isDeadline)) return { time, at: found.index, length: words.length };
  }
  return undefined;
}

function clockTime(hours: number, minutes: string, half: string): string | undefined {
  const isLater = /^p|tarde|noite|evening|afternoon/.test(half) && hours < 12;
  const isMidnight = /^a\.?m/.test(half) && hours === 12;
  const hour = isMidnight ? 0 : hours + (isLater ? 12 : 0);
  if (hour > 24 || Number(minutes) > 59) return undefined;
  return `${String(hour % 24).padStart(2, '0')}:${minutes}`;
}

const tomorrow = /\b(?:amanha|tomorrow)(?: (?:de manha|cedo|morning|early|evening|night|a noite|de noite))?\b/;

/** The time that a sentence names, by the site's clock, and the sentence without it: read on its own it would be a condition, "until 18:00". */
export function takeClock(
  { rest }: { rest: string },
  folded: string,
  today: string,
): { at: number; time: string | undefined; rest: string } {
  const clock = spotClock(folded);
  if (clock === undefined) return { at: -1, time: undefined, rest };
  const later = tomorrow.exec(rest);
  const blank = (text: string, at: number, length: number) =>
    `${text.slice(0, at)}${' '.repeat(length)}${text.slice(at + length)}`;
  const without = blank(rest, clock.at, clock.length);
  if (later === null) return { at: clock.at, time: clock.time, rest: without };
  const time = `${addDays(today, 1)}T${clock.time}`;
  return { at: clock.at, time, rest: blank(without, later.index, later[0].length) };
}
