import type { Period } from '../intent.ts';
import { addDays } from '../spot/calendar.ts';
import { fold } from '../spot/fold.ts';

const article = '(?: (?:the|o|a|os|as|day|dia))*';
const every = /\b(?:every|each|tod[ao]s?(?: [ao]s?)?|cada|aos|as) $/;
const coming = /\b(?:next|coming|following|proxim[ao]s?) $/;
const comes = /^ (?:que vem|seguinte|next|coming)\b/;
const beside = /\b(?:day|week|month|dia|semana|mes) (?:before|after|antes|depois)(?: d[aeo])? $/;
const after = new RegExp(`\\b(?:after|later than|depois d[aeo]|apos)${article} $`);
const before = new RegExp(`\\b(?:before|prior to|earlier than|antes d[aeo]|anterior(?:es)? a)${article} $`);
const until = new RegExp(`\\b(?:until|till|up to|through|ate)${article} $`);

/** As far back as anything is asked for in one go. */
const years = 9;

/**
 * The days that are meant where their name stands in a sentence: "before October" is not October. undefined: days that repeat or are still to come,
 * and "the week before", of which nothing is known yet.
 */
export function sidedPeriod(period: Period, place: { text: string; at: number; end: number }, today: string) {
  const [ahead, behind] = [fold(place.text.slice(0, place.at)), fold(place.text.slice(place.end))];
  if (every.test(ahead) || coming.test(ahead) || comes.test(behind) || beside.test(ahead)) return undefined;
  if (after.test(ahead)) return period.to > today ? undefined : { from: period.to, to: addDays(today, 1) };
  if (before.test(ahead)) return { from: longBefore(period.from), to: period.from };
  return until.test(ahead) ? { from: longBefore(period.to), to: period.to } : period;
}

function longBefore(day: string): string {
  return `${Number(day.slice(0, 4)) - years}-01-01`;
}
