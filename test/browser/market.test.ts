import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { BookOrderPage, BookPage } from '../../src/contract/bookshop/book.ts';
import type { VehiclePage } from '../../src/contract/vehicles/vehicle.ts';
import { openBrowser, openPage } from '../support/browser.ts';
import { tabTo } from '../support/keyboard.ts';
import { rowOf, signIn } from '../support/operator.ts';
import { startSigec, type TestSigec } from '../support/sigec.ts';

let browser: Browser;
let sigec: TestSigec;
beforeAll(async () => {
  [browser, sigec] = await Promise.all([openBrowser(), startSigec({ DEMO_VEHICLES: '60', DEMO_BOOKS: 'on' })]);
});
afterAll(async () => {
  await browser.close();
  await sigec[Symbol.asyncDispose]();
});

test('a vehicle is found by words and filters that stand in the address, and taken out once it is sold', async () => {
  const { page, complaints } = await openPage(browser, `${sigec.addresses.api}/vehicles`);
  await page.getByText('60 vehicles.').waitFor();
  const electric = await sigec.api.get<VehiclePage>('/api/vehicles?combustivel=El%C3%A9trico&limite=500');
  await page.getByLabel('Fuel').selectOption('Electric');
  await page.getByText(new RegExp(`^${electric.total} vehicles?\\.`)).waitFor();
  await expect.poll(() => new URL(page.url()).searchParams.get('fuel')).toBe('Elétrico');
  const [cheapest] = electric.veiculos;
  if (cheapest === undefined) throw new Error('The made-up stock has electric vehicles.');

  await signIn(page);
  const name = `${cheapest.marca} ${cheapest.modelo}`;
  await page.getByRole('list', { name: 'Vehicles' }).getByRole('link', { name }).first().click();
  await page.getByRole('heading', { name, level: 1 }).waitFor();
  await page.getByRole('region', { name: 'Charging' }).getByText('kWh').waitFor();
  await page.getByRole('button', { name: 'Mark as sold' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Mark as sold' }).click();
  await page.getByText(`${name} is no longer for sale.`).waitFor();
  await page.getByText('59 vehicles.').waitFor();
  await expect.poll(async () => (await sigec.api.get<VehiclePage>('/api/vehicles')).total).toBe(59);
  expect(complaints).toEqual([]);
});

test('vehicles come from a file that was judged first', async () => {
  const { page, complaints } = await openPage(browser, `${sigec.addresses.api}/vehicles`);
  await signIn(page);
  const csv = await (await fetch(`${sigec.addresses.api}/api/vehicles/export`)).text();
  const [header = '', row = ''] = csv.trim().split(/\r?\n/);
  const dialog = page.getByRole('dialog');
  const choose = (text: string) =>
    page.locator('input[type=file]').setInputFiles({ name: 'v.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
  await page.getByRole('button', { name: 'Import' }).click();
  await dialog.getByText('Choose a file whose rows can all be taken.').waitFor();
  await choose(`${header}\nnonsense`);
  await dialog.getByRole('alert').waitFor();
  await choose(`${header}\n${row}`);
  await dialog.getByText('1 rows: 0 would be added').waitFor();
  await dialog.getByRole('button', { name: 'Import' }).click();
  await page.getByText('0 vehicles added').waitFor();
  expect(complaints.filter((complaint) => !complaint.includes('400'))).toEqual([]);
});

test('a book is found, put into the cart, ordered and sent, by keyboard alone', async () => {
  const { books } = await sigec.api.get<BookPage>('/api/books?inStock=true&limit=1');
  const [book] = books;
  if (book === undefined) throw new Error('Our own titles are for sale.');
  const { page, complaints } = await openPage(browser, `${sigec.addresses.api}/books`);
  await signIn(page);
  const { keyboard } = page;
  await tabTo(page, page.getByRole('searchbox', { name: 'Search books' }));
  await keyboard.type(book.title);
  await tabTo(page, page.getByRole('button', { name: `Add to cart: ${book.title}` }));
  await keyboard.press('Enter');
  await page.getByText(`${book.title} is in the cart.`).waitFor();
  await page.reload(); // what was put into it is not lost
  await tabTo(page, page.getByRole('tab', { name: 'Cart (1)' }));
  await keyboard.press('Enter');
  const pay = page.getByRole('button', { name: 'Order and pay' });
  await pay.and(page.locator('[aria-disabled=true]')).waitFor();
  await tabTo(page, page.getByLabel('Payment token'));
  await keyboard.type('fail_token');
  await keyboard.press('Enter');
  await page.getByRole('main').getByRole('alert').waitFor(); // declined: nothing is lost, and it can be tried again
  await tabTo(page, page.getByLabel('Payment token'));
  await keyboard.press('Control+A');
  await keyboard.type('success_token');
  await keyboard.press('Enter');
  await page.getByRole('heading', { name: /^Order \d+/, level: 1 }).waitFor();
  const delivery = page.getByRole('region', { name: 'Delivery' });
  await delivery.getByText('Paid').waitFor();
  await tabTo(page, page.getByRole('button', { name: 'Mark as shipped' }));
  await keyboard.press('Enter');
  await tabTo(page, page.getByRole('dialog').getByRole('button', { name: 'Save' }));
  await keyboard.press('Enter');
  await delivery.locator('.chip', { hasText: 'Shipped' }).waitFor();
  const { orders } = await sigec.api.get<BookOrderPage>('/api/books/orders');
  expect(orders).toMatchObject([{ lines: [{ bookId: book.id, quantity: 1 }], steps: [{ kind: 'shipped' }] }]);
  await page.getByRole('link', { name: 'All orders' }).click();
  await rowOf(page, 'Orders', book.title).getByText('Shipped').waitFor();
  expect(complaints.filter((complaint) => !complaint.includes('409'))).toEqual([]);
});

test('a shop elsewhere sells in its own currency and to its own countries', async () => {
  await using shop = await startSigec({
    DEMO_BOOKS: 'on',
    BOOKSHOP_CURRENCY: 'EUR',
    BOOKSHOP_COUNTRIES: 'PT,DE',
    BOOKSHOP_RATES: 'standard=490',
  });
  const { books } = await shop.api.get<BookPage>('/api/books?inStock=true&limit=1');
  const [book] = books;
  if (book === undefined) throw new Error('Our own titles are for sale.');
  const { page, complaints } = await openPage(browser, `${shop.addresses.api}/books/${book.id}`);
  await signIn(page);
  await page.getByText(`€${(book.priceCents / 100).toFixed(2)}`).waitFor();
  await page.getByRole('button', { name: /^Add to cart/ }).click();
  await page.getByRole('link', { name: 'To the cart' }).click();
  const delivery = page.getByRole('combobox', { name: 'Delivery' });
  await expect.poll(() => delivery.locator('option').allInnerTexts()).toEqual(['Pick-up', 'Standard']);
  await delivery.selectOption('Standard');
  await page.getByText('€4.90').waitFor();
  await page.getByRole('combobox', { name: 'Country' }).selectOption('Germany');
  await page.getByLabel('Street and number').fill('Hauptstraße 1');
  await page.getByLabel('City').fill('Berlin');
  await page.getByLabel('Postal code').fill('10115');
  await page.getByLabel('Payment token').fill('success_token');
  await page.getByRole('button', { name: 'Order and pay' }).click();
  await page.getByRole('heading', { name: /^Order \d+/, level: 1 }).waitFor();
  const { orders } = await shop.api.get<BookOrderPage>('/api/books/orders');
  expect(orders).toMatchObject([{ currency: 'EUR', destination: { address_country: 'DE' } }]);
  expect(complaints).toEqual([]);
});
