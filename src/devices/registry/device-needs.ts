import type { Pool } from 'pg';
import type { Clock } from '#base/clock.ts';
import { isDeeperThan, mapTexts } from '#base/json.ts';
import type { Limiter } from '#base/limiter.ts';
import type { Log } from '#base/log.ts';
import type { DerivedWrite, EventFact, Ledger } from '#ledger/ledger-types.ts';
import { type Actor, actorName } from '#principals/actor.ts';
import type { DeviceMemory } from './device-memory.ts';
import type { Refusals } from './refusals.ts';

/** What a device wrote, fit to be kept and shown: visible characters and line ends, of a bounded length. It stays data. */
export function cleanText(text: string, maxCharacters: number): string {
  const clean = text.replace(/\r\n?/g, '\n').replace(/\t/g, ' ').replace(unfit, '').normalize('NFC').trim();
  return clean.length <= maxCharacters
    ? clean
    : `${clean.slice(0, maxCharacters - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}

/** The same on one line; what is empty counts as missing. */
export function cleanLine(text: unknown, maxCharacters: number): string | null {
  if (typeof text !== 'string') return null;
  return cleanText(text.replace(/\s+/g, ' '), maxCharacters) || null;
}

/** Every text within a JSON value, names included; undefined: too large or too deep to be kept. */
export function cleanJson(value: unknown, maxCharacters: number): unknown {
  const text = textOf(value);
  if (text === undefined || text.length > maxCharacters) return undefined;
  return isDeeperThan(value, maxDepth) ? undefined : mapTexts(value, (part) => part.replace(unfit, ''));
}

const maxDepth = 20;
// Control, format (bidi, zero-width, tags), private use, lone surrogates; and the blank letters, which smuggle text as well.
const unfit = /(?!\n)[\p{C}\p{Default_Ignorable_Code_Point}]/gu;

function textOf(value: unknown): string | undefined {
  try {
    return JSON.stringify(value);
  } catch {
    return undefined; // so deep that the stack ends, or round
  }
}

export type DeviceNeeds = {
  pool: Pool;
  /** This one, among those of the installation. */
  node: string;
  ledger: Ledger;
  installationKey: Buffer;
  clock: Clock;
  log: Log;
  refusals: Refusals;
  codes: Limiter;
  arrivals: Limiter;
  /** What a device says of its own accord, and is kept as an event. */
  notifications: Limiter;
  memory: DeviceMemory;
  changed(deviceId: string): void;
  revoked(deviceId: string): void;
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
export async function commitChange(needs: DeviceNeeds, { flags, writes, actor, ...fact }: Change): Promise<void> {
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
