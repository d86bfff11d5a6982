import type { Pool } from 'pg';
import type { Clock } from '#base/clock.ts';
import { type ErrorCode, SigecError } from '#base/errors.ts';
import type { Limiter } from '#base/limiter.ts';
import type { Log } from '#base/log.ts';
import { inEnglish, type Sentence } from '#contract/problems/problem-words.ts';
import type { DerivedWrite, EventFact, Ledger } from '#ledger/ledger-types.ts';
import { type Actor, actorName } from '#principals/actor.ts';
import type { DeviceMemory } from './device-memory.ts';
import type { Refusals } from './refusals.ts';

/** What the pages of the book share. */
export type BookNeeds = {
  pool: Pool;
  ledger: Ledger;
  installationKey: Buffer;
  clock: Clock;
  log: Log;
  refusals: Refusals;
  /** New codes for an address. */
  codes: Limiter;
  /** Connections of a device. */
  arrivals: Limiter;
  /** What a device says of its own accord, and is kept as an event. */
  notifications: Limiter;
  memory: DeviceMemory;
  /** Told after the commit. */
  changed(deviceId: string): void;
  revoked(deviceId: string): void;
  /** Where a server with this token dials. */
  serverAddress(token: string): string;
};

type DeviceFact = EventFact<
  | 'device-seen'
  | 'device-activated'
  | 'device-changed'
  | 'device-removed'
  | 'device-connected'
  | 'device-disconnected'
  | 'device-tools-listed'
  | 'device-tool-judged'
>;

type Change = DeviceFact & {
  flags?: readonly string[];
  writes: readonly DerivedWrite[];
  /** Absent: the device itself, which leaves no line in the audit. */
  actor?: Actor;
};

/** The fact, the rows that follow from it and the line of the audit, as one thing to commit. */
export async function commitChange(needs: BookNeeds, { flags, writes, actor, ...fact }: Change): Promise<void> {
  const by = actor && actorName(actor);
  const { deviceId, ...details } = fact.body;
  await needs.ledger.commit({
    events: [
      {
        ...fact,
        stationId: null,
        happenedAt: needs.clock.now(),
        principal: by ?? null,
        ...(flags && { flags }),
      },
    ],
    writes,
    ...(actor && {
      audit: [
        {
          principal: by ?? '',
          door: actor.door,
          action: fact.kind,
          subject: deviceId,
          outcome: 'done',
          details,
        },
      ],
    }),
  });
  needs.changed(deviceId);
}

/** A problem that can be told in the language of the reader. */
export function deviceProblem(code: ErrorCode, sentence: Sentence, details: Record<string, unknown> = {}): SigecError {
  return new SigecError(code, inEnglish(sentence), { details: { ...details, sentence } });
}
