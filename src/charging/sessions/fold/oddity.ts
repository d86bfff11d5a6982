import { sessionFlagOrder } from '#contract/sessions/flags.ts';
import type { RegisterReading } from '../energy/register-readings.ts';

export type ShownReading = { at: string; wh: number };
/** One of the ends that a session was given. `seqNo` is null in OCPP 1.6, which has no count. */
export type ShownEnd = { seqNo: number | null; at: string; registerWh: number | null; stopReason: string | null };
export type Difference = { field: string; first: unknown; second: unknown };
export type CloseReason = 'station-says-ended' | 'connector-free' | 'other-session' | 'booted' | 'offline';

/**
 * What can be odd about a session, each with what shows it. Nothing is repaired in silence: the name stands in the flags of the
 * session, the evidence is told to whoever asks. Lists are cut at `maxShown`; what they would hold is counted beside them.
 */
export type Oddity =
  | { flag: 'no-start'; evidence: { firstSeq: number | null; firstAt: string | null } }
  | { flag: 'has-gap'; evidence: { missing: { from: number; to: number }[]; missingCount: number } }
  | {
      flag: 'seqno-unreliable';
      evidence: { events: { seqNo: number | null; type: string; at: string }[]; count: number };
    }
  | { flag: 'meter-reset'; evidence: { falls: { before: ShownReading; after: ShownReading }[]; count: number } }
  | {
      flag: 'suspect';
      evidence: {
        leaps: { before: ShownReading; after: ShownReading; watts: number; isCounted: boolean }[];
        count: number;
      };
    }
  | {
      flag: 'relative-samples';
      evidence: { begin: ShownReading; end: ShownReading; firstSample: ShownReading; lastSample: ShownReading };
    }
  | { flag: 'wrong-unit'; evidence: { factor: number; begin: ShownReading; sample: ShownReading } }
  | { flag: 'split-samples'; evidence: { moments: { at: string; phases: string[] }[]; count: number } }
  | { flag: 'was-offline'; evidence: { events: number; from: string; to: string } }
  | { flag: 'was-resumed'; evidence: { resumes: { seqNo: number | null; at: string }[]; count: number } }
  | { flag: 'several-ends'; evidence: { ends: ShownEnd[]; count: number } }
  | { flag: 'ends-before-start'; evidence: { startedAt: string; endedAt: string } }
  | {
      flag: 'clock-skew';
      evidence: { events: { seqNo: number | null; told: string; received: string }[]; count: number };
    }
  | {
      flag: 'unusable-value';
      evidence: {
        values: { seqNo: number | null; at: string; field: string; value: number | string }[];
        count: number;
      };
    }
  | { flag: 'clock-set-back'; evidence: { before: string; after: string } }
  | {
      flag: 'conflict';
      evidence: {
        conflicts: { type: string; seqNo: number | null; at: string; differences: Difference[] }[];
        count: number;
      };
    }
  | { flag: 'overlaps'; evidence: { others: { ref: string; since: string }[]; count: number } }
  | { flag: 'stop-matched'; evidence: { orphanRef: string; stop: ShownEnd; reasons: MatchReasons } }
  | { flag: 'match-superseded'; evidence: { orphanRef: string; stop: ShownEnd } }
  | { flag: 'merged'; evidence: { into: string } }
  | { flag: 'closed-inferred'; evidence: InferredClose }
  | { flag: 'close-superseded'; evidence: InferredClose };

export type Flag = Oddity['flag'];

export type MatchReasons = {
  token: 'same' | 'not-told';
  evse: 'same' | 'not-told';
  seconds: number;
  energyWh: number | null;
  /** How many other sessions it could have ended as well. */
  others: number;
};

export type InferredClose = {
  reason: CloseReason;
  decidedAt: string;
  /** When we last heard of the session, by our clock. */
  lastHeardAt: string;
  /** When the connector was free, the other session began, the station booted or went offline. */
  since: string | null;
  asked: { command: string; outcome: string; isOngoing: boolean | null; hasQueuedMessages: boolean | null }[];
};

const places = new Map<Flag, number>(sessionFlagOrder.map((flag, place) => [flag, place]));

export function inFlagOrder<Flagged extends { flag: Flag }>(found: readonly Flagged[]): Flagged[] {
  return found.toSorted((a, b) => (places.get(a.flag) ?? 0) - (places.get(b.flag) ?? 0));
}

const maxShown = 20;

export function shown<Item>(items: readonly Item[]): Item[] {
  return items.slice(0, maxShown);
}

export function shownReading({ at, mwh }: RegisterReading): ShownReading {
  return { at, wh: mwh / 1000 };
}
