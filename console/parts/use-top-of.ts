import { type RefObject, useLayoutEffect, useState } from 'react';

/** Where an element begins in the document, kept true while what stands above it grows and shrinks. */
export function useTopOf(element: RefObject<HTMLElement | null>): number {
  const [top, setTop] = useState(0);
  useLayoutEffect(() => {
    const measure = () => {
      if (element.current !== null) setTop(Math.round(element.current.getBoundingClientRect().top + window.scrollY));
    };
    measure();
    const watch = new ResizeObserver(measure);
    watch.observe(document.body);
    return () => watch.disconnect();
  }, [element]);
  return top;
}
