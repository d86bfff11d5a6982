import { minorText } from '#base/currency.ts';
import { bookApi } from '#contract/api/books.ts';
import type { bookSorts } from '#contract/word-lists.ts';
import { openApi } from '../api.ts';
import { readText } from '../files.ts';
import { decimalText, moneyText } from '../money.ts';
import { optionReader, type ShowOptions, type Texts } from '../read-options.ts';
import { fieldLines, show, showList, strong, tableOf, tellDone } from '../table.ts';
import type { Terminal } from '../terminal.ts';
import { localTime } from '../times.ts';
import { tellRefusedRows } from './token-import.ts';

type ListOptions = ShowOptions &
  Texts<'category' | 'limit'> & { words: readonly string[]; inStock?: boolean; sort?: (typeof bookSorts)[number] };

export async function booksList(terminal: Terminal, options: ListOptions): Promise<number> {
  const { words, category, inStock, sort = 'relevance' } = options;
  const limit = optionReader(terminal, options).limit(50, 200);
  const search = words.length === 0 ? undefined : words.join(' ');
  const list = await openApi(terminal, options).call(bookApi.list, {
    query: { search, category, inStock, sort, limit },
  });
  const { text, language } = terminal;
  const { titles } = text;
  const shown = list.books.length;
  if (list.isLoose && !options.json) terminal.err(text.book.loose);
  return showList(terminal, options, {
    value: list,
    none: text.book.none,
    table: () =>
      tableOf(list.books, [
        [titles.id, ({ id }) => id],
        [titles.title, ({ title }) => title, 'flexible'],
        [titles.authors, ({ authors }) => authors.join(', '), 'flexible optional'],
        [titles.category, ({ categoryName }) => categoryName, 'flexible optional'],
        [titles.stock, ({ stock }) => (stock === 0 ? { text: '0', tone: 'warning' } : stock), 'right'],
        [titles.price, ({ priceCents, currency }) => moneyOf(priceCents, currency, language), 'right'],
      ]),
    more: list.total <= shown ? undefined : text.book.more(decimalText(list.total, language, 0), String(shown)),
  });
}

function moneyOf(cents: number, currency: string, language: Terminal['language']): string {
  return moneyText(minorText(BigInt(cents), currency), currency, language);
}

export async function bookShow(terminal: Terminal, options: ShowOptions & { id: string }): Promise<number> {
  const book = await openApi(terminal, options).call(bookApi.get, { params: { bookId: options.id } });
  const { titles } = terminal.text;
  const orNothing = (value: string | number | null) => (value === null || value === '' ? null : String(value));
  return show(terminal, options, book, () =>
    fieldLines(terminal, [
      [titles.id, book.id],
      [titles.title, strong(book.title)],
      [titles.authors, orNothing(book.authors.join(', '))],
      [titles.category, book.categoryName],
      [titles.price, moneyOf(book.priceCents, book.currency, terminal.language)],
      [titles.stock, String(book.stock)],
      [titles.pages, orNothing(book.pages)],
      [titles.year, orNothing(book.year)],
      [titles.publisher, orNothing(book.publisher)],
      [titles.isbn, orNothing(book.isbn)],
      [titles.tags, orNothing(book.tags.join(', '))],
      [titles.about, orNothing(book.description)],
    ]),
  );
}

export async function bookOrders(terminal: Terminal, options: ShowOptions & Texts<'limit'>): Promise<number> {
  const limit = optionReader(terminal, options).limit(50, 200);
  const list = await openApi(terminal, options).call(bookApi.orders, { query: { limit } });
  const { titles, book } = terminal.text;
  return showList(terminal, options, {
    value: list,
    none: book.noOrders,
    table: () =>
      tableOf(list.orders, [
        [titles.order, ({ number }) => strong(String(number)), 'right'],
        [titles.placedAt, ({ placedAt }) => localTime(placedAt)],
        [titles.books, ({ lines }) => lines.map((line) => `${line.quantity} × ${line.title}`).join(', '), 'flexible'],
        [titles.shipping, ({ shipping }) => book.shippings[shipping]],
        [titles.standing, ({ steps }) => book.steps[steps.at(-1)?.kind ?? 'placed']],
        [titles.total, ({ totalCents, currency }) => moneyOf(totalCents, currency, terminal.language), 'right'],
      ]),
  });
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
