import { useEffect, useState } from 'react';

/** Gives the focus back to what had it once this is gone; where that is gone too, to the page, so that the next Tab goes on there. */
export function useFocusBack(): void {
  const [before] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      queueMicrotask(() => {
        const { activeElement } = document;
        if (activeElement !== null && activeElement !== document.body) return; // somebody has it already
        const isThere = before instanceof HTMLElement && before.isConnected && before !== document.body;
        const next = isThere ? before : document.getElementById('content');
        next?.focus({ preventScroll: true });
      });
    },
    [before],
  );
}
