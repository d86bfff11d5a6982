import { expect, test } from 'vitest';
import { openTestShop } from '../../test/support/bookshop.ts';
import { readCatalogue } from './catalogue-file.ts';

const heading = 'id,title,authors,category,price_cents,stock';
const ana = { principal: null, door: 'rest' } as const;

test.each([
  [
    'a field is missing',
    `${heading}\nb-1,Um,Ana,Prosa,100,1\nb-2,,Ana,Prosa,100,1`,
    /^Row 3: title: must not be empty\. Nothing/,
  ],
  ['a price is no number', `${heading}\nb-1,Um,Ana,Prosa,"12,90",1`, /^Row 2: price_cents: /],
  ['stock is below zero', `${heading}\nb-1,Um,Ana,Prosa,100,-1`, /^Row 2: stock: /],
  [
    'a row has too many fields',
    `${heading}\nb-1,Um,Ana,Prosa,100,1,9`,
    /^Row 2: it has 7 fields, and the heading has 6\./,
  ],
  ['a quotation mark stays open', `${heading}\nb-1,"Um,Ana,Prosa,100,1`, /^Row 2: a quotation mark is not closed\./],
  [
    'an id stands twice',
    `${heading}\nb-1,Um,Ana,Prosa,100,1\nb-1,Dois,Ana,Prosa,100,1`,
    /^Row 3: id: stands in the file twice\./,
  ],
  ['there is a column nobody knows', `${heading},colour\nb-1,Um,Ana,Prosa,100,1,red`, /^Row 2: .*colour/],
  ['there is no book', heading, /there is no book in the file/],
  ['it is broken JSON', '[{"id": ', /begins like JSON, and is none/],
  ['it is JSON of another kind', '{"titles": []}', /must be a table with a heading/],
  [
    'a coupon takes off more than all',
    JSON.stringify({
      books: [{ id: 'b', title: 't', authors: [], category: 'c', price_cents: 1, stock: 1 }],
      coupons: [{ code: 'TUDO', title: 'x', kind: 'percent', value: 101 }],
    }),
    /^Row 1: .*percentage/,
  ],
])('a file is refused where %s', (_what, content, message) => {
  expect(() => readCatalogue(content)).toThrow(
    expect.objectContaining({ code: 'INVALID_INPUT', message: expect.stringMatching(message) as string }),
  );
});

test('every problem is told by its row, up to fifty', () => {
  const rows = Array.from({ length: 60 }, (_row, index) => `b-${index},,Ana,Prosa,x,1`);
  try {
    readCatalogue([heading, ...rows].join('\n'));
    expect.unreachable();
  } catch (error) {
    const { details, message } = error as { details: { problems: { row: number }[] }; message: string };
    expect(details.problems).toHaveLength(50);
    expect(details.problems[2]).toMatchObject({ row: 3 });
    expect(message).toMatch(/There are 120 such problems/);
  }
});

test('another shop’s catalogue takes the place of ours, in any of three forms; what is wrong loads nothing', async () => {
  await using shop = await openTestShop();
  const before = (await shop.find({ limit: 1 })).total;
  await expect(shop.load(`${heading}\nb-1,Um,Ana,Prosa,100,1\nb-2,Dois,Ana,Prosa,x,1`, ana)).rejects.toMatchObject({
    code: 'INVALID_INPUT',
  });
  expect((await shop.find({ limit: 1 })).total).toBe(before);

  const csv = `\ufeffid;title;authors;category;price_cents;stock;tags;isbn\r\nb-1;"Um; ""dois""";Ana|Bia;Ficção;1990;3;a|b;978-85-0000-000-0\r\n\r\n`;
  expect(await shop.load(csv, ana)).toEqual({ books: 1, added: 1, taken: before, coupons: 0 });
  expect(await shop.book('b-1')).toMatchObject({
    title: 'Um; "dois"',
    authors: ['Ana', 'Bia'],
    category: 'ficcao',
    tags: ['a', 'b'],
    isbn: '9788500000000',
  });
  await expect(shop.book('tec-001')).rejects.toMatchObject({ code: 'NOT_FOUND' });

  const [one, two] = [1, 2].map((each) => ({
    id: `b-${each}`,
    title: `T\u202e${each}`,
    authors: ['Ana'],
    category: 'Prosa',
    price_cents: each,
    stock: 1,
  }));
  expect(await shop.load(JSON.stringify([one, { ...two, isbn: '9788500000000' }]), ana)).toMatchObject({
    books: 2,
    added: 1,
    taken: 0,
  });
  expect((await shop.book('b-2')).title).toBe('T2'); // what cannot be seen is taken out
  const coupons = [{ code: 'dez', title: 'Dez', kind: 'percent', value: 10 }];
  const twice = [...coupons, { code: 'DEZ', title: 'Dez', kind: 'percent', value: 20 }];
  await expect(shop.load(JSON.stringify({ books: [one], coupons: twice }), ana)).rejects.toThrow(/row 2.*code.*twice/i);
  expect(await shop.load(JSON.stringify({ books: [one], coupons }), ana)).toMatchObject({
    books: 1,
    taken: 1,
    coupons: 1,
  });
  const price = await shop.price(
    {
      lines: [{ id: 'l', bookId: 'b-1', quantity: 1 }],
      codes: ['PRIMEIRA10', 'Dez'],
      buyer: null,
      shipping: 'pickup',
      destination: null,
    },
    'ana',
  );
  expect(price.verdicts).toMatchObject([{ isApplied: false, why: 'unknown' }, { isApplied: true }]);
  expect(await shop.loadOursIfEmpty()).toBeNull(); // another shop's stays
});
