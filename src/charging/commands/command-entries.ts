import { randomInt } from 'node:crypto';
import type { Clock } from '#base/clock.ts';
import type { CommandRecord, Effect, Outcome } from '#contract/commands/command.ts';
import { withoutSecrets } from '#ledger/frames/hide-secrets.ts';
import { type AuditEntry, type Entry, write } from '#ledger/ledger-types.ts';
import { uuidv7 } from '#ledger/uuidv7.ts';
import { actorName } from '#principals/actor.ts';
import { type AskedRow, askedCommands, endedCommands } from './command-store.ts';
import { redactInput } from './redact-input.ts';
import { isRefused } from './refusal.ts';
import type { Ask } from './run-command.ts';

type AskedNeeds = { clock: Clock; hashToken(token: string): string; nodeId: string };

export type CommandEnd = { endedAt: Date; outcome: Outcome; effect: Effect | null };

export function toAsked({ clock, hashToken, nodeId }: AskedNeeds, ask: Ask, powerKw: number): AskedRow {
  const { stationId, name, why = null } = ask;
  const askedAt = clock.now();
  const input = redactInput(withoutSecrets(ask.input), hashToken) as Record<string, unknown>;
  const requestId = randomInt(1, 2 ** 31 - 1);
  return {
    id: uuidv7(askedAt),
    stationId,
    name,
    input,
    why,
    askedBy: actorName(ask.actor),
    askedAt,
    requestId,
    nodeId,
    powerKw,
  };
}

export function askingOf(asked: AskedRow): Entry {
  const { id, stationId, name, askedAt, askedBy, why } = asked;
  return {
    events: [
      {
        kind: 'command-asked',
        stationId,
        key: `command-asked:${id}`,
        happenedAt: askedAt,
        principal: askedBy,
        body: { commandId: id, name, why },
      },
    ],
    writes: [write(askedCommands, asked)],
  };
}

export function endingOf({ id, stationId, name, askedBy }: AskedRow, { endedAt, outcome, effect }: CommandEnd): Entry {
  return {
    events: [
      {
        kind: 'command-ended',
        stationId,
        key: `command-ended:${id}`,
        happenedAt: endedAt,
        principal: askedBy,
        body: { commandId: id, name, ...outcome },
      },
    ],
    writes: [write(endedCommands, { id, endedAt, outcome, effect })],
  };
}

/** `ended`: how it ended, where that was not for the station to say. */
export function auditOf({ actor, stationId, name }: Ask, { id, askedBy, why }: AskedRow, ended?: Outcome): AuditEntry {
  return {
    principal: askedBy,
    door: actor.door,
    action: `command:${name}`,
    subject: stationId,
    outcome: ended === undefined ? 'done' : isRefused(ended) ? 'refused' : 'failed',
    details: { commandId: id, why, ...(ended !== undefined && { code: ended.code, reason: ended.reason }) },
  };
}

export function recordOf(asked: AskedRow, { endedAt, outcome, effect }: CommandEnd): CommandRecord {
  const { id, stationId, name, input, why, askedBy, askedAt } = asked;
  return {
    id,
    stationId,
    name,
    input,
    why,
    askedBy,
    askedAt: askedAt.toISOString(),
    endedAt: endedAt.toISOString(),
    outcome,
    effect,
    lateAnswer: null,
  };
}
