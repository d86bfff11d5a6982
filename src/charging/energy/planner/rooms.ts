import type { LimitRow } from '../network/site-network.ts';
import { indexAt, type PlanProblem, type Steps } from './plan-problem.ts';

/**
 * What may flow at a limit over time, in place of what the tree says and with the safety margin taken off: a limit for a while, or
 * what is left beside stations that nobody steers. The tree has a limit there, so that there is a row for it.
 */
export type Room = { nodeId: string; line: 1 | 2 | 3 | null; limit: Steps };

export type Stretch = { from: number; to: number };

/** The rows of limits as they are throughout a stretch of time. */
export function rowsAt(
  rows: readonly LimitRow[],
  { rooms = [] }: Pick<PlanProblem, 'rooms'>,
  stretch: Stretch,
): readonly LimitRow[] {
  if (rooms.length === 0) return rows;
  const limits = roomsAt(rooms, stretch);
  return rows.map((row) => ({ ...row, limit: limits.get(`${row.nodeId} ${row.line}`) ?? row.limit }));
}

/** By node and line, such as `grid 1`. Of several values within the stretch the lowest counts. */
export function roomsAt(rooms: readonly Room[], { from, to }: Stretch): Map<string, number> {
  const lowest = (limit: Steps) => {
    const first = Math.max(0, indexAt(limit, from));
    let value = limit[first]?.value ?? 0;
    for (let index = first + 1; (limit[index]?.from ?? to) < to; index += 1)
      value = Math.min(value, limit[index]?.value ?? value);
    return value;
  };
  return new Map(rooms.map(({ nodeId, line, limit }) => [`${nodeId} ${line}`, lowest(limit)]));
}
