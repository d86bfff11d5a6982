import type { Pool } from 'pg';
import type { Entry } from '#ledger/ledger-types.ts';
import type { SessionEvent } from '../sessions/record/session-event.ts';
import { changedReservation } from './changed-reservation.ts';
import { reservationUsedBy } from './holder.ts';
import { hasUsedOne, type OpenReservation, readEvseOf } from './reservation-store.ts';

/** What an event of a session says about the reservation it uses (H03), to be committed with it; undefined: nothing. */
export async function usedBySession(
  pool: Pool,
  open: readonly OpenReservation[],
  event: SessionEvent,
): Promise<Required<Pick<Entry, 'events' | 'writes'>> | undefined> {
  const { stationId, reservationId, ref, at } = event;
  const named = open.find(({ id }) => id === reservationId);
  const found = named ?? (await unnamed(pool, open, event));
  // A number that is none of the open ones may be that of one which had ended.
  const id = found?.id ?? (isPossible(reservationId) ? reservationId : undefined);
  return id === undefined ? undefined : changedReservation({ stationId, id, status: 'used', sessionRef: ref, at });
}

async function unnamed(
  pool: Pool,
  open: readonly OpenReservation[],
  { stationId, ref, kind, trigger, evseId, token, at }: SessionEvent,
): Promise<OpenReservation | undefined> {
  const tokenHash = token?.hash ?? null;
  // In 2.x the vehicle may be plugged in before its driver is known; a token that ends a session begins nothing.
  const isBeginning = kind === 'started' || (kind === 'updated' && beginnings.has(trigger ?? ''));
  if (open.length === 0 || tokenHash === null || !isBeginning) return undefined;
  const place = evseId ?? (await readEvseOf(pool, { stationId, ref }));
  const found = await reservationUsedBy(pool, open, { evseId: place, tokenHash, at });
  const hasOne = found !== undefined && kind === 'updated' && (await hasUsedOne(pool, { stationId, ref }));
  return hasOne ? undefined : found;
}

/** Numbers that we give. 0 and -1 mean none to some stations, and some fill the field with whatever they have. */
function isPossible(id: number | null): id is number {
  return id !== null && id >= 1 && id < 2 ** 31;
}

const beginnings: ReadonlySet<string> = new Set(['Authorized', 'RemoteStart']);
