import type { Pool } from 'pg';
import { readSealed } from '../authorization/token-store.ts';
import { type RunningSession, readRunning } from './conflict-facts.ts';
import type { OpenReservation } from './reservation-store.ts';

export type Start = { evseId: number | null; tokenHash: string; at: Date };

/** The station's clock may be a little behind ours when the driver stands there already. */
const clockSlackMs = 2 * 60_000;

/**
 * The reservation that a start uses although it does not name it: many OCPP 1.6 stations forget the number. It is of that place and
 * that time, for that token or one of its group; the EVSE's own before one for any, the token's own before one of its group.
 */
export async function reservationUsedBy(
  pool: Pool,
  open: readonly OpenReservation[],
  { evseId, tokenHash, at }: Start,
): Promise<OpenReservation | undefined> {
  const here = open.filter(
    (one) =>
      (one.status === 'asked' || one.status === 'active') &&
      (one.evseId === null || one.evseId === evseId) &&
      at.getTime() >= one.startsAt.getTime() - clockSlackMs &&
      at < one.expiresAt,
  );
  if (here.length === 0) return undefined;
  const namedFirst = here.toSorted((a, b) => Number(a.evseId === null) - Number(b.evseId === null));
  const own = namedFirst.find(({ tokenId }) => tokenId === tokenHash);
  if (own !== undefined || here.every(({ groupId }) => groupId === null)) return own;
  const group = await groupOf(pool, tokenHash);
  return group === null ? undefined : namedFirst.find(({ groupId }) => groupId === group);
}

/** A session that the holder began at the reserved place since the reservation was made: they came before their time. */
export async function sessionOfHolder(pool: Pool, reservation: OpenReservation): Promise<RunningSession | undefined> {
  const { stationId, evseId, tokenId, groupId, createdAt } = reservation;
  for (const session of await readRunning(pool, stationId)) {
    if (session.tokenHash === null || session.startedAt.getTime() < createdAt.getTime() - clockSlackMs) continue;
    if (evseId !== null && session.evseId !== evseId) continue;
    if (session.tokenHash === tokenId) return session;
    if (groupId !== null && (await groupOf(pool, session.tokenHash)) === groupId) return session;
  }
  return undefined;
}

async function groupOf(pool: Pool, tokenHash: string): Promise<string | null> {
  const [token] = await readSealed(pool, [tokenHash]);
  return token?.group?.id ?? null;
}
