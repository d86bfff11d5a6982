import { AsyncLocalStorage } from 'node:async_hooks';
import type { Reach } from './may.ts';

const reaches = new AsyncLocalStorage<Reach>();

/**
 * Does something for somebody who may do it at these sites alone. Doors set it around everything they do for a caller; the business that they
 * are handed (`charging/within-sites.ts`) asks for it, so that no route and no tool has to think of it.
 */
export function actWithin<Result>(reach: Reach, work: () => Result): Result {
  return reaches.run(reach, work);
}

/** Throws where no door has said for whom this is done: nothing is read for nobody. */
export function reachNow(): Reach {
  const reach = reaches.getStore();
  if (reach === undefined) throw new Error('Nobody has said at which sites this caller may do it.');
  return reach;
}
