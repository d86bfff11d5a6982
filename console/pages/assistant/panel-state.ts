import { useSyncExternalStore } from 'react';

export type PanelState = {
  isOpen: boolean;
  /** In pixels. */
  width: number;
  /** null: one that begins with the next question. */
  conversation: string | null;
};

export const widths = { min: 320, usual: 420, max: 760 };

const stateKey = 'sigec-assistant';
const widthKey = 'sigec-assistant-width';

let state: PanelState = read();
const listeners = new Set<() => void>();

/** The panel at the right of every page: this tab keeps what is open, the browser its width. */
export function usePanel(): PanelState {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => state,
  );
}

export function changePanel(part: Partial<PanelState>): void {
  state = { ...state, ...part };
  sessionStorage.setItem(stateKey, JSON.stringify({ isOpen: state.isOpen, conversation: state.conversation }));
  localStorage.setItem(widthKey, String(state.width));
  for (const listener of listeners) listener();
}

/** Never so wide that nothing is left of the page. */
export function widthWithin(wanted: number): number {
  return Math.round(Math.min(widths.max, Math.max(widths.min, Math.min(wanted, window.innerWidth * 0.6))));
}

function read(): PanelState {
  const width = Number(localStorage.getItem(widthKey)) || widths.usual;
  const { isOpen, conversation } = keptState();
  return {
    isOpen: isOpen === true,
    width: widthWithin(width),
    conversation: typeof conversation === 'string' ? conversation : null,
  };
}

function keptState(): { isOpen?: unknown; conversation?: unknown } {
  try {
    return (JSON.parse(sessionStorage.getItem(stateKey) ?? '{}') ?? {}) as object;
  } catch {
    return {};
  }
}
