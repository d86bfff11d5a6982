import { bookApi } from '#contract/api/books.ts';
import type { Book, BookOrder } from '#contract/bookshop/book.ts';
import { openApi } from '../api.ts';
import { done } from '../exit-code.ts';
import { json } from '../json.ts';
import { decimalText, moneyText } from '../money.ts';
import { readNumber } from '../read-input.ts';
import { readText } from '../read-text.ts';
import type { ServerOptions } from '../server-address.ts';
import { showList, tellDone } from '../show-list.ts';
import { type Cell, renderFields, type Table } from '../table.ts';
import type { Terminal } from '../terminal.ts';
import { localTime } from '../times.ts';
import { tellRefusedRows } from './token-import.ts';

type ShowOptions = ServerOptions & { json?: boolean };

type Sort = 'relevance' | 'price' | 'price-descending' | 'title' | 'newest';
export type BooksListOptions = ShowOptions & {
  words: readonly string[];
  category?: string;
  inStock?: boolean;
  sort?: Sort;
  limit?: string;
};

export async function booksList(terminal: Terminal, options: BooksListOptions): Promise<number> {
  const { words, category, inStock, sort = 'relevance' } = options;
  const limit = readNumber(terminal, { name: '--limit', value: options.limit ?? '50' }, [1, 200]);
  const search = words.length === 0 ? undefined : words.join(' ');
  const list = await openApi(terminal, options).call(bookApi.list, {
    query: { search, category, inStock, sort, limit },
  });
  const { text, language } = terminal;
  if (list.isLoose && !options.json) terminal.err(text.book.loose);
  return showList(terminal, options, {
    value: list,
    none: text.book.none,
    table: () => bookTable(terminal, list.books),
    more:
      list.total <= list.books.length
        ? undefined
        : text.book.more(decimalText(list.total, language, 0), String(list.books.length)),
  });
}

function bookTable({ text, language }: Terminal, books: readonly Book[]): Table {
  const { columns } = text.book;
  return {
    columns: [
      { title: columns.id },
      { title: columns.title, isFlexible: true },
      { title: columns.authors, isFlexible: true, isOptional: true },
      { title: columns.category, isFlexible: true, isOptional: true },
      { title: columns.stock, isRight: true },
      { title: columns.price, isRight: true },
    ],
    rows: books.map((each): Cell[] => [
      ...[each.id, each.title, each.authors.join(', '), each.categoryName],
      each.stock === 0 ? { text: '0', tone: 'warning' } : String(each.stock),
      moneyOf(each.priceCents, language),
    ]),
  };
}

/** Whole cents as decimal text: they never become a float. */
function moneyOf(cents: number, language: Terminal['language']): string {
  const digits = String(cents).padStart(3, '0');
  return moneyText(`${digits.slice(0, -2)}.${digits.slice(-2)}`, 'BRL', language);
}

export async function bookShow(terminal: Terminal, options: ShowOptions & { id: string }): Promise<number> {
  const found = await openApi(terminal, options).call(bookApi.get, { params: { bookId: options.id } });
  terminal.out(options.json ? json(found) : renderFields(fieldsOf(terminal, found), terminal.paint).join('\n'));
  return done;
}

function fieldsOf({ text, language }: Terminal, book: Book): [name: string, value: Cell][] {
  const { columns, fields } = text.book;
  const has = (name: string, value: string | number | null): [string, Cell][] =>
    value === null || value === '' ? [] : [[name, String(value)]];
  return [
    [columns.id, book.id],
    [columns.title, { text: book.title, tone: 'strong' }],
    ...has(columns.authors, book.authors.join(', ')),
    [columns.category, book.categoryName],
    [columns.price, moneyOf(book.priceCents, language)],
    [columns.stock, String(book.stock)],
    ...has(fields.pages, book.pages),
    ...has(fields.year, book.year),
    ...has(fields.publisher, book.publisher),
    ...has(fields.isbn, book.isbn),
    ...has(fields.tags, book.tags.join(', ')),
    ...has(fields.about, book.description),
  ];
}

export async function bookOrders(terminal: Terminal, options: ShowOptions & { limit?: string }): Promise<number> {
  const limit = readNumber(terminal, { name: '--limit', value: options.limit ?? '50' }, [1, 200]);
  const list = await openApi(terminal, options).call(bookApi.orders, { query: { limit } });
  return showList(terminal, options, {
    value: list,
    none: terminal.text.book.noOrders,
    table: () => orderTable(terminal, list.orders),
  });
}

function orderTable({ text, language }: Terminal, orders: readonly BookOrder[]): Table {
  const { orderColumns: columns, shippings, steps } = text.book;
  return {
    columns: [
      { title: columns.number, isRight: true },
      { title: columns.placedAt },
      { title: columns.books, isFlexible: true },
      { title: columns.shipping },
      { title: columns.state },
      { title: columns.total, isRight: true },
    ],
    rows: orders.map(({ number, placedAt, lines, shipping, steps: taken, totalCents }): Cell[] => [
      { text: String(number), tone: 'strong' },
      localTime(placedAt),
      lines.map(({ quantity, title }) => `${quantity} × ${title}`).join(', '),
      shippings[shipping],
      steps[taken.at(-1)?.kind ?? 'placed'],
      moneyOf(totalCents, language),
    ]),
  };
}

/** All books of a file or none; what is wrong is told row by row. */
export async function booksLoad(terminal: Terminal, options: ShowOptions & { file: string }): Promise<number> {
  const content = await readText(terminal, options.file);
  try {
    const loaded = await openApi(terminal, options).call(bookApi.load, { body: { content } });
    const { books, added, taken } = loaded;
    return tellDone(terminal, options, loaded, terminal.text.book.loaded(String(books), String(added), String(taken)));
  } catch (thrown) {
    return tellRefusedRows(terminal, options, thrown);
  }
}
