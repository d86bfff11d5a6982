import { z } from 'zod';
import { cursorOf, positionOf } from '#base/cursor.ts';
import { SigecError } from '#base/errors.ts';

/** A model reads every line of a page, so pages are small unless more is asked for. */
export function limit(most: number, usual: number) {
  return z.int().min(1).max(most).default(usual).describe('How many at most');
}

export const after = z.string().min(1).max(400).optional().describe('`next` of the answer before, to read on');
export const next = z.string().optional().describe('Give it as `after`; absent at the end');

export function placeAfter(cursor: string | undefined): string | undefined {
  return cursor === undefined ? undefined : positionOf(cursor);
}

export function cursorIfAny(position: string | null | undefined): string | undefined {
  return position === null || position === undefined ? undefined : cursorOf(position);
}

export type Paging = { limit: number; after?: string | undefined };

/** A page of a list that is there as a whole; the cursor names the last one of the page before. */
export function pageOf<Item>(
  items: readonly Item[],
  keyOf: (item: Item) => string,
  { limit: most, after: cursor }: Paging,
): { page: readonly Item[]; next: string | undefined } {
  const last = placeAfter(cursor);
  const begin = last === undefined ? 0 : items.findIndex((item) => keyOf(item) === last) + 1;
  if (last !== undefined && begin === 0)
    throw new SigecError(
      'INVALID_INPUT',
      'The list has changed since `after` was given. Read it again from its beginning.',
    );
  const page = items.slice(begin, begin + most);
  const end = page.at(-1);
  return { page, next: end !== undefined && begin + most < items.length ? cursorOf(keyOf(end)) : undefined };
}

/** A page of a list in the order of its keys: what follows the position `after`. */
export function pageBehind<Item>(
  sorted: readonly Item[],
  keyOf: (item: Item) => string,
  { limit: most, after: position }: Paging,
): { page: readonly Item[]; next: string | undefined } {
  const rest = position === undefined ? sorted : sorted.filter((item) => keyOf(item) > position);
  const page = rest.slice(0, most);
  const last = page.at(-1);
  return { page, next: last !== undefined && rest.length > most ? keyOf(last) : undefined };
}

/** "1 session", "3 sessions" */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

/** Of a list that is read backwards by time: what to give as `to` for what is older. The overlap is one millisecond. */
export function olderThan(isMore: boolean, last: string | undefined): string | undefined {
  return isMore && last !== undefined ? new Date(Date.parse(last) + 1).toISOString() : undefined;
}

export const olderTo = z.iso.datetime().optional().describe('There are more: give this as `to` for older ones');

/** Begins with a space; empty at the end of a list. */
export function moreHint(more: string | null | undefined): string {
  return more === null || more === undefined ? '' : ' Call again with `after` set to `next` for more.';
}
