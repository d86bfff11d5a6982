import { eventApi } from '#contract/api/events.ts';
import { findingApi } from '#contract/api/findings.ts';
import type { LedgerEvent } from '#contract/event.ts';
import { useRead, useReadAgain } from './queries.ts';

const findingKinds: ReadonlySet<LedgerEvent['kind']> = new Set(['finding-opened', 'finding-closed']);

export function useFindings(state: 'open' | 'closed') {
  useReadAgain('findings', findingKinds);
  return useRead(['findings', 'list', state], findingApi.list, { query: { state, limit: 200 } });
}

export function useFinding(id: string) {
  useReadAgain('findings', findingKinds);
  return useRead(['findings', 'one', id], findingApi.get, { params: { id } });
}

/** Stations whose signals have risen, be it an alarm yet or not. */
export const useRisks = () => useRead(['findings', 'risks'], findingApi.risks, { query: { limit: 10 } });

export const useCohorts = () => useRead(['findings', 'cohorts'], findingApi.cohorts, {});

/** One event by its position: the page that begins right before it. */
export function useEventAt(id: string) {
  const [xid = '0', row = '1'] = id.split('.');
  const after = `${xid}.${Math.max(0, Number(row) - 1)}`;
  return useRead(['event', id], eventApi.follow, { query: { after, limit: 1 } });
}
