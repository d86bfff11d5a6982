import type { Asked } from '../grammar/asked.ts';
import type { EntityKind } from '../grammar/entities.ts';
import type { Concept } from '../grammar/lexicon.ts';
import { type Item, isSilent } from '../grammar/read.ts';
import type { Intent, Understanding } from '../intent.ts';
import { withoutEffect } from './effect.ts';

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
  /** Those of them that its answer tells of by itself: where each is a state of the one station that is named, any may be asked about. */
  tells?: string;
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
  told: ReadonlySet<string>;
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
    told: new Set(split(request.tells)),
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
    const unused = effective({ request, way: way.flat(), asked, result }, claimed);
    const isBetter =
      best === undefined ||
      unused.length < best.unused.length ||
      (unused.length === best.unused.length && weight > best.weight);
    if (isBetter) best = { request, result, unused, weight };
  }
  return best;
}

/** Until what is missing was said, nothing shows what the rest is for. */
function effective(
  { request, way, asked, result }: { request: Compiled; way: readonly string[]; asked: Asked; result: Found['result'] },
  unused: readonly Item[],
): Item[] {
  if ('status' in result) return [...unused];
  const outcomeOf = (other: Asked) => JSON.stringify(request.intent(other));
  const { concepts, told, isChange, isAnyText } = request;
  return withoutEffect({ asked, outcomeOf, way, concepts, told, isChange, isAnyText }, unused);
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

/** What these say is not said by the wider word that they hold: "next month" is no month that was. */
const narrow = ['ratio', 'expired', 'future', 'bodyname', 'soldout'] as const satisfies Concept[];

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
    // To "every connector" is more than to one.
    const isAll = item.concepts.has('all') && /^(?:every|each|cada|tod[ao]s?)$/i.test(item.text);
    const isSaid = isChange === true && (isCondition || isAll);
    if (isSilent(item) && item.entity === undefined && !isSaid) continue;
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
    if (own.has('profit')) return false;
    for (const each of narrow) if (own.has(each) && isAnyText !== true) return concepts.has(each);
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
    const next = asked.items[index + 1];
    // "not used" tells more than "not".
    const isNo = item.concepts.has('not') && next !== undefined && next.entity === undefined && isSilent(next);
    const own = isNo ? `${item.text} ${next.text}` : item.text;
    const said = isLed ? `${before.text} ${own}` : own;
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
