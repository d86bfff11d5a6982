import { uuidPattern } from '#base/uuid.ts';
import { aNumber, type Mark, numberIn, pattern, type Sentence, take } from './fold.ts';

export type Amounts = { kw?: number; amperes?: number; minutes?: number; place?: number; isPart?: boolean };

type Unit = [pattern: RegExp, amountOf: (value: number) => Amounts];

const units: readonly Unit[] = [
  [amount('kw|quilowatts?|kilowatts?'), (kw) => ({ kw })],
  [amount('w|watts?'), (watts) => ({ kw: watts / 1000 })],
  [amount('a|amps?|amperes?'), (amperes) => ({ amperes })],
  [amount('minutes?|minutos?|mins?|m'), (minutes) => ({ minutes })],
  [amount('hours?|horas?|hrs?|h'), (hours) => ({ minutes: Math.round(hours * 60) })],
  // Half of what it can do is no number that anybody here knows.
  [amount('%|percent|por cento'), () => ({ isPart: true })],
];

const placeNoun =
  '(?:connector|conector|evse|plug|plugue|tomada|gun|pistola|bico|cabo|cable|outlet|socket|port|porta|saida)';
const ordinals: Readonly<Record<string, number>> = {
  first: 1,
  primeiro: 1,
  primeira: 1,
  second: 2,
  segundo: 2,
  segunda: 2,
  third: 3,
  terceiro: 3,
  terceira: 3,
  fourth: 4,
  quarto: 4,
  quarta: 4,
};

export function spotAmounts(sentence: Sentence): { amounts: Amounts; left: Sentence } {
  let left = sentence;
  let amounts: Amounts = {};
  const here =
    new RegExp(`\\b${placeNoun}(?: (?:number|numero|n|no))?[ .#]*(\\d{1,3})\\b`).exec(left.rest) ??
    new RegExp(`\\b(${Object.keys(ordinals).join('|')}) ${placeNoun}\\b`).exec(left.rest);
  if (here !== null) {
    const [words, which = ''] = here;
    amounts = { place: ordinals[which] ?? Number(which) };
    ({ left } = take(left, here.index, words.length, 'E'));
  }
  for (const [pattern, amountOf] of units) {
    const found = pattern.exec(left.rest);
    const value = numberIn(found?.[1] ?? '');
    if (found === null || value === undefined) continue;
    amounts = { ...amountOf(value), ...amounts };
    ({ left } = take(left, found.index, found[0].length, amountOf(value).isPart === true ? 'Q' : 'N'));
  }
  const half = /\b(?:meia hora|half an hour)\b/.exec(left.rest);
  if (half === null) return { amounts, left };
  return { amounts: { minutes: 30, ...amounts }, left: take(left, half.index, half[0].length, 'N').left };
}

function amount(unit: string): RegExp {
  return new RegExp(`(?<![\\w-])(${aNumber}) ?(?:${unit})(?![\\w%]| ?\\d)`);
}

type Spotted = { names: string[]; left: Sentence };

const stationNouns =
  '(?:charging stations?|charge ?points?|charging points?|stations?|chargers?|estac(?:ao|oes)(?: de (?:recarga|carregamento))?|carregador(?:es)?|pontos?(?: de (?:recarga|carregamento|carga))?|eletropostos?|totem|posto)';
const counting =
  '(?: (?:number|numero|nr|no|n|id|named|called|chamad[oa]|de nome|(?:that |which |que )?(?:ending|ends|end|terminad[oa]|termina|terminando|final|(?:com |de )final|finish\\w*)(?: (?:in|with|em|com|por|de))?))?[ .:#]*';
const tokenNouns =
  "(?:(?:rfid|id|charge|driver'?s?) )?(?:cards?|cart(?:ao|oes)|tags?|tokens?|rfid|crachas?|chaveiros?|fobs?|id ?tags?|badges?)(?: rfid| tag)?";
const sessionNouns = '(?:sessions?|sess(?:ao|oes)|transactions?|transac(?:ao|oes)|charging session|recarga)';

const noStation =
  pattern(String.raw`^(?:q[1-4]|ccs\d?|ocpp\d*|type\d|tipo\d|co2|mp3|top\d+|covid\d+|mid20\d\d|pre20\d\d|ipv?\d|utf8|r\$?\d+|
    rs\d+|ev\d*|v\d+|id\d{1,2}|web\d|http\d*|k\d|[a-z]{3}20\d\d|ate\d+|de\d+|a\d+|to\d+|for\d+|por\d+)$`);

const sessionPatterns = [
  new RegExp(`\\b${uuidPattern}\\b`, 'g'),
  new RegExp(
    `(?<=\\b${sessionNouns}${counting})(?:(?:s|ses|sess|tx|trx|t)[-_]?)?(?!20\\d\\d\\b)\\d[\\w-]*\\b(?!/)`,
    'g',
  ),
  /(?<=#)\d{2,}\b/g,
];

export function spotSessions(sentence: Sentence): Spotted {
  return gather(sentence, 'D', sessionPatterns);
}

const capitalToken = new RegExp(`(?<=\\b${tokenNouns}${counting})[a-z]{3,20}\\b`);
const namedStation = new RegExp(`(?<=\\b${stationNouns}${counting})["']?[a-z][\\w-]{1,30}\\b`);
const tokenPatterns = [
  /\btok_[\w-]+/g,
  new RegExp(
    `(?<=\\b${tokenNouns}${counting})[a-z\\d][\\w:.-]*\\d[\\w:-]*\\b|(?<=\\b${tokenNouns}${counting})\\d[\\w:-]*\\b`,
    'g',
  ),
  // The second of two: "cards 04AA and 04BB".
  /(?<=T(?:,| and| e| or| ou)(?: the| o| a)? )(?=[\w:-]*\d)[a-z\d][\w:-]{2,}\b/g,
  /\b(?=[\da-f]*\d)(?=\d*[a-f])[\da-f]{8,20}\b/g,
  /\b[\da-f]{2}(?::[\da-f]{2}){3,9}\b/g,
];

/** A token is named by its id, or by what is printed on the card: it has a digit, or is written in capitals. */
export function spotTokens(sentence: Sentence): Spotted {
  const named = gather(sentence, 'T', tokenPatterns);
  if (named.names.length > 0) return named;
  const capitals = capitalToken.exec(sentence.rest);
  if (capitals === null) return named;
  const { said, left } = take(sentence, capitals.index, capitals[0].length, 'T');
  return /^[A-Z]+$/.test(said) ? { names: [said], left } : named;
}

const stationPatterns = [
  /\b[a-z][a-z\d]*(?:[-_][a-z\d]+)*[-_]\d[a-z\d]*(?:[-_][a-z\d]+)*\b(?![/:]\d{4})/g,
  /\b(?:cp|cs|pc|evcs|dc|ac|st|wb) ?\d{1,5}\b/g,
  /\b[a-z]{2,10}\d{1,5}[a-z]?\b/g,
  new RegExp(`(?<=\\b${stationNouns}${counting})\\d{1,6}\\b(?! ?(?:kwh?|a\\b|min|%))`, 'g'),
];

/** "CP-7", "cp 7", "PRAIA-03", "carregador 12", "station Lobby". */
export function spotStations(sentence: Sentence): Spotted {
  const byForm = gather(sentence, 'S', stationPatterns);
  if (byForm.names.length > 0) return byForm;
  const word = namedStation.exec(sentence.rest);
  if (word === null) return byForm;
  const { said, left } = take(sentence, word.index, word[0].length, 'S');
  const isProtocol = noStation.test(said.toLowerCase());
  return /^["']?[A-Z][\w-]*/.test(said) && !isProtocol ? { names: [said.replaceAll(/["']/g, '')], left } : byForm;
}

function gather(sentence: Sentence, mark: Mark, patterns: readonly RegExp[]): Spotted {
  let left = sentence;
  const found: { at: number; name: string }[] = [];
  for (const pattern of patterns) {
    for (const match of left.rest.matchAll(pattern)) {
      const [words] = match;
      if (mark === 'S' && noStation.test(words.replaceAll(/[^a-z\d]/g, ''))) continue;
      const taken = take(left, match.index, words.length, mark);
      left = taken.left;
      found.push({ at: match.index, name: mark === 'S' ? stationName(taken.said) : taken.said });
    }
  }
  return { names: found.toSorted((one, other) => one.at - other.at).map(({ name }) => name), left };
}

/** As stations are usually named; whoever looks it up compares without the hyphen. */
function stationName(said: string): string {
  const [, letters, digits] = /^([a-z]+) ?(\d+)$/i.exec(said) ?? [];
  return letters === undefined ? said.toUpperCase() : `${letters.toUpperCase()}-${digits}`;
}
