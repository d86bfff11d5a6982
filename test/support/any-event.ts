import type { NewEvent } from '../../src/ledger/ledger-types.ts';

/** An event of any kind with any body: the ledger keeps what it gets, only its writers are bound to the table of events. */
export type AnyEvent = Omit<NewEvent, 'kind' | 'body'> & { kind: string; body: Record<string, unknown> };

export function anyEvent(event: AnyEvent): NewEvent {
  return event as NewEvent;
}
