import type { PageAsk } from '#roaming/open-roaming.ts';
import { badParameter } from '#roaming/roaming-problem.ts';
import type { Reply } from './envelope.ts';
import { readTime } from './ocpi-time.ts';

const maxItems = 100;

export function readPage(query: URLSearchParams): PageAsk {
  const limit = whole(query, 'limit') ?? maxItems;
  return {
    dateFrom: moment(query, 'date_from'),
    dateTo: moment(query, 'date_to'),
    offset: whole(query, 'offset') ?? 0,
    limit: Math.min(Math.max(1, limit), maxItems),
  };
}

function whole(query: URLSearchParams, name: string): number | undefined {
  const text = query.get(name);
  if (text === null) return undefined;
  if (!/^\d{1,9}$/.test(text)) throw badParameter(`${name}: must be a whole number.`);
  return Number(text);
}

export function moment(query: URLSearchParams, name: string): Date | undefined {
  const text = query.get(name);
  if (text === null) return undefined;
  // A plus sign that was not encoded comes as a space.
  const at = readTime(text.replace(/ (\d{2}:?\d{2})$/, '+$1'));
  if (at === undefined) throw badParameter(`${name}: must be a time such as 2026-03-01T08:00:00Z.`);
  return at;
}

type Listed = {
  items: readonly unknown[];
  total: number;
  page: PageAsk;
  url: string;
  query: URLSearchParams;
  /** What else of the query has to stand in the link. */
  filters?: readonly string[];
};

/** The link to what follows carries the filters that were asked for. */
export function withPage({ items, total, page: { offset, limit }, url, query, filters = [] }: Listed): Reply {
  const next = new URL(url);
  for (const name of ['date_from', 'date_to', ...filters]) {
    const value = query.get(name);
    if (value !== null) next.searchParams.set(name, value);
  }
  next.searchParams.set('offset', String(offset + items.length));
  next.searchParams.set('limit', String(limit));
  const isLast = items.length === 0 || offset + items.length >= total;
  return {
    data: items,
    headers: {
      'x-total-count': String(total),
      'x-limit': String(maxItems),
      ...(!isLast && { link: `<${next.href}>; rel="next"` }),
    },
  };
}
