import { expect, test } from 'vitest';
import { nextLink, type Page, readPages } from './read-pages.ts';

const base = 'https://partner.example/ocpi/cdrs';

/** A list of `total` objects in pages of two; `link` says how it leads on. */
async function read(total: number, headersOf: (offset: number) => Page['headers']) {
  const asked: string[] = [];
  const objects: unknown[] = [];
  const serve = async (url: string): Promise<Page> => {
    asked.push(url);
    const offset = Number(new URL(url).searchParams.get('offset') ?? 0);
    const items = Array.from({ length: total }, (_, id) => ({ id })).slice(offset, offset + 2);
    return { items, headers: headersOf(offset) };
  };
  for await (const item of readPages(base, undefined, serve)) objects.push('object' in item ? item.object : item);
  return { asked, ids: objects.map((object) => (object as { id: number }).id) };
}

const leads =
  (to: (next: number) => string, total = 5) =>
  (offset: number) => ({
    ...(offset + 2 < total && { link: `<${to(offset + 2)}>; rel="next"` }),
  });

test('trap 7: the next page is read from the header, absolute or not', () => {
  const from = `${base}?limit=5`;
  expect(nextLink('<https://partner.example/ocpi/cdrs?offset=5>; rel="next"', from)).toBe(`${base}?offset=5`);
  expect(nextLink('</ocpi/cdrs?offset=5>; rel=next', from)).toBe(`${base}?offset=5`);
  expect(nextLink('<https://x.example/>; rel="prev", <https://y.example/>; rel="next"', from)).toBe(
    'https://y.example/',
  );
  expect(nextLink(undefined, from)).toBeUndefined();
});

test.each<[string, (next: number) => string]>([
  ['absolute', (next) => `${base}?offset=${next}&limit=2`],
  ['relative to the page', (next) => `?offset=${next}&limit=2`],
  ['relative to the host', (next) => `/ocpi/cdrs?offset=${next}&limit=2`],
  ['with http, from behind a proxy', (next) => `http://partner.example/ocpi/cdrs?offset=${next}&limit=2`],
  ['with a name that is known inside alone', (next) => `http://ocpi-backend:8080/cdrs?offset=${next}&limit=2`],
])('trap 7: a link that is %s leads through all pages, and our token to no other host', async (_name, to) => {
  const { asked, ids } = await read(5, leads(to));
  expect(ids).toEqual([0, 1, 2, 3, 4]);
  expect(asked.filter((url) => new URL(url).origin !== 'https://partner.example')).toEqual([]);
});

test('trap 7: without a link, the count of all objects leads on; one that is too high ends at an empty page', async () => {
  expect((await read(5, () => ({ 'x-total-count': '5' }))).ids).toEqual([0, 1, 2, 3, 4]);
  expect((await read(3, () => ({ 'x-total-count': '900' }))).ids).toEqual([0, 1, 2]);
  expect((await read(5, () => ({}))).ids).toEqual([0, 1]);
});

test('a last page that links to itself is the last one; a circle before the end is no whole list', async () => {
  const toItself = (offset: number) => ({ link: `<?offset=${Math.min(offset + 2, 4)}>; rel="next"` });
  expect((await read(5, toItself)).ids).toEqual([0, 1, 2, 3, 4]);
  const circle = () => ({ link: '<?offset=2>; rel="next"', 'x-total-count': '9' });
  await expect(read(9, circle)).rejects.toThrow('leads back');
});
