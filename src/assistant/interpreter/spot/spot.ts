import { hoursOf } from '../grammar/day-parts.ts';
import type { Period } from '../intent.ts';
import { pattern, type Sentence, sentenceOf, take } from './fold.ts';
import { type Amounts, spotAmounts, spotSessions, spotStations, spotTokens } from './spot-names.ts';
import { spotPeriod } from './spot-period.ts';

/** A word for any place, and words that are part of its name where they are written as such. */
const plainNoun = '(?:sites?|locations?|locais|local|unidade|filial|branch|depot|hub)';
const speakingNoun =
  '(?:garagem|garage|patio|shopping|mall|estacionamento|parking lot|car park|parking|predio|building)';
const name = "[a-z][\\w'-]*(?: (?:d[aeo]s? )?[a-z][\\w'-]*){0,3}";
const noName =
  /^(?:os|as|o|a|the|that|is|are|was|que|esta|estao|there|have|has|had|with|com|sem|in|em|no|na|de|do|da|now|agora|and|e|all|todos|each|every|cada|por|by|per|tem|teve|to|only|had|so|tivesse|fosse|will|would|which|onde|mais|most|we|nos|did|foi)$/i;

/**
 * "at the Harbour site", "no site Praia", "em Praia Norte". A name without the word for a place counts only where it is written with a capital
 * letter after a word that leads to places.
 */
export function spotSite(sentence: Sentence): { site?: string; isLed: boolean; left: Sentence } {
  for (const read of [namedBefore, namedBehind, ledTo]) {
    const found = read(sentence);
    if (found === undefined) continue;
    const { left } = take(sentence, found.at, found.name.length, 'L');
    return { site: found.name, isLed: read === ledTo, left };
  }
  return { isLed: false, left: sentence };
}

type Match = { name: string; at: number } | undefined;

function namedBefore({ text, rest }: Sentence): Match {
  const pattern = new RegExp(
    `\\b(?:at|in|from|for|of|limit|cap) (?:the )?(${name}) (?:${plainNoun}|${speakingNoun})\\b`,
    'd',
  );
  const [at, end] = pattern.exec(rest)?.indices?.[1] ?? [];
  if (at === undefined) return undefined;
  const said = text.slice(at, end);
  const isNoun = new RegExp(`^${plainNoun}$`).test(rest.slice(at, end)); // "limit site Depot"
  return isNoun || said.split(' ').some((word) => noName.test(word)) ? undefined : { name: said, at };
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

function capitalsOf(said: string): string {
  const words = said.split(' ');
  const until = words.findIndex((word) => !/^(?:\p{Lu}|d[aeo]s?$)/u.test(word));
  const part = (until === -1 ? words : words.slice(0, until)).join(' ').replace(/(?: d[aeo]s?)+$/, '');
  return /^\p{Lu}/u.test(part) && !noName.test(part) ? part : '';
}

/** What a sentence names: things, numbers and days. What is to be done with them is told by the words that are left. */
export type Spotted = Sentence & {
  stations: string[];
  tokens: string[];
  sessions: string[];
  amounts: Amounts;
  period: Period | undefined;
  site: string | undefined;
};

/** So that "ponto de recarga" is not taken for a charging session, nor "charging station" for one that is charging. */
const severalWords = pattern(
  String.raw`\b(?:charging (?:stations?|points?|network)|charge ?points?|(?:estac(?:ao|oes)|pontos?|postos?|rede) de (?:recargas?|
    carregamento|carga)|ev chargers?)\b`,
  'g',
);

/** `today` by the calendar of whoever speaks. */
export function spot(text: string, today: string): Spotted {
  const whole = sentenceOf(text);
  const { names: sessions, left: withoutSessions } = spotSessions(whole);
  const { names: tokens, left: withoutTokens } = spotTokens(withoutSessions);
  const { period, left: withoutPeriod } = spotDays(withoutTokens, today);
  const { amounts, left: withoutAmounts } = spotAmounts(withoutPeriod);
  const { names: stations, left: withoutStations } = spotStations(withoutAmounts);
  const { site, left } = spotSite(withoutStations);
  const rest = left.rest.replaceAll(severalWords, 'stations');
  return { ...left, rest, stations: [...new Set(stations)], tokens, sessions, amounts, period, site };
}

function spotDays(sentence: Sentence, today: string): { period: Period | undefined; left: Sentence } {
  const found = spotPeriod(sentence.rest, today);
  if (found === undefined) return { period: undefined, left: sentence };
  const { said, left } = take(sentence, found.at, found.length, 'P');
  return { period: hoursOf(said, found.period), left };
}
