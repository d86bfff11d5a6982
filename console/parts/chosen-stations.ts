import { useEffect, useSyncExternalStore } from 'react';

const nothing: readonly string[] = [];
let chosen: readonly string[] = nothing;
const listeners = new Set<() => void>();

/** The rows that are ticked on the page, for whoever stands beside it. */
export function useChosenStations(): readonly string[] {
  return useSyncExternalStore(listen, () => chosen);
}

/** Told by the page while it is there. */
export function useTellChosen(ids: ReadonlySet<string>): void {
  useEffect(() => tell(ids.size === 0 ? nothing : [...ids]), [ids]);
  useEffect(() => () => tell(nothing), []);
}

function tell(ids: readonly string[]): void {
  if (ids.length === chosen.length && ids.every((id, index) => id === chosen[index])) return;
  chosen = ids;
  for (const heard of listeners) heard();
}

function listen(heard: () => void): () => void {
  listeners.add(heard);
  return () => void listeners.delete(heard);
}
