import { cannotUseTheirs } from '#roaming/roaming-problem.ts';
import { joinUrl } from './join-url.ts';
import { isPlain } from './mappers/field-names.ts';

type Headers = Readonly<Record<string, string | string[] | undefined>>;
export type Page = { items: readonly unknown[]; headers: Headers };

const pageSize = 100;
const maxPages = 10_000;

/**
 * All that a partner lists at this address, page after page. The list is whole once this ends; where it cannot be read to its end, that is
 * an error, since what is missing from a whole list counts as gone.
 */
export async function* readPages(
  base: string,
  dateFrom: Date | undefined,
  read: (url: string) => Promise<Page>,
): AsyncIterable<{ object: unknown } | { unreadable: string }> {
  let url: string | undefined = joinUrl(base, [], {
    ...(dateFrom && { date_from: dateFrom.toISOString() }),
    limit: String(pageSize),
  });
  const seen = new Set<string>();
  let count = 0;
  for (let page = 0; url !== undefined; page += 1) {
    if (page === maxPages) throw cannotUseTheirs(`Their list has more than ${maxPages} pages.`);
    seen.add(url);
    const { items, headers } = await read(url);
    for (const item of items)
      yield isPlain(item) ? { object: item } : { unreadable: JSON.stringify(item).slice(0, 200) };
    count += items.length;
    const next: string | undefined = nextPage({ url, base, headers, count, isEmpty: items.length === 0 });
    const hasBeenThere = next !== undefined && seen.has(next);
    // Some link the last page to itself; where more is said to be there, it is a circle.
    if (hasBeenThere && Number(headers['x-total-count']) > count)
      throw cannotUseTheirs('Their list leads back to a page that was read.');
    url = hasBeenThere ? undefined : next;
  }
}

type Read = { url: string; base: string; headers: Headers; count: number; isEmpty: boolean };

/** Where the next page is: by the header, or, where there is none, by how many there are. */
function nextPage({ url, base, headers, count, isEmpty }: Read): string | undefined {
  const link = nextLink(headers['link'], url);
  if (link !== undefined) return atHome(link, base);
  const total = Number(headers['x-total-count'] ?? 0);
  if (isEmpty || !(total > count)) return undefined;
  const next = new URL(url);
  next.searchParams.set('offset', String(count));
  return next.href;
}

/** `Link: <…>; rel="next"`, absolute or not. */
export function nextLink(header: string | string[] | undefined, base: string): string | undefined {
  const text = Array.isArray(header) ? header.join(', ') : (header ?? '');
  for (const [, target = '', rest = ''] of text.matchAll(/<([^>]*)>([^<]*)/g))
    if (/rel\s*=\s*"?next"?/i.test(rest) && URL.canParse(target, base)) return new URL(target, base).href;
  return undefined;
}

/**
 * Our token goes to the registered address alone. Behind a proxy many write their links with `http`, or with a name that is only known
 * inside: of such a link what it asks for counts, and not where it points.
 */
function atHome(link: string, base: string): string {
  const [target, home] = [new URL(link), new URL(base)];
  if (target.origin === home.origin) return target.href;
  home.search = target.search;
  return home.href;
}
