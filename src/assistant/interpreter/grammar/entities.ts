import { uuidPattern } from '#base/uuid.ts';
import type { Period } from '../intent.ts';
import type { Directory, Known } from '../names/directory.ts';
import { knownIn } from '../names/spot-known.ts';
import { addDays } from '../spot/calendar.ts';
import { aNumber, fold, numberIn, pattern, type Sentence, sentenceOf, take } from '../spot/fold.ts';
import { spotSite } from '../spot/spot.ts';
import { spotStations, spotTokens } from '../spot/spot-names.ts';
import { spotPeriod } from '../spot/spot-period.ts';
import { isWord } from './words.ts';

export type EntityKind =
  | 'station'
  | 'card'
  | 'session'
  | 'id'
  | 'site'
  | 'name'
  | 'period'
  | 'clock'
  | 'place'
  | 'kw'
  | 'amperes'
  | 'kwh'
  | 'minutes'
  | 'months'
  | 'percent'
  | 'km'
  | 'money'
  | 'number'
  | 'quoted'
  | 'url'
  | 'key'
  | 'device'
  | 'tariff'
  | 'plugtype'
  | 'model';

export type Entity = {
  kind: EntityKind;
  at: number;
  end: number;
  text: string;
  value: string | number;
  period?: Period;
};

type Spot = (sentence: Sentence, today: string) => { found: Entity[]; left: Sentence };

function by(
  kind: EntityKind,
  regexp: RegExp,
  valueOf: (match: RegExpExecArray, said: string) => string | number | undefined,
): Spot {
  const every = new RegExp(regexp.source, `${regexp.flags}g`);
  return (sentence) => {
    let left = sentence;
    const found: Entity[] = [];
    for (const match of sentence.rest.matchAll(every)) {
      const [words] = match;
      const end = match.index + words.length;
      const value = valueOf(match, sentence.text.slice(match.index, end));
      if (value === undefined) continue;
      found.push({ kind, at: match.index, end, text: sentence.text.slice(match.index, end), value });
      ({ left } = take(left, match.index, words.length, 'X'));
    }
    return { found, left };
  };
}

const digits = '\\d+(?:[.,]\\d+)*';

/** "11,5", "11.5", "1.500", "1,500.50": the last mark stands before decimals unless three digits follow it. */
export function decimalIn(said: string): number | undefined {
  // 2.0.1 is a version.
  if (/^\d+\.\d+\.\d+$/.test(said) && !/^\d{1,3}(?:\.\d{3}){2}$/.test(said)) return undefined;
  const [, whole = '', end] = /^([\d.,]*?)(?:[.,](\d{1,2}|\d{4,}))?$/.exec(said) ?? [];
  const value = Number(`${whole.replaceAll(/[.,]/g, '')}${end === undefined ? '' : `.${end}`}`);
  return !/\d/.test(said) || Number.isNaN(value) ? undefined : value;
}

function amount(kind: EntityKind, unit: string, factor = 1): Spot {
  // A single letter stands right behind digits: "uma" is no ampere.
  const letters =
    unit
      .split('|')
      .filter((each) => each.length === 1)
      .join('|') || '(?!)';
  const long =
    unit
      .split('|')
      .filter((each) => each.length > 1)
      .join('|') || '(?!)';
  const measure = `(?<![\\w-])(?:(\\d+(?:[.,]\\d+)?) ?(?:${letters})(?! [A-Z])|(${aNumber}) ?(?:${long}))(?![\\w%]| ?\\d)`;
  return by(kind, new RegExp(measure), ([, digit, word]) => {
    const said = digit ?? word ?? '';
    const value = decimalIn(said) ?? numberIn(said);
    return value === undefined ? undefined : Math.round(value * factor * 1000) / 1000;
  });
}

/** A sum: with its sign, or with a word that makes it one. */
const money = pattern(
  String.raw`(?:r\$|brl|us\$|\$|€|reais) ?(${digits})(?: ?(k|mil|thousand|m(?:il)?(?:hao|hoes|illion)))?\b|
    (?<![\w.,-])(${digits})(?: ?(k|mil|thousand|m(?:il)?(?:hao|hoes|illion)))? (?:reais|brl|dollars|euros|reals)\b|
    (?<![\w.,-])(${digits}) ?(k|mil|thousand|m(?:il)?(?:hao|hoes|illion))\b(?! ?(?:km|quilom|kilom))`,
);
const kilometres = pattern(
  String.raw`(?<![\w.,-])(${digits}) ?(k|mil|thousand)? ?(?:km|kms|quilometros?|kilomet(?:re|er)s?)\b`,
);

export function sumOf(said: string, unit: string | undefined): number | undefined {
  const value = decimalIn(said);
  if (value === undefined || unit === undefined) return value;
  return value * (/^m(?:il)?(?:hao|hoes|illion)/.test(unit) ? 1_000_000 : 1_000);
}

const leading =
  '(?:as|a|ao|das|pelas|desde|desde as|ate|ate as|ate a|antes d[aeo]s?|depois d[aeo]s?|a partir d[aeo]s?|apos as|at|by|from|to|until|till|before|after|since|between|and|e|entre|entre as|around|por volta das|-)';
const clocks: Spot = by(
  'clock',
  pattern(
    String.raw`(?<![\d.,/:-])(?:(\d{1,2}):(\d\d)(?::\d\d)?(?: ?(am|pm)\b)?|(\d{1,2}) ?(am|pm|a\.m\.|p\.m\.)(?!\w)|(?<=\b${leading} )(\d{1,2}) ?(?:h|hs|hrs|horas)(\d\d)?\b(?: da (manha|tarde|noite))?|
    (?<=\b${leading} )(\d{1,2}) (?:da|in the) (manha|tarde|noite|morning|afternoon|evening)|(?<=\b${leading} )(\d{1,2}) o'clock|
    (?<=\b(?:from|between|das|de|entre|entre as|as|at) )(\d{1,2})(?= (?:to|and|until|till|as|ate|ate as|e|a) (?:as )?\d{1,2}(?::\d\d|h| ?[ap]m| (?:tomorrow|amanha|today|hoje|yesterday|ontem|last night|this morning|this afternoon|in the|da (?:manha|tarde|noite))|[^\w%]*$))|
    (?<=\b(?:from|between|das|as) \d{1,2}(?:h|:\d\d)? (?:to|and|until|till|as|ate|ate as|e) )(\d{1,2})(?=[^\w%]*$| (?:tomorrow|today|amanha|hoje|yesterday|ontem|last night|this (?:morning|afternoon|evening)|in the (?:morning|afternoon|evening)|for|para|pro))|
    (?<=\b(?:tomorrow|amanha|today|hoje) (?:at|as) )(\d{1,2})(?!\d)|\b(noon|meio[- ]dia|midnight|meia[- ]noite)\b)(?![\d/])`,
  ),
  ([, h1, m1, half1, h2, half2, h3, m3, part3, h4, part4, h5, h6, h7, h8, named]) => {
    if (named !== undefined) return /noon|dia/.test(named) ? '12:00' : '00:00';
    const hours = Number(h1 ?? h2 ?? h3 ?? h4 ?? h5 ?? h6 ?? h7 ?? h8);
    const half = half1 ?? half2 ?? part3 ?? part4 ?? '';
    const isLater = /^p|tarde|noite|afternoon|evening/.test(half) && hours < 12;
    const hour = half.startsWith('a') && hours === 12 ? 0 : hours + (isLater ? 12 : 0);
    const minutes = m1 ?? m3 ?? '00';
    return hour > 24 || Number(minutes) > 59 ? undefined : `${String(hour % 24).padStart(2, '0')}:${minutes}`;
  },
);

const periods: Spot = (sentence, today) => {
  let left = sentence;
  const found: Entity[] = [];
  for (let count = 0; count < 4; count += 1) {
    const next = spotPeriod(left.rest, today);
    if (next === undefined) break;
    const { at, length, period } = next;
    found.push({
      kind: 'period',
      at,
      end: at + length,
      text: sentence.text.slice(at, at + length),
      value: period.from,
      period,
    });
    ({ left } = take(left, at, length, 'P'));
  }
  return { found: withRanges(found, sentence.text, today), left };
};

/** "from Monday until Wednesday": two days are the first and the last of those that are meant. */
function withRanges(found: readonly Entity[], text: string, today: string): Entity[] {
  const [first, second, ...others] = found.toSorted((one, other) => one.at - other.at);
  if (first?.period === undefined || second?.period === undefined || others.length > 0) return [...found];
  const [ahead, between] = [fold(text.slice(0, first.at)), fold(text.slice(first.end, second.at))];
  const isRange =
    /\b(?:from|between|since|de|da|do|entre|desde)(?: (?:the|o|a))? $/.test(ahead) &&
    /^ (?:to|until|till|through|and|a|ate|ao|e)(?: (?:the|o|a))? $/.test(between);
  if (!isRange) return [...found];
  const { at, value, period } = first;
  const whole = { kind: 'period' as const, at, end: second.end, text: text.slice(at, second.end), value };
  const last = behind(period.from, second.period, today);
  // From a day to one before it is no time at all.
  return [last === undefined ? whole : { ...whole, period: { from: period.from, to: last.to } }];
}

/** The Wednesday behind a Monday may be in the week after the one that was found for itself. */
function behind(from: string, period: Period, today: string): Period | undefined {
  if (period.from > from) return period;
  const later = { from: addDays(period.from, 7), to: addDays(period.to, 7) };
  return addDays(period.from, 1) === period.to && later.from > from && later.from <= today ? later : undefined;
}

const placeNoun =
  '(?:connector|conector|evse|plug|plugue|tomada|gun|pistola|bico|outlet|socket|port|saida|vaga|spot|bay)';
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

function named(
  kind: 'station' | 'card',
  spot: (sentence: Sentence) => { names: string[]; left: Sentence },
  mark: 'S' | 'T',
): Spot {
  return (sentence) => {
    const { names, left } = spot(sentence);
    const places = [...left.rest.matchAll(new RegExp(`${mark}+`, 'g'))].filter(
      ({ index, 0: run }) => sentence.rest.slice(index, index + run.length) !== run,
    );
    const found = places.flatMap(({ index, 0: run }, step) => {
      const name = names[step];
      const end = index + run.length;
      return name === undefined ? [] : [{ kind, at: index, end, text: sentence.text.slice(index, end), value: name }];
    });
    return { found, left };
  };
}

const sites: Spot = (sentence) => {
  const { site, isLed, left } = spotSite(sentence);
  const isOurs = fold(site ?? '')
    .split(/[^a-z]+/)
    .every(isWord);
  // "which site earned the most" names no site.
  if (site === undefined || (isOurs && (isLed || /^\p{Ll}/u.test(site)))) return { found: [], left: sentence };
  const at = left.rest.search(/L+/);
  const found: Entity = { kind: isLed ? 'name' : 'site', at, end: at + site.length, text: site, value: site };
  return { found: [found], left };
};

/** What a price goes down by, such as LIVROS20, which looks like the name of a station. */
const coupons: Spot = ({ text, rest }) => {
  let left = { text, rest };
  const found: Entity[] = [];
  const led =
    /(?<=\b(?:coupon|code|cupom|c[óo]digo|voucher)(?: code| de desconto)? )["']?([A-Za-z]+\d+|[A-Z]{4,}\d*)\b|\b[A-Z]{4,}\d{2}\b/g;
  for (const { index, 0: said } of text.matchAll(led)) {
    if (/[A-Z]/.test(rest.slice(index, index + said.length))) continue;
    found.push({ kind: 'key', at: index, end: index + said.length, text: said, value: said });
    ({ left } = take(left, index, said.length, 'X'));
  }
  return { found, left };
};

const idNouns =
  '(?:vehicle|veiculo|car|carro|book|livro|driver|motorista|reservation|reserva|proposal|proposta|device|dispositivo|contract|contrato|outage|queda|interrupcao|event|evento|checkout|certificate|certificado|serial|serial number|tariff|tarifa|order|site|local)';
const sessionNouns = '(?:sessions?|sess(?:ao|oes)|transactions?|transac(?:ao|oes)|recargas?)';
const counting = '(?: (?:number|numero|nr|no|n|id|de|da|of|the))?[ .:#]*';
/** "sessions of 25 kWh" are not session 25. */
const sessionCounting = '(?: (?:number|numero|nr|no|n|id))?[ .:#]*';

function plugType(said: string): string {
  const kind = said.replaceAll(/[^a-z\d]/g, '');
  if (kind.startsWith('ccs')) return kind === 'ccs1' ? 'CCS1' : 'CCS2';
  if (kind === 'chademo') return 'CHAdeMO';
  return kind === 'gbt' ? 'GB/T' : `Tipo ${kind.at(-1)}`;
}

/** A person and whatever else has no kind of its own stand as a name. */
const kindOf: Record<Known['kind'], EntityKind> = {
  station: 'station',
  site: 'site',
  driver: 'name',
  device: 'device',
  tariff: 'tariff',
  model: 'model',
  group: 'name',
};

/** What this installation calls so. */
function knownNames(directory: Directory): Spot {
  return (sentence) => {
    let left = sentence;
    const visible = sentence.text.replaceAll(/./gs, (letter, at: number) =>
      /[A-Z]/.test(sentence.rest[at] ?? '') ? ' ' : letter,
    );
    const found = knownIn(visible, directory).map(({ at, end, known: { kind, name, id } }): Entity => {
      ({ left } = take(left, at, end - at, 'X'));
      const value = kind === 'device' || kind === 'tariff' || kind === 'station' ? id : name;
      return { kind: kindOf[kind], at, end, text: sentence.text.slice(at, end), value };
    });
    return { found, left };
  };
}

const quotes: readonly Spot[] = [
  by('quoted', /"[^"]{1,200}"|'[^']{2,200}'(?![a-z])|«[^»]{1,200}»/, (_match, said) => said.slice(1, -1)),
  // "open a ticket for CP-7: the lock is stuck": what stands behind the colon is the text.
  by(
    'quoted',
    /(?<=\b(?:ticket|chamado|text|texto|message|mensagem|note|nota|aviso|write|show|display|escrev[ae]|mostr[ae]|exib[ae])\b[^:"]{0,80}: )(?![X"'«])\S.{1,199}$/,
    (_match, said) => said.replace(/[.!]+$/, ''),
  ),
  // "refund 5 of session 9, the cable was loose": why it is given back.
  by(
    'quoted',
    /(?<=\b(?:refund|give back|credit|reimburse|estorn[aeo]r?|devolv[aeo]r?|reembols[aeo]r?|exclude|exclu[ai]r?|desconsider[ae]r?)\b[^X"]*(?:, (?!please|por favor|and |e )| because (?:of )?| since | porque | pois | por causa d[eoa]s? ))(?![X"'«])[^,]{4,199}$/,
    (_match, said) => said.replace(/[.!]+$/, ''),
  ),
];

const spots: readonly Spot[] = [
  by('url', /\b(?:https?|ftp|ftps):\/\/\S+/, (_match, said) => said.replace(/[.,;!?]+$/, '')),
  by('id', new RegExp(`(?<=\\b${idNouns}${counting})${uuidPattern}\\b`), (_match, said) => said),
  by('id', /\b(?:[a-z]{3}-\d{3}|rule_[\w-]+|ctr_[\w-]+|out_[\w-]+)\b/, (_match, said) =>
    /^[a-z]{3}-\d{3}$/.test(said) ? said : undefined,
  ),
  by('session', new RegExp(`\\b${uuidPattern}\\b`), (_match, said) => said),
  by(
    'session',
    new RegExp(
      `(?<=\\b${sessionNouns}${sessionCounting})(?:(?:s|ses|sess|tx|trx|t)[-_]?)?(?!20\\d\\d\\b)\\d[\\w-]*\\b(?!/| ?(?:kwh?|min|h\\b|hours?|horas?|reais))`,
    ),
    (_match, said) => said,
  ),
  by('plugtype', /\b(?:ccs ?[12]?|type ?[12]|tipo ?[12]|chademo|gb ?\/? ?t)\b/, ([said]) => plugType(said)),
  named('card', spotTokens, 'T'),
  by(
    'minutes',
    /(?<=\b(?:for|por|durante) )(\d{1,2}) ?h ?([0-5]\d)(?: ?m(?:in)?)?\b/,
    ([, hours, minutes]) => Number(hours) * 60 + Number(minutes),
  ),
  by('minutes', /\b(?:(?:uma )?hora e meia|an hour and a half|one and a half hours)\b/, () => 90),
  by('minutes', /\b(?:duas horas e meia|two and a half hours)\b/, () => 150),
  clocks,
  periods,
  by('place', new RegExp(`\\b${placeNoun}(?: (?:number|numero|n|no))?[ .#]*(\\d{1,3})\\b`), ([, which]) =>
    Number(which),
  ),
  by(
    'place',
    new RegExp(`\\b(${Object.keys(ordinals).join('|')}) ${placeNoun}\\b`),
    ([, which = '']) => ordinals[which],
  ),
  coupons,
  by('km', kilometres, ([, said = '', unit]) => sumOf(said, unit)),
  by('money', money, ([, one, unit1, two, unit2, three, unit3]) =>
    sumOf(one ?? two ?? three ?? '', unit1 ?? unit2 ?? unit3),
  ),
  amount('kwh', 'kwh|quilowatts?[- ]hora'),
  amount('kw', 'kw|quilowatts?|kilowatts?'),
  amount('kw', 'w|watts?', 0.001),
  amount('amperes', 'a|amps?|amperes?'),
  amount('minutes', 'minutes?|minutos?|mins?'),
  amount('minutes', 'hours?|horas?|hrs?|h', 60),
  amount('minutes', 'seconds?|segundos?|secs?|seg|s', 1 / 60),
  amount('months', 'months?|mes(?:es)?'),
  by('minutes', /\b(?:meia hora|half an hour)\b/, () => 30),
  by('minutes', /\b(?:an hour|one hour|next hour|uma hora|proxima hora)\b/, () => 60),
  amount('percent', '%|percent|per cent|por cento'),
  by(
    'model',
    /\b(?:hb ?20s?|t-cross|hr-v|cr-v|model [3sxy]|mach-e|e-tron|xc ?40|xc ?60|ex30|c3|208|2008|3008|s10|i3|ix|x1|x3|q3|a3|a4)\b/,
    (_match, said) => said,
  ),
  named('station', spotStations, 'S'),
  sites,
  by(
    'number',
    /\b(?:two|three|four|five|six|seven|eight|nine|ten|dois|duas|tres|quatro|cinco|seis|sete|oito|nove|dez)\b/,
    ([said]) => numberIn(said),
  ),
  by('number', new RegExp(`(?<![\\w.,-])(?:\\d+(?:[.,]\\d+)*)(?![\\w])`), ([said]) => decimalIn(said)),
];

/** What a sentence names by itself: things, numbers, times; what was recognised is marked, so that nothing is taken for two things. */
export function entitiesIn(
  text: string,
  today: string,
  directory: Directory = [],
): { entities: Entity[]; text: string; marked: string } {
  let sentence = sentenceOf(text);
  const entities: Entity[] = [];
  for (const spot of [...quotes, knownNames(directory), ...spots]) {
    if (spot === sites && entities.some(({ kind }) => kind === 'site')) continue;
    const { found, left } = spot(sentence, today);
    entities.push(...found);
    sentence = left;
  }
  for (const key of keysIn(sentence)) {
    entities.push(key);
    ({ left: sentence } = take(sentence, key.at, key.end - key.at, 'X'));
  }
  return { entities: entities.toSorted((one, other) => one.at - other.at), text: sentence.text, marked: sentence.rest };
}

/** Names of settings: HeartbeatInterval, OCPPCommCtrlr.HeartbeatInterval. */
function keysIn({ text, rest }: Sentence): Entity[] {
  return [...text.matchAll(/\b[A-Z][a-z]+(?:\.?[A-Z][A-Za-z\d]*)+\b|\b[A-Z]{2,}[a-z]+[A-Z][\w.]*\b/g)].flatMap(
    ({ index, 0: said }) =>
      /[A-Z]/.test(rest.slice(index, index + said.length))
        ? []
        : [{ kind: 'key' as const, at: index, end: index + said.length, text: said, value: said }],
  );
}
