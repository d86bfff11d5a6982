import { isDeepStrictEqual } from 'node:util';
import type { PublishedObject } from './describe-location.ts';

type Timed = PublishedObject & { lastUpdated: string };
const childLists = { evses: 'uid', connectors: 'id' } as const;
type ChildList = keyof typeof childLists;

/**
 * A time is lifted where the content changed, and in what contains it, nowhere else. An EVSE that is there no more is REMOVED: partners
 * never forget one.
 */
export function stampChanges(before: PublishedObject | undefined, now: PublishedObject, at: string): Timed {
  const [list, children] = childrenOf(now);
  const known = before === undefined ? [] : (childrenOf(before)[1] as Timed[]);
  const stamped = children.map((child) =>
    stampChanges(
      known.find((each) => isSame(list, each, child)),
      child,
      at,
    ),
  );
  const gone = known
    .filter((each) => !children.some((child) => isSame(list, each, child)))
    .map((each) => (list === 'evses' ? removed(each, at) : undefined))
    .filter((each) => each !== undefined);
  const all = [...stamped, ...gone];
  const next: PublishedObject = list === undefined ? { ...now } : { ...now, [list]: all };
  const { lastUpdated, ...was } = (before ?? {}) as Partial<Timed>;
  if (lastUpdated !== undefined && isDeepStrictEqual(was, asStored(next))) return { ...next, lastUpdated };
  return { ...next, lastUpdated: at };
}

function removed(evse: Timed, at: string): Timed {
  return evse['status'] === 'REMOVED' ? evse : { ...evse, status: 'REMOVED', lastUpdated: at };
}

function childrenOf(object: PublishedObject): [ChildList | undefined, PublishedObject[]] {
  for (const list of Object.keys(childLists) as ChildList[]) {
    const children = object[list];
    if (Array.isArray(children)) return [list, children as PublishedObject[]];
  }
  return [undefined, []];
}

function isSame(list: ChildList | undefined, one: PublishedObject, other: PublishedObject): boolean {
  return list !== undefined && one[childLists[list]] === other[childLists[list]];
}

/** As it comes back from the database: without what is undefined. */
function asStored(object: PublishedObject): unknown {
  return JSON.parse(JSON.stringify(object));
}
