import { type Asked, askedOf } from '../grammar/asked.ts';
import type { Entity, EntityKind } from '../grammar/entities.ts';
import type { Concept } from '../grammar/lexicon.ts';
import { type Item, isSilent } from '../grammar/read.ts';
import type { Intent, Understanding } from '../intent.ts';
import { addDays } from '../spot/calendar.ts';

type AskBack = Extract<Understanding, { status: 'ask-back' }>;

/**
 * One thing that can be asked for: the words that tell it, the words and names that it uses besides, and what becomes of it. A sentence is taken
 * for the request that leaves the fewest of its words unused.
 */
export type Request = {
  /** The tool that it leads to. */
  tool: string;
  /** Ways to ask, each a row of concepts that must all be there. `a|b` either, `@station` a name of that kind, `!a` not that, `?` only a question. */
  when: readonly string[];
  /** Concepts and names (`@period`) that it uses besides; `@station+` several. */
  takes?: string;
  /** Those of them that may be negated or excepted. */
  not?: string;
  /** It changes something: it is read back, and nothing of it may be unused. */
  isChange?: boolean;
  /** Kinds of names that it uses besides, as the result shows. */
  uses?(result: object): string[];
  /** Words that nobody knows are part of it, such as those of a title. */
  isFreeText?: boolean;
  /** Words of ours are too: they are searched for. */
  isAnyText?: boolean;
  /** How people may ask for it; every one is tried by a test. */
  examples: { en: string; pt: string };
  intent(asked: Asked): Intent | AskBack | undefined;
};

type Compiled = Request & {
  ways: readonly (readonly string[])[];
  concepts: ReadonlySet<string>;
  kinds: ReadonlySet<string>;
  negatable: ReadonlySet<string>;
};

export type Found = { request: Request; result: Intent | AskBack; unused: Item[]; weight: number };

export function compiled(request: Request): Compiled {
  const ways = request.when.map((way) => way.split(' '));
  const words = [
    ...ways
      .flat()
      .filter((word) => !/^[!?]/.test(word))
      .flatMap((word) => word.split('|')),
    ...split(request.takes),
  ];
  return {
    ...request,
    ways,
    concepts: new Set(words.filter((word) => !word.startsWith('@'))),
    kinds: new Set(words.filter((word) => word.startsWith('@')).map((word) => word.slice(1))),
    negatable: new Set(split(request.not)),
  };
}

function split(words: string | undefined): string[] {
  return words === undefined ? [] : words.trim().split(/\s+/);
}

/** The request that fits best. undefined: none fits at all. */
export function bestRequest(requests: readonly Compiled[], asked: Asked): Found | undefined {
  let best: Found | undefined;
  for (const request of requests) {
    const way = request.ways.filter((each) => each.every((word) => isThere(word, asked, request)));
    if (way.length === 0) continue;
    const weight = Math.max(...way.map((each) => each.filter((word) => !/^[!?]/.test(word)).length));
    const result = request.intent(asked);
    if (result === undefined) continue;
    const claimed = unusedOf({ ...request, kinds: request.kinds.union(new Set(request.uses?.(result))) }, asked);
    if (best !== undefined && claimed.length > best.unused.length) continue;
    const unused = withoutEffect({ request, way: way.flat(), asked, result }, claimed);
    const isBetter =
      best === undefined ||
      unused.length < best.unused.length ||
      (unused.length === best.unused.length && weight > best.weight);
    if (isBetter) best = { request, result, unused, weight };
  }
  return best;
}

/** Names, days and amounts that a request says it takes, while its result is the same without them: they were not used either. */
function withoutEffect(
  { request, way, asked, result }: { request: Compiled; way: readonly string[]; asked: Asked; result: Found['result'] },
  unused: readonly Item[],
): Item[] {
  // Until what is missing was said, nothing shows what the rest is for.
  if ('status' in result) return [...unused];
  const whole = JSON.stringify(result);
  const idle = asked.items.filter((item, index) => {
    const { entity } = item;
    if (unused.includes(item) || isTwice(item, asked)) return false;
    // What makes it this request and no other has its effect by that.
    const isWay = way.some((words) => words.split('|').some((word) => item.concepts.has(word as Concept)));
    if (entity === undefined && (isWay || !isTelling(item, asked, whole))) return false;
    const resultOf = (items: readonly Item[], text: string) =>
      JSON.stringify(request.intent(askedOf({ ...asked, items, text }, asked.moment)));
    const text = `${asked.text.slice(0, item.at)}${' '.repeat(item.end - item.at)}${asked.text.slice(item.end)}`;
    if (resultOf(asked.items.toSpliced(index, 1), text) !== whole) return false;
    // "on Friday at 14:00" may be what 14:00 alone means, too: another day makes the difference.
    const other = entity === undefined ? undefined : otherwise(entity);
    if (other === undefined || entity === undefined) return true;
    if (typeof entity.value === 'number' && entity.value > 1900 && whole.includes(String(entity.value))) return false;
    return resultOf(asked.items.with(index, { ...item, entity: other }), asked.text) === whole;
  });
  return idle.length === 0 ? [...unused] : asked.items.filter((item) => unused.includes(item) || idle.includes(item));
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

/** Words that pick out or order, and never stand for nothing. */
const telling = [
  ...(['most', 'least', 'expensive', 'cheap', 'newest', 'oldest', 'long', 'short'] as const),
  ...(['brandname', 'colourname', 'fuelname', 'gearname'] as const),
] as const satisfies Concept[];

function isTelling(item: Item, { items }: Asked, result: string): boolean {
  const next = items[items.indexOf(item) + 1];
  const [own, others] = [item, next].map((each) => telling.filter((concept) => each?.concepts.has(concept) === true));
  // "mais caras" is one word, so is "Toyota Corolla", and "longer than two hours" is told by the hours.
  const isLed = (others?.length ?? 0) > 0 || next?.concepts.has('modelname') === true || next?.entity?.kind === 'model';
  const isLength = own?.includes('long') === true || own?.includes('short') === true;
  // "mais ferramentas" are more of them; what is done "mais" is done the most.
  const isMore = item.concepts.has('more') && next !== undefined && next.entity === undefined;
  return own !== undefined && own.length > 0 && !isMore && !isLed && !(isLength && result.includes('Minutes"'));
}

/** Said two times, it has its effect by the other. */
function isTwice({ entity }: Item, { items }: Asked): boolean {
  if (entity === undefined) return false;
  return items.filter((each) => each.entity?.kind === entity?.kind && each.entity?.value === entity?.value).length > 1;
}

function isThere(word: string, asked: Asked, request: Compiled): boolean {
  if (word === '?') return asked.isQuestion;
  if (word.startsWith('!')) return !isThere(word.slice(1), asked, request);
  return word.split('|').some((either) => {
    const kind = either.startsWith('@') ? either.slice(1) : undefined;
    return asked.items.some((item) => {
      const isIt = kind === undefined ? item.concepts.has(either as Concept) : item.entity?.kind === kind;
      return isIt && (!item.isNegated || request.negatable.has(either));
    });
  });
}

type Uses = Pick<Compiled, 'concepts' | 'kinds' | 'negatable' | 'isChange' | 'isFreeText' | 'isAnyText'>;

/** The words that say something and are not used. A name counts once for every kind, unless several are taken. */
export function unusedOf({ concepts, kinds, negatable, isChange, isFreeText, isAnyText }: Uses, asked: Asked): Item[] {
  const counts = new Map<EntityKind, number>();
  let negation: Item | undefined;
  const unused: Item[] = [];
  for (const [index, item] of asked.items.entries()) {
    const isNo = item.concepts.has('not') && !item.concepts.has('glue');
    if (isNo && negatable.has('not')) continue;
    if (isNo) {
      if (negation !== undefined) unused.push(negation);
      negation = item;
      continue;
    }
    // "until 18:00" leads to a time, "until it is free" is a condition.
    const isCondition = item.concepts.has('if') && !leadsToTime(asked.items, index);
    if (isSilent(item) && item.entity === undefined && !(isChange === true && isCondition)) continue;
    const { isNegated } = item;
    const isUsed = item.entity === undefined ? isWordUsed(item) : isNameUsed(item.entity.kind, isNegated);
    if (isNegated && negation !== undefined) {
      if (!isUsed) unused.push(negation);
      negation = undefined;
    }
    if (!isUsed) unused.push(item);
  }
  if (negation !== undefined) unused.push(negation);
  return unused;

  function isWordUsed({ concepts: own, isNegated }: Item): boolean {
    if (own.size === 0 || isAnyText === true) return isFreeText === true && !isNegated;
    return [...own].some((concept) => concepts.has(concept) && (!isNegated || negatable.has(concept)));
  }

  function isNameUsed(kind: EntityKind, isNegated: boolean): boolean {
    if (isNegated) return negatable.has(`@${kind}`);
    if (kind === 'clock') return kinds.has('at') || (kinds.has('clock') && asked.isClockUsed);
    const count = (counts.get(kind) ?? 0) + 1;
    counts.set(kind, count);
    return kinds.has(`${kind}+`) || (kinds.has(kind) && count === 1);
  }
}

function leadsToTime(items: readonly Item[], index: number): boolean {
  const next = items.slice(index + 1).find((item) => item.entity !== undefined || !isSilent(item));
  return next?.entity?.kind === 'clock' || next?.entity?.kind === 'period';
}

/** As they were said, neighbours together: "às 23h", "João Silva". */
export function phrasesOf(unused: readonly Item[], asked: Asked): string[] {
  const phrases: string[] = [];
  let end = -1;
  for (const item of unused) {
    const index = asked.items.indexOf(item);
    const before = asked.items[index - 1];
    const isLed =
      before !== undefined &&
      before.at >= end &&
      item.entity !== undefined &&
      isSilent(before) &&
      before.text.length <= 7;
    const said = isLed ? `${before.text} ${item.text}` : item.text;
    if (end >= 0 && item.at - end <= 1) phrases[phrases.length - 1] += ` ${item.text}`;
    else phrases.push(said);
    ({ end } = item);
  }
  return phrases.map((phrase) => restored(phrase, asked));
}

/** With the typing errors that the person made: they look for their own words. */
function restored(phrase: string, { corrections }: Asked): string {
  let text = phrase;
  for (const { said, meant } of corrections) text = text.replace(meant, said);
  return text;
}
