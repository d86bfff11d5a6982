import { type Asked, askedOf } from '../grammar/asked.ts';
import type { Entity } from '../grammar/entities.ts';
import type { Concept } from '../grammar/lexicon.ts';
import { type Item, isSilent } from '../grammar/read.ts';
import { addDays } from '../spot/calendar.ts';

type Reading = {
  asked: Asked;
  /** What becomes of the sentence, as something that can be compared; of the same sentence without one of its words. */
  outcomeOf: (asked: Asked) => string;
  /** Words that make it this request and no other, parted by `|` where either does. */
  way?: readonly string[];
  /** Concepts that it takes. */
  concepts: ReadonlySet<string>;
  /** Concepts that the answer tells of by itself, so that the call is the same without them. */
  told?: ReadonlySet<string>;
  isChange?: boolean | undefined;
  /** Any word is searched for. */
  isAnyText?: boolean | undefined;
  /** What is named is told of by the answer. */
  isNameTold?: boolean;
};

/**
 * Words and names that a reading takes, while its outcome is the same without them: they were not used either. Of the words only those that pick
 * out, order or set a time are tried; the others say what the sentence is about.
 */
export function withoutEffect(reading: Reading, unused: readonly Item[]): Item[] {
  const { asked, outcomeOf } = reading;
  const whole = outcomeOf(asked);
  const idle = asked.items.filter((item, index) => {
    if (unused.includes(item) || isTwice(item, asked)) return false;
    if (item.entity !== undefined && reading.isNameTold === true) return false;
    if (reading.isChange === true && isNounAlone(item, asked)) return true;
    if (item.entity === undefined && !isTried(item, reading, whole)) return false;
    const text = `${asked.text.slice(0, item.at)}${' '.repeat(item.end - item.at)}${asked.text.slice(item.end)}`;
    const without = askedOf({ ...asked, items: asked.items.toSpliced(index, 1), text }, asked.moment);
    if (outcomeOf(without) !== whole) return false;
    // "on Friday at 14:00" may be what 14:00 alone means, too: another day makes the difference.
    const other = item.entity === undefined ? undefined : otherwise(item.entity);
    if (other === undefined || item.entity === undefined) return true;
    const { value } = item.entity;
    if (typeof value === 'number' && value > 1900 && whole.includes(String(value))) return false;
    const changed = asked.items.with(index, { ...item, entity: other });
    return outcomeOf(askedOf({ ...asked, items: changed }, asked.moment)) === whole;
  });
  return idle.length === 0 ? [...unused] : asked.items.filter((item) => unused.includes(item) || idle.includes(item));
}

/** "the site of CP-9" is not CP-9: what an order names as its aim needs a name of its own. */
function isNounAlone({ entity, concepts }: Item, { items, moment }: Asked): boolean {
  if (entity !== undefined) return false;
  if (!concepts.has('site')) return false;
  const isPerson = (name: unknown) => moment.known?.some((each) => each.kind === 'driver' && each.name === name);
  return !items.some(
    ({ entity: each }) =>
      each?.kind === 'site' || each?.kind === 'quoted' || (each?.kind === 'name' && isPerson(each.value) !== true),
  );
}

/** The same kind of thing with another value. */
function otherwise(entity: Entity): Entity | undefined {
  const { period, value, kind } = entity;
  if (period !== undefined) return { ...entity, period: { from: dayAfter(period.from), to: dayAfter(period.to) } };
  if (typeof value === 'number') return { ...entity, value: value + 1 };
  return kind === 'clock' ? { ...entity, value: value === '03:33' ? '04:44' : '03:33' } : undefined;
}

function dayAfter(day: string): string {
  return `${addDays(day.slice(0, 10), 1)}${day.slice(10)}`;
}

const names = ['brandname', 'colourname', 'fuelname', 'gearname', 'bodyname'] as const satisfies Concept[];
const orders = [
  'most',
  'least',
  'expensive',
  'cheap',
  'newest',
  'oldest',
  'long',
  'short',
] as const satisfies Concept[];
/** Words that pick out, order or set a time, and never stand for nothing. */
const telling: ReadonlySet<Concept> = new Set<Concept>([
  ...names,
  ...orders,
  ...(['tomorrow', 'aftertomorrow', 'tonight'] as const),
  ...(['first', 'latest', 'by', 'day', 'week', 'month', 'condition', 'range', 'reach'] as const),
  ...([
    'faulted',
    'offline',
    'online',
    'free',
    'unavailable',
    'waiting',
    'blocked',
    'running',
    'ended',
    'odd',
  ] as const),
]);

const ahead: ReadonlySet<string> = new Set<Concept>(['tomorrow', 'aftertomorrow', 'tonight']);

function isTried(item: Item, reading: Reading, outcome: string): boolean {
  const { asked, way = [], concepts: taken, told, isAnyText } = reading;
  // Words that nobody knows, where any text is taken.
  if (item.concepts.size === 0) return true;
  const own = [...item.concepts].filter(
    (concept) => taken.has(concept) || (isAnyText === true && telling.has(concept)),
  );
  if (isSilent(item) || own.length === 0 || own.some((concept) => told?.has(concept) === true)) return false;
  if (!own.every((concept) => telling.has(concept)) || isOnlyWay(item, asked, way)) return false;
  // "tomorrow at 8" is what 8 alone means once it is past 8.
  if (own.some((concept) => ahead.has(concept)) && asked.all('clock').length > 0) return false;
  // How far one model goes is told with it.
  if (item.concepts.has('reach') && (asked.has('modelname') || asked.all('model').length > 0)) return false;
  return !own.some((concept) => [...names, ...orders].includes(concept as 'most')) || isTelling(item, asked, outcome);
}

/** What makes it this request and no other has its effect by that; the second of two colours has to have one of its own. */
function isOnlyWay(item: Item, { items }: Asked, way: readonly string[]): boolean {
  return way.some((words) => {
    const either = words.split('|');
    return items.find((each) => either.some((word) => each.concepts.has(word as Concept))) === item;
  });
}

function isTelling(item: Item, { items }: Asked, outcome: string): boolean {
  const next = items[items.indexOf(item) + 1];
  const isOf = (group: readonly Concept[], each: Item | undefined) =>
    group.some((one) => each?.concepts.has(one) === true);
  // "mais caras" is one word, so is "Toyota Corolla", and "longer than two hours" is told by the hours.
  const isModel = next?.concepts.has('modelname') === true || next?.entity?.kind === 'model';
  const isLed = (isOf(orders, item) && isOf(orders, next)) || (isOf(names, item) && isModel);
  const isLength = item.concepts.has('long') || item.concepts.has('short');
  // "mais ferramentas" are more of them; what is done "mais" is done the most.
  const isMore = item.concepts.has('more') && next !== undefined && next.entity === undefined;
  return !isMore && !isLed && !(isLength && outcome.includes('Minutes"'));
}

/** Said two times, it has its effect by the other. */
function isTwice({ entity, text }: Item, { items }: Asked): boolean {
  const isSame = (each: Item) =>
    entity === undefined
      ? each.entity === undefined && each.text.toLowerCase() === text.toLowerCase()
      : each.entity?.kind === entity.kind && each.entity.value === entity.value;
  return items.filter(isSame).length > 1;
}
