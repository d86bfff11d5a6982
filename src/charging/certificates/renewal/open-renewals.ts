import type { Pool } from 'pg';
import type { Clock } from '#base/clock.ts';
import { SigecError } from '#base/errors.ts';
import { every } from '#base/every.ts';
import type { Log } from '#base/log.ts';
import type { CommandRecord, Outcome } from '#contract/commands/command.ts';
import { ownReason } from '#contract/commands/own-reasons.ts';
import type {
  CertificateRenewalList,
  CertificateRenewalStart,
  CertificateRenewalStarted,
  SigningPurpose,
} from '#contract/stations/certificates.ts';
import { type Ledger, write } from '#ledger/ledger-types.ts';
import { type Actor, actorName, system } from '#principals/actor.ts';
import { auditOf } from '../../change-entry.ts';
import type { Ask } from '../../commands/run-command.ts';
import { PutOff } from '../../commands/unless-kill-switch.ts';
import {
  type DueCertificate,
  readDueHere,
  readHeld,
  readRenewals,
  renewalAttempts,
  wantedRenewals,
} from './renewal-store.ts';
import { inDays } from './severity.ts';

export type RenewalNeeds = {
  pool: Pool;
  ledger: Ledger;
  clock: Clock;
  log: Log;
  nodeId: string;
  /** How many days before a certificate expires its station is asked to renew it; 0: only when somebody wants it. */
  renewDays: number;
  /** Put off while the kill switch is on. */
  runCommand(ask: Ask): Promise<CommandRecord>;
};

/** A fleet whose certificates were made on one day is not asked in one moment. */
const pace = { everyMs: 60_000, stationsAtOnce: 20 };
const retryMs = { first: 30 * 60_000, longest: 24 * 3_600_000 };
const answerWithinSeconds = 30;
const shownDays = 30;

const triggers = {
  station: 'sign-station-certificate',
  v2g: 'sign-v2g-certificate',
  v2g20: 'sign-v2g20-certificate',
  combined: 'sign-combined-certificate',
} as const satisfies Record<SigningPurpose, string>;

/** A02: has stations renew their certificates before these expire, a few at a time, and again later where it failed. */
export function openRenewals(needs: RenewalNeeds) {
  const { pool, clock, log, renewDays, nodeId } = needs;
  const horizon = () => (renewDays === 0 ? new Date(0) : inDays(clock.now(), renewDays));
  const rounds = every({
    task: 'ask stations to renew their certificates',
    everyMs: pace.everyMs,
    log,
    async run() {
      const due = await readDueHere(pool, {
        before: horizon(),
        now: clock.now(),
        nodeId,
        limit: pace.stationsAtOnce,
      });
      try {
        await Promise.all(due.map((certificate) => askToRenew(needs, certificate)));
      } catch (error) {
        if (!(error instanceof PutOff)) throw error; // the kill switch is on: they are still due in the next round
      }
    },
  });
  return {
    async list(): Promise<CertificateRenewalList> {
      const now = clock.now();
      const renewals = await readRenewals(pool, { before: horizon(), since: inDays(now, -shownDays), now });
      const count = (state: string) => renewals.filter((renewal) => renewal.state === state).length;
      const counts = { due: count('due'), asked: count('asked'), failing: count('failing'), renewed: count('renewed') };
      return { renewDays, counts, renewals };
    },
    /** Begins with a round at once; the others follow in theirs. */
    async start(wanted: CertificateRenewalStart, actor: Actor): Promise<CertificateRenewalStarted> {
      const started = wanted.stationIds === undefined ? [] : await want(needs, wanted.stationIds, actor);
      await rounds.now();
      return { wanted: started };
    },
    /** A round now. */
    now: () => rounds.now(),
    close: () => rounds.close(),
  };
}

async function want(
  { pool, ledger, clock }: RenewalNeeds,
  stationIds: readonly string[],
  actor: Actor,
): Promise<CertificateRenewalStarted['wanted']> {
  const held = await readHeld(pool, stationIds);
  const without = stationIds.find((id) => !held.some(({ stationId }) => stationId === id));
  if (without !== undefined)
    throw new SigecError(
      'NOT_FOUND',
      `${without} has taken no certificate of ours that could be renewed; ask it for its first one with the command trigger (sign-station-certificate).`,
    );
  const wantedSince = clock.now();
  const principal = actorName(actor);
  await ledger.commit({
    events: held.map(({ stationId, purpose }) => ({
      kind: 'certificate-renewal-wanted',
      stationId,
      happenedAt: wantedSince,
      principal,
      body: { purpose },
    })),
    writes: held.map((each) => write(wantedRenewals, { ...each, wantedSince, nextAttemptAt: null })),
    audit: held.map(({ stationId, purpose }) => auditOf('renew-certificate', stationId, actor, { purpose })),
  });
  return held;
}

async function askToRenew(needs: RenewalNeeds, due: DueCertificate): Promise<void> {
  const { stationId, purpose, serialNumber, expiresAt } = due;
  const why = ownReason('certificate-expires', { serialNumber, expiresAt });
  const input = { message: triggers[purpose] };
  const { outcome } = await needs.runCommand({
    stationId,
    name: 'trigger',
    input,
    actor: system,
    why,
    answerWithinSeconds,
  });
  const isAsked = outcome?.status === 'accepted';
  const attempts = due.attempts + 1;
  const attemptedAt = needs.clock.now();
  const nextAttemptAt = new Date(attemptedAt.getTime() + waitMs(attempts));
  const attempt = {
    purpose,
    serialNumber,
    attempts,
    nextAttemptAt,
    outcome: isAsked ? 'asked' : 'failed',
    reason: isAsked ? null : reasonOf(outcome),
  } as const;
  await needs.ledger.commit({
    events: [{ kind: 'certificate-renewal-tried', stationId, happenedAt: attemptedAt, body: attempt }],
    writes: [write(renewalAttempts, { ...attempt, stationId, attemptedAt })],
  });
}

/** Half an hour after the first attempt, then twice as long each time. */
export function waitMs(attempts: number): number {
  return Math.min(retryMs.longest, retryMs.first * 2 ** (attempts - 1));
}

function reasonOf(outcome: Outcome | null): string {
  if (outcome === null) return 'no answer';
  return outcome.reason ?? outcome.code ?? outcome.status;
}
