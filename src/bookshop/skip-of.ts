import { positionOf } from '#base/cursor.ts';

/** How many a list leaves out at its beginning; no further than a person would read on. */
export function skipOf(after: string | undefined): number {
  const skip = after === undefined ? '' : positionOf(after);
  return /^\d{1,6}$/.test(skip) ? Number(skip) : 0;
}
