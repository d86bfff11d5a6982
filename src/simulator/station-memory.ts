import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { RememberedAccess } from './access.ts';
import type { Meters } from './meters.ts';
import type { SessionFact, SimulatedSession } from './session-fact.ts';
import type { RememberedTrust } from './trust.ts';

/**
 * What a station keeps without power: its registers, the sessions that are not over and what it has yet to tell of them, how it reaches its
 * server and whom it trusts.
 */
export type Remembered = {
  /** Absent in a file of an earlier version. */
  access?: RememberedAccess;
  trust?: RememberedTrust;
  meters: ReturnType<Meters['dump']>;
  sessions: SimulatedSession[];
  /** By the place of its session in the list. */
  untold: { session: number; fact: SessionFact }[];
};

export type StationMemory = { read(): Remembered | undefined; write(remembered: Remembered): void };

/** A file that is whole at every moment, whenever the process is killed. A torn or foreign one counts as none. */
export function fileMemory(path: string): StationMemory {
  return {
    read() {
      try {
        return JSON.parse(readFileSync(path, 'utf8'), revived) as Remembered;
      } catch {
        return undefined;
      }
    },
    write(remembered) {
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(`${path}.new`, JSON.stringify(remembered), { mode: 0o600 });
      renameSync(`${path}.new`, path);
    },
  };
}

const times = new Set(['at', 'startedAt', 'endedAt']);

function revived(name: string, value: unknown): unknown {
  return times.has(name) && typeof value === 'string' ? new Date(value) : value;
}
