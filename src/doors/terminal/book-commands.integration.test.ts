import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bookPage } from '#contract/bookshop/book.ts';
import { adminKey, startSigec, type TestSigec } from '../../../test/support/sigec.ts';
import { recordedTerminal } from '../../../test/support/terminal.ts';
import { runSigec } from './run.ts';

let product: TestSigec;
let folder: string;
beforeAll(async () => {
  product = await startSigec({ PACKS: 'bookshop', DEMO_BOOKS: 'on' });
  folder = await mkdtemp(join(tmpdir(), 'sigec-books-'));
});
afterAll(async () => {
  await product[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

async function sigec(...args: string[]) {
  const env = { SIGEC_URL: product.addresses.api, SIGEC_KEY: adminKey };
  const terminal = recordedTerminal({ env, language: args.includes('pt-BR') ? 'pt-BR' : 'en' });
  return { exitCode: await runSigec(args, terminal), ...terminal.shown };
}

test('books are listed by words and shelf, one is shown, and orders are told', async () => {
  const found = await sigec('books', 'list', 'python', 'bancada');
  expect(found.out).toMatch(/Id +Title[^]*tec-001 +Python na Bancada/);
  const json = await sigec('books', 'list', '--category', 'Ficção', '--in-stock', '--sort', 'price', '--json');
  const { books } = bookPage.parse(JSON.parse(json.out));
  expect(books.every(({ category, stock }) => category === 'ficcao' && stock > 0)).toBe(true);
  expect((await sigec('books', 'list', 'python', 'xilofone')).err).toMatch(/No book has all the words/);
  const shown = await sigec('books', 'show', 'tec-001', '--lang', 'pt-BR');
  expect(shown.out).toMatch(/Título +Python na Bancada[^]*Preço +R\$ 89,90/);
  expect(await sigec('books', 'show', 'nada')).toMatchObject({ exitCode: 4 });
  expect(await sigec('books', 'list', '--category', 'nada')).toMatchObject({ exitCode: 4 });

  expect((await sigec('books', 'orders')).err).toBe('There are no orders.\n');
  const made = await product.api.post<{ id: string }>('/api/books/checkouts', {
    items: [{ bookId: 'tec-001', quantity: 2 }],
  });
  await product.api.post(`/api/books/checkouts/${made.id}/complete`, { paymentToken: 'success_token' });
  expect((await sigec('books', 'orders', '--lang', 'pt-BR')).out).toMatch(
    /1 .*2 × Python na Bancada +retirada +feito +R\$ 179,80/,
  );
});

test('a catalogue is loaded whole or not at all, and what is wrong is told by its row', async () => {
  const file = join(folder, 'shop.csv');
  await writeFile(
    file,
    'id,title,authors,category,price_cents,stock\nb-1,Um,Ana,Prosa,1990,3\nb-2,,Ana,Prosa,caro,3\n',
  );
  const wrong = await sigec('books', 'load', file);
  expect(wrong.exitCode).toBe(2);
  expect(wrong.err).toMatch(/3 +title +must not be empty/);
  expect(wrong.err).toMatch(/3 +price_cents +/);
  expect((await sigec('books', 'show', 'tec-001')).exitCode).toBe(0);
  await writeFile(file, 'id,title,authors,category,price_cents,stock\nb-1,Um,Ana,Prosa,1990,3\n');
  expect(await sigec('books', 'load', file)).toMatchObject({
    exitCode: 0,
    out: 'Loaded: 1 books are on sale, 1 of them new; 203 are sold no more.\n',
  });
  expect(await sigec('books', 'load', join(folder, 'missing'))).toMatchObject({ exitCode: 2 });
});
