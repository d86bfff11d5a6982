import { useEffect, useState } from 'react';

/** What was pressed to open the dialog before: one that follows another gives the focus back to the same. */
let opener: Element | null = null;

/** Gives the focus back to what had it once this is gone; where that is gone too, to the page, so that the next Tab goes on there. */
export function useFocusBack(): void {
  const [before] = useState(() => {
    const { activeElement } = document;
    if (activeElement?.closest('[role=dialog]') === null) opener = activeElement;
    return opener;
  });
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
