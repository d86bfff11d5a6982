import { type RefObject, useEffect } from 'react';

/** A row that is moved sideways has this one in its middle. */
export function useInSight(row: RefObject<HTMLElement | null>, selector: string): void {
  useEffect(() => {
    const one = row.current?.querySelector<HTMLElement>(selector);
    if (row.current && one)
      row.current.scrollTo({ left: one.offsetLeft - (row.current.clientWidth - one.clientWidth) / 2 });
  }, [row, selector]);
}
