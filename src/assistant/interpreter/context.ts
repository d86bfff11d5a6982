import type { Message } from '../conversation/message.ts';
import { askedIn, type Moment } from './grammar/asked.ts';
import type { Concept } from './grammar/lexicon.ts';
import { withStep } from './grammar/period-steps.ts';
import { type Item, isSilent } from './grammar/read.ts';
import { type Row, readAnswer, rowsIn, textIn } from './plans/read-answer.ts';
import { plain } from './plans/show.ts';
import { fold, pattern } from './spot/fold.ts';

/** Things that the last answer showed, each as one would name it: "station CP-7", "vehicle 0192…". */
export type Shown = readonly string[];

type Kind = { list: string; named: (row: Row) => string; mark: (row: Row) => string };

const kinds: readonly Kind[] = [
  {
    list: 'charge_points',
    named: (row) => `station ${textIn(row, 'charge_point_id')}`,
    mark: (row) => plain(textIn(row, 'charge_point_id')),
  },
  {
    list: 'items',
    named: (row) => `station ${textIn(row, 'charge_point_id')}`,
    mark: (row) => plain(textIn(row, 'charge_point_id')),
  },
  {
    list: 'sessions',
    named: (row) => `session ${textIn(row, 'session_id')}`,
    mark: (row) => plain(textIn(row, 'session_id')),
  },
  {
    list: 'veiculos',
    named: (row) => `vehicle ${textIn(row, 'id')}`,
    mark: (row) => `${plain(textIn(row, 'marca'))} | ${plain(textIn(row, 'modelo'))} | ${textIn(row, 'ano_modelo')}`,
  },
  {
    list: 'estacoes',
    named: (row) => `station ${textIn(row, 'charge_point_id')}`,
    mark: (row) => plain(textIn(row, 'charge_point_id')),
  },
  { list: 'books', named: (row) => `book ${textIn(row, 'book_id')}`, mark: (row) => plain(textIn(row, 'title')) },
  { list: 'drivers', named: (row) => `driver ${textIn(row, 'name')}`, mark: (row) => plain(textIn(row, 'name')) },
  { list: 'tokens', named: (row) => `card ${textIn(row, 'token_id')}`, mark: (row) => plain(textIn(row, 'token_id')) },
  {
    list: 'reservations',
    named: (row) => `reservation ${textIn(row, 'reservation_id')} at ${textIn(row, 'charge_point_id')}`,
    mark: (row) => plain(textIn(row, 'charge_point_id')),
  },
  { list: 'devices', named: (row) => `"${textIn(row, 'name')}"`, mark: (row) => plain(textIn(row, 'name')) },
  {
    list: 'proposals',
    named: (row) => `proposal ${textIn(row, 'proposal_id')}`,
    mark: (row) => plain(textIn(row, 'proposal_id')),
  },
];

const single: readonly [field: string, named: (row: Row) => string][] = [
  ['veiculo', (row) => `vehicle ${textIn(row, 'id')}`],
  ['session', (row) => `session ${textIn(row, 'session_id')}`],
];

/** What the answer between two sentences of a person showed, in the order in which it stood there. */
export function shownIn(messages: readonly Message[]): Shown {
  const said = messages.flatMap((message) => (message.role === 'assistant' ? [message.text] : [])).join('\n');
  for (const message of messages.toReversed()) {
    if (message.role !== 'tool' || message.isError) continue;
    const { data } = readAnswer(message.text, false);
    const one = single.find(([field]) => typeof data[field] === 'object' && data[field] !== null);
    if (one !== undefined) return [one[1](data[one[0]] as Row)];
    for (const { list, named, mark } of kinds) {
      // Two of the same brand, model and year stand in two lines.
      const last = new Map<string, number>();
      const places = rowsIn(data, list).map((row) => {
        const words = mark(row);
        const at = said.indexOf(words, (last.get(words) ?? -1) + 1);
        if (at >= 0) last.set(words, at);
        return { name: named(row), at };
      });
      const there = places.filter(({ at }) => at >= 0).toSorted((first, second) => first.at - second.at);
      if (there.length > 0) return [...new Set(there.map(({ name }) => name))];
    }
    const book = textIn(data, 'book_id');
    if (book !== '') return [`book ${book}`];
    const station = textIn(data, 'charge_point_id');
    if (station !== '' && said.includes(plain(station))) return [`station ${station}`];
  }
  return [];
}

const numbers: Readonly<Record<string, number>> = {
  first: 0,
  '1st': 0,
  primeiro: 0,
  primeira: 0,
  second: 1,
  '2nd': 1,
  segundo: 1,
  segunda: 1,
  third: 2,
  '3rd': 2,
  terceiro: 2,
  terceira: 2,
  fourth: 3,
  '4th': 3,
  quarto: 3,
  quarta: 3,
  fifth: 4,
  quinto: 4,
  quinta: 4,
  last: -1,
  ultimo: -1,
  ultima: -1,
};
const ordinal = pattern(
  String.raw`\b(?:(?:the|o|a|do|da|no|na|of the) )?(?:(${Object.keys(numbers).join('|')})(?: one| deles| delas| of them| da lista| on the list)(?=\W|$)|
    (?:the|o|a|do|da|no|na|of the) (${Object.keys(numbers).join('|')})(?=\s*[?.!,]|\s*$|\s+(?:and|e|with|com|now|agora)\b)|(?:number|numero|n[o.]|#) ?(\d{1,2})(?=\s*[?.!,]|\s*$))`,
);
const bare = new RegExp(`^(?:and |e )?(?:the |o |a )?(${Object.keys(numbers).join('|')})(?: one)?[?.! ]*$`);
const pair =
  /\b(?:the first two|os dois primeiros|as duas primeiras|os primeiros dois|as primeiras duas|the two|both(?: of them)?|those two|them all|all of them|them|they|todos eles|todas elas|esses dois|essas duas|os dois|as duas|ambos|ambas|eles|elas)\b/;
const maxTogether = 8;
/** "all of them but the first". */
const allBut = new RegExp(
  `\\b(?:(?:all of )?them|all|the others|tod[ao]s(?: el[ae]s)?|el[ae]s) (?:but|except|menos|exceto)(?: for)? (?:the |a |o )?(${Object.keys(numbers).join('|')})(?: one)?(?=\\s*[?.!,]|\\s*$)`,
);
const pronoun =
  /\b(?:that one|this one|that station|this station|that charger|that car|this car|that vehicle|that book|that session|it|esse carregador|essa estacao|esse carro|esse veiculo|esse livro|essa sessao|desse livro|desse|dessa|deste|desta|esse mesmo|essa mesma|esse ai|essa ai|nele|nela|dele|dela|esse|essa|ele|ela|this|aquele|aquela)\b/;
const detailsOnly =
  /^(?:(?:show|give|me|mostra|mostre|more|mais|ver|os|the|please|por favor) )*(?:details?|detalhes?|tell me more|me conta mais|more details|mais detalhes|more info|mais informacoes)[?.! ]*$/;

/** The sentence with what it points at put in by its name. undefined: it points at something that is not there. */
export function withReferences(text: string, shown: Shown, current: string | undefined): string | undefined {
  const folded = fold(text.normalize('NFC'));
  const alone = bare.exec(folded);
  if (alone !== null)
    return atPlace(shown, numbers[alone[1] ?? '']) === undefined
      ? undefined
      : `details of ${atPlace(shown, numbers[alone[1] ?? ''])}`;
  const only = shown.length === 1 ? shown[0] : undefined;
  const it = current ?? only;
  if (detailsOnly.test(folded))
    return it === undefined && shown.length === 0 ? undefined : `details of ${it ?? shown[0]}`;
  const remaining = allBut.exec(folded);
  if (remaining !== null && shown.length > 1) {
    const left = shown.toSpliced(numbers[remaining[1] ?? ''] ?? 0, 1);
    return left.length > maxTogether
      ? undefined
      : replaced(text, remaining.index, remaining[0].length, left.join(' and '));
  }
  const found = ordinal.exec(folded);
  if (found !== null && shown.length > 0) {
    const [words, one, other, digits] = found;
    const name = atPlace(shown, digits === undefined ? numbers[one ?? other ?? ''] : Number(digits) - 1);
    return name === undefined ? undefined : replaced(text, found.index, words.length, name);
  }
  const both = pair.exec(folded);
  if (
    both !== null &&
    shown.length >= 2 &&
    (/\bcompar|\b(?:two|both|dois|duas|amb[oa]s)\b/.test(folded) || shown.length <= maxTogether)
  ) {
    const isPair = /\b(?:two|both|dois|duas|amb[oa]s)\b/.test(both[0]) || /\bcompar/.test(folded);
    const isFirst = /first|primeir/.test(both[0]) || /\bcompar/.test(folded);
    // "both" of three is not said clearly.
    if (!isPair || isFirst || shown.length === 2)
      return replaced(text, both.index, both[0].length, (isPair ? shown.slice(0, 2) : shown).join(' and '));
  }
  const whose = /\b(?:his|her|their)\b/.exec(folded);
  if (whose !== null && it?.startsWith('driver ') === true)
    return replaced(text, whose.index, whose[0].length, `${it.slice('driver '.length)}'s`);
  const pointed = pronoun.exec(folded);
  if (pointed !== null && it !== undefined && !/\b(?:is it|it is|isso)\b/.test(folded))
    return replaced(text, pointed.index, pointed[0].length, it);
  return text;
}

function replaced(text: string, at: number, length: number, by: string): string {
  // Without an article "book" is an order.
  const named = by.replace(/^book /, 'the book ');
  return `${text.slice(0, at)} ${named} ${text.slice(at + length)}`.replaceAll(/\s+/g, ' ').trim();
}

function atPlace(shown: Shown, place: number | undefined): string | undefined {
  return place === undefined ? undefined : shown.at(place);
}

/** One of a family takes the place of another: "and the offline ones?" after "which are faulted?". */
const families: readonly (readonly Concept[])[] = [
  ['faulted', 'offline', 'online', 'free', 'unavailable', 'waiting', 'charging'],
  ['running', 'ended'],
  ['energy', 'revenue', 'uptime', 'usage'],
  ['colourname', 'on', 'off'],
  ['fuelname'],
  ['gearname'],
  ['brandname'],
  ['modelname'],
  ['cheap', 'expensive', 'newest'],
];

/** The sentence before, with what the new one says put in its place: "and CP-9?", "yesterday?", "in white". */
export function merged(before: string, text: string, moment: Moment): string {
  const old = askedIn(before, moment);
  const stepped = withStep(old, text);
  if (stepped !== undefined) return stepped;
  let result = old.text;
  const added: string[] = [];
  const { items } = askedIn(text, moment);
  // "compared with September" needs both.
  if (items.some(({ concepts }) => concepts.has('compare'))) return `${old.text.replace(/[?.!\s]+$/, '')} ${text}`;
  for (const [index, item] of items.entries()) {
    const isLead =
      isSilent(item) ||
      ['not', 'only'].some((concept) => item.concepts.has(concept as 'only')) ||
      (index === 0 && items.length > 1 && item.concepts.has('now')) ||
      (item.concepts.has('price') && isCounted(items[index + 1]));
    if (item.entity === undefined && isLead) continue;
    const lead = ledBy(items, index);
    const said = `${lead}${wordsOf(item, text, moment)}`;
    const place = old.items.findIndex((each) => isSameFamily(each, item));
    const isYear = /^(?:19|20)\d\d$/.test(item.text);
    const amounts = item.entity?.kind === 'number' && !isYear ? old.items.filter(isAmount) : [];
    // "the 2" is a connector only where nothing was measured.
    const measured = amounts.filter(({ entity }) => entity?.kind !== 'place');
    const amount = measured.length > 0 ? measured : amounts;
    const [only] = amount;
    if (place >= 0) {
      const before = lead === '' ? '' : ledBy(old.items, place);
      const words = old.items[place]?.text ?? '';
      result = result.replace(result.includes(`${before}${words}`) ? `${before}${words}` : words, said);
    } else if (only !== undefined && amount.length === 1)
      result = result.replace(only.text, withNumber(only.text, item.text));
    else if (item.entity?.kind === 'site' && pointsAtOne(text) && stationIn(old) !== undefined)
      result = result.replace(stationIn(old)?.text ?? '', `the station in ${said}`);
    else added.push(said);
  }
  return [result.replace(/[?.!\s]+$/, ''), ...added].join(' ');
}

const measures: readonly string[] = ['kw', 'amperes', 'kwh', 'percent', 'minutes', 'money', 'km', 'place'];

/** "and the one in Salvador?", "e a do Rio?" */
function pointsAtOne(text: string): boolean {
  return /\b(?:the one|that|those|[oa]s?) (?:in|at|of|d[eoa]s?|em|n[oa]s?)\b/.test(fold(text.normalize('NFC')));
}

function stationIn({ items }: { items: readonly Item[] }): Item | undefined {
  return items.find(({ entity }) => entity?.kind === 'station');
}

function isAmount({ entity }: Item): boolean {
  return entity !== undefined && measures.includes(entity.kind);
}

/** "16" after "11 kW" is 16 kW. */
function withNumber(amount: string, number: string): string {
  return amount.replace(/\d+(?:[.,]\d+)*/, number);
}

/** "até 130 mil", "after 8": the word before tells which way it counts. */
function ledBy(items: readonly Item[], index: number): string {
  const [item, before] = [items[index], items[index - 1]];
  if (!isCounted(item) || before === undefined || before.entity !== undefined || /^(?:and|e)$/i.test(before.text))
    return '';
  return `${before.text} `;
}

function isCounted(item: Item | undefined): boolean {
  return ['money', 'number', 'km', 'kwh', 'clock', 'percent', 'minutes'].includes(item?.entity?.kind ?? '');
}

function isSameFamily(one: Item, other: Item): boolean {
  if (one.entity !== undefined || other.entity !== undefined) return one.entity?.kind === other.entity?.kind;
  // "light" is what is switched, though one can light it, too.
  if (one.concepts.has('light') || other.concepts.has('light')) return false;
  return families.some(
    (family) => family.some((each) => one.concepts.has(each)) && family.some((each) => other.concepts.has(each)),
  );
}

function wordsOf(item: Item, _text: string, _moment: Moment): string {
  const said = item.entity?.kind === 'period' || item.entity?.kind === 'clock' ? ` ${item.text}` : item.text;
  return item.isNegated ? `not ${said}` : said.trim();
}

export type Taught = { alias: string; meaning: string };

const calling =
  /^(?:please |por favor,? )?(?:call|name|chame|chama|nomeie)\s+(?:the |o |a )?(.{1,60}?)\s+(?:de |as |por )?["“']([^"”']{2,60})["”'][.! ]*$/iu;
const saying =
  /^(?:when i say|if i say|quando eu (?:disser|falar)|se eu disser|by|por)?\s*["“']([^"”']{2,60})["”']\s*,?\s*(?:means|mean|do|run|ask|i mean|quer dizer|significa|faca|faça|rode|pergunte|entenda)?\s*:?\s*["“']([^"”']{2,200})["”'][.! ]*$/iu;

/** "call CP-7 "the lobby charger"", "when I say "morning round", ask "which stations are offline?"". */
export function taughtBy(text: string): Taught | undefined {
  const [, thing, alias] = calling.exec(text.trim()) ?? [];
  if (thing !== undefined && alias !== undefined) return { alias, meaning: thing };
  const [, short, long] = saying.exec(text.trim()) ?? [];
  return short === undefined || long === undefined ? undefined : { alias: short, meaning: long };
}

/** The sentence with what was taught in place of the names that stand for it. */
export function withTaught(text: string, taught: readonly Taught[]): string {
  let result = text;
  for (const { alias, meaning } of taught) {
    const at = fold(result).indexOf(fold(alias));
    if (at >= 0) result = `${result.slice(0, at)}${meaning}${result.slice(at + alias.length)}`;
  }
  return result;
}
