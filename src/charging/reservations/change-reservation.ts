import type { Pool } from 'pg';
import type { Clock } from '#base/clock.ts';
import type { NewReservation, Reservation } from '#contract/access/reservation.ts';
import type { CommandRecord, Outcome } from '#contract/commands/command.ts';
import { sentenceOf } from '#contract/problems/problem-words.ts';
import { type Actor, actorName } from '#principals/actor.ts';
import { auditOf } from '../change-entry.ts';
import type { Ask } from '../commands/run-command.ts';
import { problemOf } from '../problem.ts';
import type { ChangedReservation } from './changed-reservation.ts';
import { conflict } from './find-conflict.ts';
import type { PlacedReservation, ReservationWish } from './place-reservation.ts';
import { readReservations } from './reservation-store.ts';
import { whyUntold } from './why-lost.ts';

export type CreateNeeds = {
  pool: Pool;
  clock: Clock;
  place(wish: ReservationWish): Promise<PlacedReservation>;
  record(change: ChangedReservation): Promise<void>;
  noteAsked(named: { stationId: string; id: number }): void;
  runCommand(ask: Ask): Promise<CommandRecord>;
};

/** Planned ones wait for their time. One that begins now is asked for: whoever wants it hears what the station said. */
export async function createReservation(
  needs: CreateNeeds,
  { startsAt, ...wanted }: NewReservation,
  { actor, signal }: { actor: Actor; signal?: AbortSignal | undefined },
): Promise<Reservation> {
  const { stationId } = wanted;
  const placed = await needs.place({
    ...wanted,
    ...(startsAt !== undefined && { startsAt: new Date(startsAt) }),
    createdBy: actorName(actor),
    audit: [auditOf('reservation-created', stationId, actor)],
  });
  const { id } = placed;
  if (placed.status === 'planned') return getReservation(needs, { stationId, id });
  needs.noteAsked(placed);
  const input = { reservationId: id };
  const { outcome } = await needs.runCommand({ stationId, name: 'keep-reservation', input, actor, signal });
  if (outcome?.status === 'not-sent') {
    // Nobody waits for it any more: it must not be asked for once the station is back.
    await needs.record({ stationId, id, status: 'refused', why: outcome.reason, at: needs.clock.now() });
    throw problemOf(
      'STATION_OFFLINE',
      sentenceOf('reserve-not-reached', { stationId, reason: outcome.reason ?? sentenceOf('station-is-offline') }),
      { reservationId: id, code: outcome.code },
    );
  }
  if (outcome?.status === 'rejected')
    throw conflict(
      'station-refused',
      sentenceOf('reserve-station-refused', { stationId, answer: outcome.code ?? sentenceOf('station-said-no') }),
      { reservationId: id, code: outcome.code },
    );
  return getReservation(needs, { stationId, id });
}

type Named = { stationId: string; id: number };

export type Cancellation = {
  reservation: Reservation;
  /** How the station was told; null: there was nothing to tell. */
  outcome: Outcome | null;
  /** It is given back for everybody but the station, which has not taken it in. */
  isUntold: boolean;
};

/**
 * Gives one back. A station that cannot be told is told later; for everybody else it is given back at once. What its caller calls off
 * before it has left stays as it was.
 */
export async function cancelReservation(
  needs: CreateNeeds,
  named: Named,
  { actor, signal }: { actor: Actor; signal?: AbortSignal | undefined },
): Promise<Cancellation> {
  const { stationId, id } = named;
  const reservation = await getReservation(needs, named);
  const { status, endedAt } = reservation;
  if (status === 'cancelled') return { reservation, outcome: null, isUntold: false };
  if (status !== 'planned' && status !== 'asked' && status !== 'active')
    throw conflict(
      'reservation-over',
      sentenceOf('reservation-over', {
        stationId,
        reservationId: id,
        status: sentenceOf(`reservation-${status}`),
        endedAt: endedAt ?? '',
      }),
      { status },
    );
  const cancelled: ChangedReservation = {
    ...named,
    status: 'cancelled',
    at: needs.clock.now(),
    principal: actorName(actor),
    audit: [auditOf('reservation-cancelled', stationId, actor, { reservationId: id })],
  };
  if (status === 'planned') {
    await needs.record(cancelled);
    return { reservation: await getReservation(needs, named), outcome: null, isUntold: false };
  }
  const input = { reservationId: id };
  const { outcome } = await needs.runCommand({ stationId, name: 'cancel-reservation', input, actor, signal });
  const after = await getReservation(needs, named);
  // It may have been used or have ended meanwhile. Otherwise the station did not answer, or only with an error.
  const isCalledOff = outcome?.status === 'not-sent' && signal?.aborted === true;
  if (after.endedAt !== null || isCalledOff) return { reservation: after, outcome, isUntold: false };
  await needs.record({ ...cancelled, isCancelUntold: true, why: whyUntold(outcome) });
  return { reservation: await getReservation(needs, named), outcome, isUntold: true };
}

export async function getReservation(
  { pool, clock }: Pick<CreateNeeds, 'pool' | 'clock'>,
  { stationId, id }: Named,
): Promise<Reservation> {
  const [found] = await readReservations(pool, { stationId, id }, clock.now());
  if (found !== undefined) return found;
  throw problemOf('NOT_FOUND', sentenceOf('no-reservation', { stationId, reservationId: id }));
}
