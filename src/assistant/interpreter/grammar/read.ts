import type { Directory } from '../names/directory.ts';
import { withKnown } from '../names/spot-known.ts';
import { fold } from '../spot/fold.ts';
import { type Entity, type EntityKind, entitiesIn } from './entities.ts';
import type { Concept } from './lexicon.ts';
import { withSharedHalf } from './shared-half.ts';
import { withTitles } from './titles.ts';
import { isWord, matchAt, nearestWord, type Token, type Tongue, tokensOf } from './words.ts';

/** A word or several that mean one thing, or something that is named. Without kind and concepts: a word that nobody here knows. */
export type Item = {
  at: number;
  end: number;
  text: string;
  concepts: ReadonlySet<Concept>;
  entity: Entity | undefined;
  /** "not", "except" stands before it. */
  isNegated: boolean;
};

export type Correction = { said: string; meant: string };

export type Reading = {
  /** As it was understood: with typing errors put right, and names as they are known. */
  text: string;
  said: string;
  items: readonly Item[];
  corrections: readonly Correction[];
  /** undefined: the words tell no language. */
  tongue: Tongue | undefined;
};

const none: ReadonlySet<Concept> = new Set();

/** A sentence as a row of things that mean something, in the order in which they stand. `today` by the calendar of whoever speaks. */
export function read(said: string, today: string, directory: Directory = []): Reading {
  const plain = said
    .normalize('NFC')
    .replaceAll(/[“”„]/g, '"')
    .replaceAll(/[‘’]/g, "'")
    .replaceAll(/(?<=\d)[º°]/g, 'o')
    .replaceAll(/\s+/g, ' ')
    .trim();
  const { text, corrections } = corrected(withSharedHalf(withKnown(plain, directory)), directory);
  const { entities, text: whole, marked } = entitiesIn(text, today, directory);
  const tokens = tokensOf(marked);
  const tongue = tongueOf(tokens, text);
  const items: Item[] = entities.map((entity) => itemOf(entity.at, entity.end, whole, none, entity));
  for (let index = 0; index < tokens.length; index += 1) {
    const token = tokens[index];
    if (token === undefined || /^[A-Z]/.test(token.word)) continue;
    const found = matchAt(tokens, index, tongue);
    const isNamed = token.at > 0 && /^\p{Lu}\p{Ll}/u.test(whole.slice(token.at, token.at + 2));
    const match = isNamed && found?.isShortStem === true ? undefined : found;
    const last = tokens[index + (match?.length ?? 1) - 1] ?? token;
    items.push(itemOf(token.at, last.end, whole, match?.concepts ?? none, undefined));
    index += (match?.length ?? 1) - 1;
  }
  return {
    text,
    said: plain,
    items: withNames(
      negations(
        withTitles(
          items.toSorted((one, other) => one.at - other.at),
          whole,
        ),
      ),
      whole,
    ),
    corrections,
    tongue,
  };
}

function itemOf(
  at: number,
  end: number,
  text: string,
  concepts: ReadonlySet<Concept>,
  entity: Entity | undefined,
): Item {
  return { at, end, text: text.slice(at, end), concepts, entity, isNegated: false };
}

/** Words that say nothing by themselves. */
export const silent: ReadonlySet<Concept> = new Set<Concept>(['glue', 'courtesy', 'asking']);

export function isSilent({ concepts }: Item): boolean {
  return [...concepts].some((concept) => silent.has(concept));
}

function negations(items: readonly Item[]): Item[] {
  const result = [...items];
  for (const [index, { concepts, text }] of items.entries()) {
    const isNo = (concepts.has('not') && !concepts.has('glue')) || isException(items, index);
    if (!isNo) continue;
    if (!concepts.has('not')) result[index] = { ...items[index], concepts: new Set<Concept>(['not']) } as Item;
    const next = result.findIndex(
      (item, step) => step > index && (item.entity !== undefined || !(isSilent(item) || item.concepts.has('ending'))),
    );
    const target = result[next];
    // "won't come out of CP-7" says nothing of other stations: the negation stays unused.
    if (target?.entity !== undefined && /n't$|^cannot$|^cant$|^dont$/i.test(text)) continue;
    if (target !== undefined) result[next] = { ...target, isNegated: true };
  }
  return result;
}

const families = ['brandname', 'modelname', 'colourname', 'fuelname', 'gearname', 'bodyname', 'genre'] as const;

/** "all but CP-3", "todas menos a Praia": of all, one that is named. */
function isException(items: readonly Item[], index: number): boolean {
  if (!/^(?:but|menos|fora)$/i.test(items[index]?.text ?? '')) return false;
  const next = items.slice(index + 1).find((item) => item.entity !== undefined || !isSilent(item));
  const isNamed =
    ['station', 'card', 'site', 'name', 'device', 'model'].includes(next?.entity?.kind ?? '') ||
    families.some((family) => next?.concepts.has(family) === true);
  return (
    isNamed &&
    items.slice(0, index).some(({ concepts, text }) => concepts.has('all') || /^(?:any|anything|qualquer)$/i.test(text))
  );
}

/** Words with capitals that nobody knows are names; several in a row are one. */
function withNames(items: readonly Item[], text: string): Item[] {
  const result: Item[] = [];
  for (const item of items) {
    const before = result.at(-1);
    const isCapital = item.entity === undefined && item.at > 0 && /^\p{Lu}\p{Ll}/u.test(item.text);
    const isName =
      (isCapital || /^\p{Lu}/u.test(item.text)) && item.entity === undefined && item.concepts.size === 0 && item.at > 0;
    const between = before === undefined ? '' : text.slice(before.end, item.at);
    const isTitle = isCapital && before?.entity?.kind === 'name' && before.concepts.size === 0 && between === ' ';
    if ((isName || isTitle) && before?.entity?.kind === 'name' && /^ (?:d[aeo]s? )?$/.test(between))
      result[result.length - 1] = {
        ...itemOf(before.at, item.end, text, none, nameAt(before.at, item.end, text)),
        isNegated: before.isNegated,
      };
    else if ((isName || isCapital || item.entity?.kind === 'name') && isLinked(result, text))
      result.splice(
        -2,
        2,
        itemOf(result.at(-2)?.at ?? 0, item.end, text, none, nameAt(result.at(-2)?.at ?? 0, item.end, text)),
      );
    else if (isName) result.push({ ...item, entity: nameAt(item.at, item.end, text) });
    else result.push(item);
  }
  return result;
}

/** Two parts of a title: "Python na Bancada". */
function isLinked(items: readonly Item[], text: string): boolean {
  const [name, link] = items.slice(-2);
  return (
    name?.entity?.kind === 'name' &&
    name.concepts.size === 0 &&
    link !== undefined &&
    /^(?:n[ao]s?|em|of|para|por|sem|in|on)$/.test(link.text) &&
    text.slice(name.end, link.at) === ' '
  );
}

function nameAt(at: number, end: number, text: string): Entity {
  return { kind: 'name', at, end, text: text.slice(at, end), value: text.slice(at, end) };
}

function tongueOf(tokens: readonly Token[], text: string): Tongue | undefined {
  let [en, pt] = [0, /[ãõçáéíóúâêôà]/i.test(text) ? 1 : 0];
  for (let index = 0; index < tokens.length; index += 1) {
    const match = matchAt(tokens, index);
    if (match === undefined || match.tongues.size > 1) continue;
    if (match.tongues.has('en')) en += match.length;
    else pt += match.length;
    index += match.length - 1;
  }
  return en === pt ? undefined : en > pt ? 'en' : 'pt';
}

/** Words that are one slip away from one of ours. Names, numbers and what stands in quotes are left as they are. */
function corrected(text: string, directory: Directory): { text: string; corrections: Correction[] } {
  const corrections: Correction[] = [];
  const doubtful = tokensOf(fold(text)).flatMap(({ at, end, word }) => {
    const isName = at > 0 && /^\p{Lu}/u.test(text.slice(at, at + 1));
    const meant = isName || isWord(word) || likeOurs.has(word) ? undefined : nearestWord(word);
    return meant === undefined ? [] : [{ at, end, meant }];
  });
  if (doubtful.length === 0) return { text, corrections };
  const { marked } = entitiesIn(text, '2000-01-01', directory);
  let result = '';
  let done = 0;
  for (const { at, end, meant } of doubtful) {
    if (/[A-Z]/.test(marked.slice(at, end))) continue;
    corrections.push({ said: text.slice(at, end), meant });
    result += text.slice(done, at) + meant;
    done = end;
  }
  return { text: result + text.slice(done), corrections };
}

/** Words that look like ours, and are not. */
const likeOurs = new Set(
  'python java later again tomorrow order ordem cientifica cientifico cientificos scientific picape picapes caminhonete hatch sedan'.split(
    ' ',
  ),
);

export function entitiesOf(items: readonly Item[], kind: EntityKind): Entity[] {
  return items.flatMap(({ entity, isNegated }) => (entity?.kind === kind && !isNegated ? [entity] : []));
}

export function has(items: readonly Item[], concept: Concept): boolean {
  return items.some(({ concepts, isNegated }) => concepts.has(concept) && !isNegated);
}
