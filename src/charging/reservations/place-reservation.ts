import { randomInt } from 'node:crypto';
import type { Pool } from 'pg';
import type { Clock } from '#base/clock.ts';
import { sentenceOf } from '#contract/problems/problem-words.ts';
import type { Station } from '#contract/stations/station.ts';
import { type AuditEntry, type Ledger, write } from '#ledger/ledger-types.ts';
import type { Authorization } from '../authorization/open-authorization.ts';
import { refusalSentence } from '../authorization/refusal-words.ts';
import type { WireToken } from '../authorization/station-authorization.ts';
import { problemOf } from '../problem.ts';
import { readOverlapping, readRunning, readSkills } from './conflict-facts.ts';
import { conflict, findConflict, type WantedReservation } from './find-conflict.ts';
import type { OneAfterAnother } from './one-after-another.ts';
import { type PlacedRow, placedReservations, replacedReservations } from './reservation-projections.ts';
import { readReservations } from './reservation-store.ts';

export type ReservationWish = {
  stationId: string;
  tokenId: string;
  groupId?: string | undefined;
  evseId?: number | undefined;
  connectorType?: string | undefined;
  /** Absent: now. */
  startsAt?: Date | undefined;
  minutes: number;
  /** Of an open one of the same token that this replaces. */
  reservationId?: number | undefined;
  createdBy: string | null;
  audit?: readonly AuditEntry[] | undefined;
};

export type PlaceNeeds = {
  pool: Pool;
  ledger: Ledger;
  clock: Clock;
  inTurn: OneAfterAnother;
  authorization: Pick<Authorization, 'reveal' | 'revealGroup' | 'tryOut'>;
  getStation(stationId: string): Promise<Station>;
};

export type PlacedReservation = PlacedRow & { token: WireToken; group: WireToken | null };

const maxAheadMs = 366 * 86_400_000;
/** A person who says "now" needs a moment to send it. */
const maxBehindMs = 60_000;

/**
 * Writes a reservation down, or throws why it cannot be. Nothing has been sent yet. What is checked and what is written belong
 * together: in this process nobody else places one for that station or that token meanwhile, and the table itself refuses a second
 * one of the EVSE.
 */
export async function placeReservation(needs: PlaceNeeds, wish: ReservationWish): Promise<PlacedReservation> {
  const { inTurn, authorization } = needs;
  const token = await authorization.reveal(wish.tokenId);
  const group = wish.groupId === undefined ? token.group : await authorization.revealGroup(wish.groupId);
  return inTurn.run(`token ${wish.tokenId}`, () =>
    inTurn.run(`station ${wish.stationId}`, () => place(needs, wish, { token, group })),
  );
}

/** Throws why it cannot be reserved, as far as we know; the station has the last word. Writes nothing, asks nobody. */
export async function checkReservation(
  needs: Omit<PlaceNeeds, 'ledger' | 'inTurn'>,
  wish: Omit<ReservationWish, 'createdBy' | 'audit'>,
): Promise<WantedReservation> {
  await needs.authorization.reveal(wish.tokenId);
  if (wish.groupId !== undefined) await needs.authorization.revealGroup(wish.groupId);
  return mustBePossible(needs, wish, needs.clock.now());
}

async function place(
  needs: PlaceNeeds,
  wish: ReservationWish,
  { token, group }: Pick<PlacedReservation, 'token' | 'group'>,
): Promise<PlacedReservation> {
  const { ledger, clock } = needs;
  const { stationId, tokenId, evseId = null, connectorType = null, reservationId, createdBy, audit = [] } = wish;
  const createdAt = clock.now();
  if (reservationId !== undefined) await mayReplace(needs, { stationId, id: reservationId, tokenId });
  const wanted = await mustBePossible(needs, wish, createdAt);
  const { startsAt, expiresAt, isPlanned } = wanted;
  const id = reservationId ?? randomInt(1, 2 ** 31 - 1);
  const status = isPlanned ? 'planned' : 'asked';
  const groupId = group?.id ?? null;
  const times = { startsAt, expiresAt, createdAt };
  const row: PlacedRow = { stationId, id, tokenId, groupId, evseId, connectorType, status, createdBy, ...times };
  const body = { reservationId: id, tokenId, groupId, evseId, connectorType, ...written({ startsAt, expiresAt }) };
  try {
    await ledger.commit({
      events: [{ kind: `reservation-${status}`, stationId, happenedAt: createdAt, principal: createdBy, body }],
      writes: [write(reservationId === undefined ? placedReservations : replacedReservations, row)],
      audit,
    });
  } catch (error) {
    if (!isTakenMeanwhile(error)) throw error;
    await mustFit(needs, wanted, reservationId ?? null); // says by which one
    throw error;
  }
  return { ...row, token, group };
}

type CheckNeeds = Pick<PlaceNeeds, 'pool' | 'getStation' | 'authorization'>;

async function mustBePossible(
  needs: CheckNeeds,
  wish: Omit<ReservationWish, 'createdBy' | 'audit'>,
  now: Date,
): Promise<WantedReservation> {
  const { stationId, tokenId, evseId = null, connectorType = null, reservationId = null } = wish;
  const startsAt = readStart(wish.startsAt, now);
  const expiresAt = new Date(startsAt.getTime() + wish.minutes * 60_000);
  const wanted = { stationId, evseId, connectorType, tokenId, startsAt, expiresAt, isPlanned: startsAt > now };
  await mustFit(needs, wanted, reservationId);
  await mayCharge(needs, wanted);
  return wanted;
}

async function mayReplace(
  { pool, clock }: PlaceNeeds,
  { stationId, id, tokenId }: { stationId: string; id: number; tokenId: string },
): Promise<void> {
  const [known] = await readReservations(pool, { stationId, id }, clock.now());
  if (known === undefined)
    throw problemOf('NOT_FOUND', sentenceOf('reserve-nothing-to-replace', { stationId, reservationId: id }));
  if (known.tokenId !== tokenId)
    throw conflict('reservation-of-another', sentenceOf('reserve-of-another', { stationId, reservationId: id }));
  if (known.endedAt !== null)
    throw conflict(
      'reservation-over',
      sentenceOf('reserve-replaces-over', {
        stationId,
        reservationId: id,
        status: sentenceOf(`reservation-${known.status}`),
        endedAt: known.endedAt,
      }),
      { status: known.status },
    );
}

function readStart(startsAt: Date | undefined, now: Date): Date {
  if (startsAt === undefined) return now;
  const aheadMs = startsAt.getTime() - now.getTime();
  if (aheadMs < -maxBehindMs)
    throw problemOf('INVALID_INPUT', sentenceOf('reserve-begins-in-the-past', { startsAt: startsAt.toISOString() }), {
      field: 'startsAt',
    });
  if (aheadMs > maxAheadMs)
    throw problemOf('INVALID_INPUT', sentenceOf('reserve-too-far-ahead'), { field: 'startsAt' });
  return aheadMs <= 0 ? now : startsAt;
}

async function mustFit(
  { pool, getStation }: Pick<PlaceNeeds, 'pool' | 'getStation'>,
  wanted: WantedReservation,
  id: number | null,
): Promise<void> {
  const [station, skills, running, overlapping] = await Promise.all([
    getStation(wanted.stationId),
    readSkills(pool, wanted.stationId),
    readRunning(pool, wanted.stationId),
    readOverlapping(pool, { ...wanted, id }),
  ]);
  const found = findConflict(wanted, { station, skills, running, overlapping });
  if (found !== null) throw found;
}

type Holder = Pick<WantedReservation, 'stationId' | 'evseId' | 'tokenId' | 'startsAt' | 'isPlanned'>;

/** Throws where the token would not be accepted there at that time. Who charges elsewhere now may have gone by then. */
export async function mayCharge(
  { authorization }: Pick<PlaceNeeds, 'authorization'>,
  { stationId, evseId, tokenId, startsAt, isPlanned }: Holder,
): Promise<void> {
  const at = startsAt.toISOString();
  const { reason, checks } = await authorization.tryOut({ tokenId, stationId, ...(evseId !== null && { evseId }), at });
  if (reason === null || (isPlanned && reason === 'already-charging')) return;
  const facts = checks.find(({ result }) => result === 'refused')?.facts ?? {};
  throw conflict(
    'token-refused',
    sentenceOf('reserve-token-refused', { stationId, why: refusalSentence(reason, facts) }),
    { reason, ...facts },
  );
}

/** Another process was faster. */
export function isTakenMeanwhile(error: unknown): boolean {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause)
    if ((cause as { constraint?: string }).constraint === 'reservation_one_at_a_time') return true;
  return false;
}

function written({ startsAt, expiresAt }: Record<'startsAt' | 'expiresAt', Date>) {
  return { startsAt: startsAt.toISOString(), expiresAt: expiresAt.toISOString() };
}
