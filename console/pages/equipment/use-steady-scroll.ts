import type { Virtualizer } from '@tanstack/react-virtual';
import { useLayoutEffect, useRef } from 'react';
import type { Station } from '#contract/stations/station.ts';

/**
 * Keeps the rows one is reading where they are when stations are added or go above them: the page scrolls by as much
 * as the first visible row would have moved.
 */
export function useSteadyScroll(
  rows: Virtualizer<Window, HTMLElement>,
  stations: readonly Station[],
  top: number,
): void {
  const before = useRef<{ stations: readonly Station[]; top: number; first: { id: string; start: number } | null }>({
    stations,
    top,
    first: null,
  });
  useLayoutEffect(() => {
    const { first } = before.current;
    const hasMoved = before.current.stations !== stations || before.current.top !== top;
    if (hasMoved && first !== null && window.scrollY > before.current.top) {
      const index = stations.findIndex(({ id }) => id === first.id);
      const start = rows.measurementsCache[index]?.start;
      if (start !== undefined && start !== first.start) window.scrollBy(0, start - first.start);
    }
    const visible = rows.getVirtualItemForOffset(window.scrollY);
    const station = visible === undefined ? undefined : stations[visible.index];
    before.current = {
      stations,
      top,
      first: visible === undefined || station === undefined ? null : { id: station.id, start: visible.start },
    };
  });
}
