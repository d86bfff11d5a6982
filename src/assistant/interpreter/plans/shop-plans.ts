import { defined } from '#base/present.ts';
import type { IntentOf } from '../intent.ts';
import { fold, nameKey } from '../spot/fold.ts';
import { outcomeText } from './access-plans.ts';
import { type Asking, askAll, askOne, type Plan, Reply, type Setting } from './plan.ts';
import { namesIn, numberAt, type Row, rowsIn, textIn } from './read-answer.ts';
import { moneyText, numberText, plain, rowTable } from './show.ts';

type Choice = IntentOf<'vehicle-choices'>['of'];

export function* findVehicles(setting: Setting, wanted: IntentOf<'find-vehicles'>): Plan {
  const { texts } = setting;
  const named = {
    marca: wanted.brand,
    modelo: wanted.model,
    texto_busca: wanted.text,
    carroceria: wanted.body,
    preco_min: wanted.priceMin,
    preco_max: wanted.priceMax,
    ano_min: wanted.yearMin,
    km_max: wanted.kmMax,
    combustivel: wanted.fuel,
    cor: wanted.colour,
    transmissao: wanted.transmission,
  };
  const { without = [], limit = 10 } = wanted;
  const given = defined({
    ...named,
    ano_max: wanted.yearMax,
    portas: wanted.doors,
    ordenacao: wanted.order,
    autonomia_min_km: wanted.rangeMin,
    motorizacao_min: wanted.engineMin,
    motorizacao_max: wanted.engineMax,
    conector: wanted.plug,
  });
  const { data } = yield* askOne(setting, 'buscar_veiculos', { ...given, limite: without.length > 0 ? 50 : limit });
  const unwanted = new Set(without);
  const fields = ['marca', 'cor', 'tipo_combustivel', 'tipo_transmissao'];
  const all = rowsIn(data, 'veiculos').filter((row) => !fields.some((field) => unwanted.has(textIn(row, field))));
  const rows = all.slice(0, limit);
  if (rows.length === 0) return `${texts.none} ${texts.vehicleHint}`;
  const total = without.length > 0 ? all.length : (numberAt(data, 'total') ?? rows.length);
  const counted = texts.counted(rows.length, total, 'vehicles');
  return [counted, vehicleTable(setting, rows), ...(total > rows.length ? [texts.more] : [])].join('\n\n');
}

function vehicleTable(setting: Setting, rows: readonly Row[]): string {
  const { heads } = setting.texts;
  return rowTable(setting, rows, [
    [heads.number, (row) => String(rows.indexOf(row) + 1)],
    [heads.brand, 'marca'],
    [heads.model, 'modelo'],
    [heads.year, 'ano_modelo'],
    [heads.fuel, 'tipo_combustivel'],
    [heads.colour, 'cor'],
    [heads.km, (row) => numberText(setting, numberAt(row, 'quilometragem') ?? 0, 0)],
    [heads.price, (row) => moneyText(setting, numberAt(row, 'preco') ?? 0, 'BRL')],
  ]);
}

const listTools: Record<Exclude<Choice, 'prices' | 'years'>, [tool: string, list: string]> = {
  brands: ['listar_marcas', 'marcas'],
  models: ['listar_modelos', 'modelos'],
  colours: ['listar_cores_disponiveis', 'cores'],
  fuels: ['listar_tipos_combustivel', 'tipos_combustivel'],
};

/** Somebody who does not know yet gets the prices along with the brands. */
export function* vehicleChoices(setting: Setting, { of, brand }: IntentOf<'vehicle-choices'>): Plan {
  const { texts } = setting;
  if (of === 'prices' || of === 'years') return yield* range(setting, of);
  const [tool, list] = listTools[of];
  const given = of === 'models' && brand !== undefined ? { marcas: [brand] } : {};
  const { data, text } = yield* askOne(setting, tool, given);
  const values = namesIn(data, list);
  if (values.length === 0) return text === '' ? texts.none : text;
  const said = `**${texts.words[of] ?? ''}** (${values.length}): ${values.slice(0, 60).map(plain).join(', ')}`;
  if (of !== 'brands') return `${said}\n\n${texts.vehicleHint}`;
  return [said, yield* range(setting, 'prices'), texts.vehicleHint].join('\n\n');
}

function* range(setting: Setting, of: 'prices' | 'years'): Plan {
  const { texts } = setting;
  const { data } = yield* askOne(setting, of === 'prices' ? 'obter_range_precos' : 'obter_range_anos');
  const [least, most] =
    of === 'prices'
      ? [numberAt(data, 'preco_minimo'), numberAt(data, 'preco_maximo')]
      : [numberAt(data, 'ano_minimo'), numberAt(data, 'ano_maximo')];
  if (least === undefined || most === undefined) return texts.none;
  const text = (value: number) => (of === 'prices' ? moneyText(setting, value, 'BRL') : String(value));
  return `**${texts.words[of] ?? ''}**: ${text(least)} ${texts.words['to'] ?? ''} ${text(most)}`;
}

export function* findBooks(
  setting: Setting,
  { text, category: named, minPrice, maxPrice, order, isInStock }: IntentOf<'find-books'>,
): Plan {
  const { texts } = setting;
  const { category, query } = yield* shelfOf(setting, named ?? text, named !== undefined);
  const cents = (price: number | undefined) => (price === undefined ? undefined : Math.round(price * 100));
  const given = {
    ...defined({
      query,
      category,
      in_stock: isInStock,
      min_price_cents: cents(minPrice),
      max_price_cents: cents(maxPrice),
      sort: order,
    }),
    limit: 10,
  };
  const { data } = yield* askOne(setting, 'search_books', given);
  const rows = rowsIn(data, 'books');
  if (rows.length === 0) return texts.none;
  const { heads } = texts;
  const shown = rowTable(setting, rows, [
    [heads.number, (row) => String(rows.indexOf(row) + 1)],
    [heads.title, 'title'],
    [heads.author, (row) => namesIn(row, 'authors').join(', ')],
    [heads.price, (row) => priceOf(setting, row)],
    [heads.stock, 'stock'],
  ]);
  const counted = texts.counted(rows.length, numberAt(data, 'total') ?? rows.length, 'books');
  return [data['is_loose_match'] === true ? texts.nearBooks : counted, shown, texts.bookHint].join('\n\n');
}

/** The one vehicle of a model; where there are several they are asked about. */
export function* vehicleNamed(setting: Setting, model: string): Asking<string> {
  const { data } = yield* askOne(setting, 'buscar_veiculos', { modelo: model, limite: 10 });
  const rows = rowsIn(data, 'veiculos');
  const [only] = rows;
  if (only === undefined) throw new Reply(setting.texts.noVehicle(plain(model)));
  if (rows.length > 1) throw new Reply(`${setting.texts.whichVehicle(plain(model))}\n\n${vehicleTable(setting, rows)}`);
  return textIn(only, 'id');
}

/** How shelves are called in the other language; what stands here is looked for among those that there are. */
const shelves: readonly [RegExp, string][] = [
  [/\b(?:science fiction|sci-?fi)\b/, 'ficcao cientifica'],
  [/\bfantasy\b/, 'fantasia'],
  [/\b(?:children'?s?|kids)\b/, 'infantil'],
  [/\b(?:mystery|mysteries|thrillers?|crime)\b/, 'misterio suspense'],
  [/\b(?:business|economics|economy)\b/, 'negocios economia'],
  [/\b(?:technology|tech|computing)\b/, 'tecnologia'],
  [/\b(?:mobility)\b/, 'mobilidade'],
  [/\bhistory\b/, 'historia'],
  [/\bsciences?\b/, 'ciencias'],
  [/\bfiction\b/, 'ficcao'],
  [/\b(?:poetry|poems)\b/, 'poesia'],
  [/\b(?:cooking|cookery)\b/, 'culinaria'],
  [/\b(?:health|wellness)\b/, 'saude'],
  [/\bphilosophy\b/, 'filosofia'],
  [/\bart\b/, 'arte'],
];

type Shelf = { category?: string | undefined; query?: string | undefined };

/** The shelf that the words name, where there is one; the other words are searched for. */
function* shelfOf(setting: Setting, said: string | undefined, isNamed: boolean): Asking<Shelf> {
  if (said === undefined) return {};
  const { data } = yield* askOne(setting, 'list_categories');
  const [pattern, meant] = shelves.find(([each]) => each.test(fold(said))) ?? [];
  const words = wordsOf(meant ?? said);
  const found = rowsIn(data, 'categories')
    .map((row) => ({ id: textIn(row, 'category'), words: wordsOf(textIn(row, 'name')) }))
    .filter(
      (each) =>
        each.words.length > 0 &&
        (each.words.every((word) => words.includes(word)) ||
          (words.length > 0 && words.every((word) => each.words.includes(word)))),
    )
    .toSorted((one, other) => distanceOf(one.words, words) - distanceOf(other.words, words))[0];
  if (found === undefined) return isNamed ? { category: said } : { query: said };
  const rest = pattern === undefined ? said : said.replace(new RegExp(pattern.source, 'i'), ' ');
  const left = wordsOf(rest).filter((word) => !found.words.includes(word));
  return { category: found.id, query: left.length === 0 ? undefined : left.join(' ') };
}

function distanceOf(one: readonly string[], other: readonly string[]): number {
  return one.filter((word) => !other.includes(word)).length + other.filter((word) => !one.includes(word)).length;
}

function wordsOf(text: string): string[] {
  return (fold(text.normalize('NFC')).match(/[a-z\d]+/g) ?? []).filter(
    (word) => !/^(?:e|and|de|da|do|of|the|a|o|s|on|sobre)$/.test(word),
  );
}

/** Books by their titles: the one that is called so; where several may be meant they are asked about. */
export function* booksNamed(
  setting: Setting,
  wanted: readonly Row[],
): Asking<{ book_id: string; quantity: number; title: string }[]> {
  const books = [];
  for (const each of wanted) {
    const quantity = numberAt(each, 'quantity') ?? 1;
    const id = textIn(each, 'book_id');
    if (id !== '') {
      books.push({ book_id: id, quantity, title: id });
      continue;
    }
    const title = textIn(each, 'title').replace(/^(?:the|o|a|os|as) (?=\p{Lu})/u, '');
    const { data } = yield* askOne(setting, 'search_books', { query: title, limit: 5 });
    const rows = rowsIn(data, 'books');
    const same = rows.filter((row) => nameKey(textIn(row, 'title')) === nameKey(title));
    const near = rows.filter((row) => nameKey(textIn(row, 'title')).includes(nameKey(title)));
    const fitting = same.length > 0 ? same : near.length > 0 ? near : data['is_loose_match'] === true ? [] : rows;
    const [only] = fitting;
    if (only === undefined) throw new Reply(setting.texts.noBook(plain(title)));
    if (fitting.length > 1)
      throw new Reply(setting.texts.whichTitle(fitting.map((row) => plain(textIn(row, 'title'))).join(', ')));
    books.push({ book_id: textIn(only, 'book_id'), quantity, title: textIn(only, 'title') });
  }
  return books;
}

function priceOf(setting: Setting, row: Row): string {
  return moneyText(setting, (numberAt(row, 'price_cents') ?? 0) / 100, 'BRL');
}

export function* bookCategories(setting: Setting): Plan {
  const { heads } = setting.texts;
  const { data } = yield* askOne(setting, 'list_categories');
  return rowTable(setting, rowsIn(data, 'categories'), [
    [heads.category, 'name'],
    [heads.books, 'books'],
    ['id', 'category'],
  ]);
}

type Purchase = { bookId: string; payment: string | undefined };

/** One copy of a book that was shown before. The sum is read back; paying is proposed, and a person approves it. */
export function* buyBook(
  setting: Setting,
  { bookId, payment }: Purchase,
  isConfirmed: (readBack: string) => boolean,
): Plan {
  const { texts } = setting;
  const items = [{ book_id: bookId, quantity: 1 }];
  const [details] = yield* askAll({ tool: 'get_book_details', given: { book_id: bookId } });
  if (details === undefined || details.isError) throw new Reply(texts.whichBook);
  if (payment === undefined) return texts.whichPayment;
  const readBack = texts.readBack(
    texts.changes.buy(plain(textIn(details.data, 'title')), priceOf(setting, details.data)),
  );
  if (!isConfirmed(readBack)) return readBack;
  const { data } = yield* askOne(setting, 'create_checkout', { items, delivery: 'pickup' });
  const given = { checkout_id: textIn(data, 'checkout_id'), payment_token: payment };
  return outcomeText(setting, yield* askOne(setting, 'complete_checkout', given));
}
