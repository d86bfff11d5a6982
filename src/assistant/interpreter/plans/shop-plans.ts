import { defined } from '#base/present.ts';
import type { IntentOf } from '../intent.ts';
import { outcomeText } from './access-plans.ts';
import { askAll, askOne, type Plan, Reply, type Setting } from './plan.ts';
import { namesIn, numberAt, type Row, rowsIn, textIn } from './read-answer.ts';
import { countedTable, moneyText, numberText, plain, rowTable } from './show.ts';

type Choice = IntentOf<'vehicle-choices'>['of'];

export function* findVehicles(setting: Setting, wanted: IntentOf<'find-vehicles'>): Plan {
  const { texts } = setting;
  const named = {
    ...{ marca: wanted.brand, modelo: wanted.model, texto_busca: wanted.text },
    ...{ preco_min: wanted.priceMin, preco_max: wanted.priceMax, ano_min: wanted.yearMin, km_max: wanted.kmMax },
    ...{ combustivel: wanted.fuel, cor: wanted.colour, transmissao: wanted.transmission },
  };
  const given = defined(named);
  const { data } = yield* askOne(setting, 'buscar_veiculos', { ...given, limite: 10 });
  const rows = rowsIn(data, 'veiculos');
  if (rows.length === 0) return `${texts.none} ${texts.vehicleHint}`;
  const { heads } = texts;
  return countedTable(setting, 'vehicles', { rows, total: numberAt(data, 'total') ?? rows.length }, [
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

export function* findBooks(setting: Setting, { text, category }: IntentOf<'find-books'>): Plan {
  const { texts } = setting;
  const given = { ...(text !== undefined && { query: text }), ...(category !== undefined && { category }), limit: 10 };
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
  return [texts.counted(rows.length, numberAt(data, 'total') ?? rows.length, 'books'), shown, texts.bookHint].join(
    '\n\n',
  );
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
