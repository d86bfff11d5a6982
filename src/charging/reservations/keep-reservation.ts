import type { Pool } from 'pg';
import type { Clock } from '#base/clock.ts';
import { SigecError } from '#base/errors.ts';
import type { CommandRecord, Outcome } from '#contract/commands/command.ts';
import { ownReason } from '#contract/commands/own-reasons.ts';
import { sentenceOf } from '#contract/problems/problem-words.ts';
import type { Entry } from '#ledger/ledger-types.ts';
import { system } from '#principals/actor.ts';
import type { Authorization } from '../authorization/open-authorization.ts';
import type { Ask } from '../commands/run-command.ts';
import { type ChangedReservation, restoredReservation } from './changed-reservation.ts';
import { conflict } from './find-conflict.ts';
import { sessionOfHolder } from './holder.ts';
import type { AskedReservation } from './open-reservations.ts';
import { isTakenMeanwhile, mayCharge } from './place-reservation.ts';
import { isGivenUp, type OpenReservation, readOpen } from './reservation-store.ts';
import { whyNotKept, whyUnchanged } from './why-lost.ts';

export type KeepNeeds = {
  pool: Pool;
  clock: Clock;
  authorization: Pick<Authorization, 'reveal' | 'revealGroup' | 'tryOut'>;
  record(change: ChangedReservation): Promise<void>;
  commit(stationId: string, entry: Pick<Entry, 'events' | 'writes'>): Promise<void>;
  noteAsked(named: { stationId: string; id: number }): void;
  runCommand(ask: Ask): Promise<CommandRecord>;
};

/** Asks the station for one whose time has come, or again for one that it may have lost. null: there was nothing to ask for. */
export async function keepReservation(needs: KeepNeeds, reservation: OpenReservation): Promise<Outcome | null> {
  if (await isUsedAlready(needs, reservation)) return null;
  const { stationId, id, status } = reservation;
  const why = ownReason(status === 'planned' ? 'reservation-due' : 'reservation-lost');
  const input = { reservationId: id };
  return (await needs.runCommand({ stationId, name: 'keep-reservation', input, actor: system, why })).outcome;
}

/** What the station is to be asked for. One that cannot be asked for any more ends here, and throws why. */
export async function reservationToKeep(
  needs: KeepNeeds,
  { stationId, id }: { stationId: string; id: number },
): Promise<AskedReservation> {
  const now = needs.clock.now();
  const [reservation] = await readOpen(needs.pool, { stationId, id });
  if (reservation === undefined || isGivenUp(reservation) || reservation.expiresAt <= now)
    throw conflict('reservation-over', sentenceOf('reservation-gone', { stationId, reservationId: id }));
  if (reservation.startsAt > now)
    throw conflict(
      'reservation-not-yet',
      sentenceOf('reservation-not-yet', {
        stationId,
        reservationId: id,
        startsAt: reservation.startsAt.toISOString(),
      }),
    );
  const { status, evseId, connectorType, expiresAt } = reservation;
  const asked = await revealed(needs, reservation).catch(async (error: unknown) => {
    if (!(error instanceof SigecError) || (error.code !== 'NOT_FOUND' && error.code !== 'CONFLICT')) throw error;
    await needs.record({
      stationId,
      id,
      status: status === 'active' ? 'removed' : 'refused',
      why: error.message,
      at: now,
    });
    throw error;
  });
  if (status === 'planned') await needs.record({ stationId, id, status: 'asked', at: now });
  needs.noteAsked(reservation);
  return { id, evseId, connectorType, expiresAt, ...asked };
}

/** Since it was planned, the token may have been blocked, taken out of its group or forgotten. */
async function revealed(needs: KeepNeeds, reservation: OpenReservation) {
  const { stationId, evseId, tokenId, groupId, status } = reservation;
  const token = await needs.authorization.reveal(tokenId);
  if (status === 'planned')
    await mayCharge(needs, { stationId, evseId, tokenId, startsAt: needs.clock.now(), isPlanned: true });
  return { token, group: groupId === null ? null : await needs.authorization.revealGroup(groupId) };
}

export type StationAnswer = { stationId: string; id: number; isAccepted: boolean; code: string | null; why?: string };

export async function recordAnswer(needs: KeepNeeds, answer: StationAnswer): Promise<void> {
  const { stationId, id, isAccepted, code, why } = answer;
  const [reservation] = await readOpen(needs.pool, { stationId, id });
  if (reservation === undefined || isGivenUp(reservation)) return; // it ended while the station was asked
  const at = needs.clock.now();
  if (isAccepted) return needs.record({ stationId, id, status: 'active', code, at });
  if (await isUsedAlready(needs, reservation)) return;
  if (await isAsBefore(needs, reservation, code)) return;
  const status = reservation.status === 'active' ? 'removed' : 'refused';
  await needs.record({ stationId, id, status, code, why: why ?? whyNotKept(reservation, code), at });
}

async function isAsBefore(
  { commit, clock }: KeepNeeds,
  { stationId, id, status: asked, replacedStatus: status }: OpenReservation,
  code: string | null,
): Promise<boolean> {
  if (status === null || asked !== 'asked') return false;
  try {
    const told = { stationId, id, status, code, why: whyUnchanged(code), at: clock.now() };
    await commit(stationId, restoredReservation(told));
    return true;
  } catch (error) {
    if (isTakenMeanwhile(error)) return false; // another process has given its place away
    throw error;
  }
}

/** The holder came before the station could be asked, or while it was offline: that is why it cannot be kept. */
async function isUsedAlready({ pool, record }: KeepNeeds, reservation: OpenReservation): Promise<boolean> {
  const session = await sessionOfHolder(pool, reservation);
  if (session === undefined) return false;
  const { stationId, id } = reservation;
  await record({ stationId, id, status: 'used', sessionRef: session.ref, at: session.startedAt });
  return true;
}
