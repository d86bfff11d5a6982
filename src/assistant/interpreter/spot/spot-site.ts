import { type Sentence, take } from './sentence.ts';

/** A word for any place, and words that are part of its name where they are written as such. */
const plainNoun = '(?:sites?|locations?|locais|local|unidade|filial|branch|depot|hub)';
const speakingNoun =
  '(?:garagem|garage|patio|shopping|mall|estacionamento|parking lot|car park|parking|predio|building)';
const name = "[a-z][\\w'-]*(?: (?:d[aeo]s? )?[a-z][\\w'-]*){0,3}";
const noName =
  /^(?:os|as|o|a|the|that|is|are|was|que|esta|estao|there|have|has|had|with|com|sem|in|em|no|na|de|do|da|now|agora|and|e|all|todos|each|every|cada|por|by|per|tem|teve|which|onde|mais|most|we|nos|did|foi)$/i;

/**
 * "at the Harbour site", "no site Praia", "em Praia Norte". A name without the word for a place counts only where it is written with a capital
 * letter after a word that leads to places.
 */
export function spotSite(sentence: Sentence): { site?: string; left: Sentence } {
  for (const read of [namedBefore, namedBehind, ledTo]) {
    const found = read(sentence);
    if (found !== undefined) return { site: found.name, left: take(sentence, found.at, found.name.length, 'L').left };
  }
  return { left: sentence };
}

type Match = { name: string; at: number } | undefined;

function namedBefore({ text, rest }: Sentence): Match {
  const pattern = new RegExp(`\\b(?:at|in|from|for) (?:the )?(${name}) (?:${plainNoun}|${speakingNoun})\\b`, 'd');
  const [at, end] = pattern.exec(rest)?.indices?.[1] ?? [];
  if (at === undefined) return undefined;
  const said = text.slice(at, end);
  return said.split(' ').some((word) => noName.test(word)) ? undefined : { name: said, at };
}

function namedBehind({ text, rest }: Sentence): Match {
  const pattern = new RegExp(
    `\\b(${plainNoun}|${speakingNoun})(?: (?:named|called|chamad[oa]|d[aeo]|of))? (${name})`,
    'd',
  );
  const [, noun, words] = pattern.exec(rest)?.indices ?? [];
  if (noun === undefined || words === undefined) return undefined;
  const said = text.slice(words[0], words[1]);
  const named = capitalsOf(said);
  const isPlain = new RegExp(`^${plainNoun}$`).test(rest.slice(...noun));
  if (named !== '' && !isPlain && /^\p{Lu}/u.test(text.slice(noun[0])))
    return { name: text.slice(noun[0], words[0] + named.length), at: noun[0] };
  if (named !== '') return { name: named, at: words[0] };
  const [first = ''] = said.split(' ');
  return isPlain && !noName.test(first) && !rest.slice(...noun).endsWith('s')
    ? { name: first, at: words[0] }
    : undefined;
}

function ledTo({ text, rest }: Sentence): Match {
  const pattern = new RegExp(`\\b(?:at|in|from|for|no|na|nos|nas|em|do|da|de) (?:the )?(${name})`, 'dg');
  for (const { indices } of rest.matchAll(pattern)) {
    const [at, end] = indices?.[1] ?? [];
    const named = at === undefined ? '' : capitalsOf(text.slice(at, end));
    if (at !== undefined && named !== '') return { name: named, at };
  }
  return undefined;
}

/** The words with capitals at its beginning. */
function capitalsOf(said: string): string {
  const words = said.split(' ');
  const until = words.findIndex((word) => !/^(?:\p{Lu}|d[aeo]s?$)/u.test(word));
  const part = (until === -1 ? words : words.slice(0, until)).join(' ').replace(/(?: d[aeo]s?)+$/, '');
  return /^\p{Lu}/u.test(part) && !noName.test(part) ? part : '';
}
