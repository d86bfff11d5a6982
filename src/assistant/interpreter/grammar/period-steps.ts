import type { Period } from '../intent.ts';
import { addDays, firstOfMonth, months } from '../spot/calendar.ts';
import { fold } from '../spot/fold.ts';
import type { Asked } from './asked.ts';

const units: Readonly<Record<string, 'day' | 'week' | 'month'>> = {
  day: 'day',
  dia: 'day',
  vespera: 'day',
  week: 'week',
  semana: 'week',
  month: 'month',
  mes: 'month',
};
const unit = `(${Object.keys(units).join('|')})`;
const earlier = new RegExp(
  `\\b(?:${unit} (?:before|earlier|prior|anterior|antes)|(?:previous|prior) ${unit}|(vespera))\\b`,
);
const later = new RegExp(`\\b(?:${unit} (?:after|later|seguinte|depois)|(?:following) ${unit})\\b`);

/** "and the day before?": the sentence before, with its day, week or month moved by one. */
export function withStep({ items, text }: Asked, said: string): string | undefined {
  const folded = fold(said.normalize('NFC'));
  if (/\b(?:yesterday|ontem|last|passad[oa])\b/.test(folded)) return undefined;
  const [only, second] = items.filter(({ entity }) => entity?.kind === 'period');
  const period = only?.entity?.period;
  if (only === undefined || period === undefined || second !== undefined) return undefined;
  const moved = besides(period, folded);
  if (moved === undefined) return undefined;
  const { from, to } = moved;
  if (addDays(from, 1) === to) return text.replace(only.text, from);
  const by = isMonth(moved) ? from.slice(0, 7) : `${from} to ${addDays(to, -1)}`;
  return text.replace(only.text, by);
}

/** "the month before", "a semana seguinte": the days beside those that are spoken of. */
export function besides(period: Period, folded: string): Period | undefined {
  const back = earlier.exec(folded);
  const found = back ?? later.exec(folded);
  const by = units[found?.slice(1).find((each) => each !== undefined) ?? ''];
  const sign = back === null ? 1 : -1;
  const { from, to } = period;
  if (by === 'day' && addDays(from, 1) === to) return { from: addDays(from, sign), to: addDays(to, sign) };
  if (by === 'week' && addDays(from, 7) === to) return { from: addDays(from, 7 * sign), to: addDays(to, 7 * sign) };
  const [year = 0, month = 0] = from.split('-').map(Number);
  return by === 'month' && isMonth(period) ? months(year, month + sign) : undefined;
}

function isMonth({ from, to }: Period): boolean {
  const [year = 0, month = 0] = from.split('-').map(Number);
  return firstOfMonth(year, month) === from && firstOfMonth(year, month + 1) === to;
}
