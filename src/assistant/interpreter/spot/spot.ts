import type { Period } from '../intent.ts';
import { pattern } from './pattern.ts';
import type { Sentence } from './sentence.ts';
import { sentenceOf, take } from './sentence.ts';
import { type Amounts, spotAmounts } from './spot-amounts.ts';
import { spotSessions, spotStations, spotTokens } from './spot-names.ts';
import { spotPeriod } from './spot-period.ts';
import { spotSite } from './spot-site.ts';

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
  return { period: found.period, left: take(sentence, found.at, found.length, 'P').left };
}
