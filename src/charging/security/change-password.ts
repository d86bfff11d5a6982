import { randomUUID } from 'node:crypto';
import type { Clock } from '#base/clock.ts';
import { SigecError } from '#base/errors.ts';
import type { Outcome } from '#contract/commands/command.ts';
import { type Ledger, write } from '#ledger/ledger-types.ts';
import { hashPassword, makePassword } from '../stations/station-password.ts';
import type { StationRegister } from '../stations/station-register.ts';
import { type CandidateRow, passwordCandidates, settledPasswords } from '../stations/password-projections.ts';

export type ChangePasswordNeeds = { register: StationRegister; ledger: Ledger; clock: Clock; installationKey: Buffer };

/** A station that never signs in again must not collect passwords. */
const maxCandidates = 5;

/**
 * A01: the old and the new password are both right from before the new one is sent until the station signs in,
 * so that an answer lost on the way locks nobody out. The password itself exists only while it is being sent.
 */
export async function changePassword(
  needs: ChangePasswordNeeds,
  stationId: string,
  send: (password: string) => Promise<Outcome>,
): Promise<Outcome> {
  const { register, ledger, clock, installationKey } = needs;
  const station = await register.find(stationId);
  if (station === undefined || station.candidates.length >= maxCandidates) {
    throw new SigecError(
      'CONFLICT',
      `${maxCandidates} new passwords of ${stationId} wait for its next sign-in; restart it before making another.`,
    );
  }
  const password = makePassword();
  const candidate: CandidateRow = {
    id: randomUUID(),
    stationId,
    password: hashPassword(installationKey, password),
    askedAt: clock.now(),
    isAccepted: false,
  };
  await ledger.commit({
    events: [
      { kind: 'password-change-asked', stationId, happenedAt: candidate.askedAt, body: { change: candidate.id } },
    ],
    writes: [write(passwordCandidates, candidate)],
  });
  keep(register, candidate);
  const outcome = await send(password); // without an answer the candidate stays, and the next sign-in decides
  await (outcome.status === 'accepted' ? accept(needs, candidate) : drop(needs, candidate));
  return outcome;
}

async function accept({ ledger, clock, register }: ChangePasswordNeeds, candidate: CandidateRow): Promise<void> {
  const { id, stationId } = candidate;
  const accepted = { ...candidate, isAccepted: true };
  await ledger.commit({
    events: [{ kind: 'password-change-accepted', stationId, happenedAt: clock.now(), body: { change: id } }],
    writes: [write(passwordCandidates, accepted)],
  });
  keep(register, accepted);
}

async function drop({ ledger, clock, register }: ChangePasswordNeeds, { id, stationId }: CandidateRow): Promise<void> {
  const at = clock.now();
  await ledger.commit({
    events: [{ kind: 'password-change-failed', stationId, happenedAt: at, body: { changes: [id] } }],
    writes: [write(settledPasswords, { stationId, password: null, dropped: [id], at })],
  });
  const candidates = register.get(stationId)?.candidates ?? [];
  register.update(stationId, { candidates: candidates.filter((one) => one.id !== id) });
}

function keep(register: StationRegister, { id, stationId, password, isAccepted }: CandidateRow): void {
  const others = (register.get(stationId)?.candidates ?? []).filter((one) => one.id !== id);
  register.update(stationId, { candidates: [...others, { id, ...password, isAccepted }] });
}
