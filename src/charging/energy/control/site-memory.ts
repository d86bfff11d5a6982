import type { PlanDelivery, StationAbilities } from '#contract/energy/energy-plan.ts';
import type { Sentence } from '#contract/problems/problem-words.ts';
import type { SiteInputs } from '../inputs/site-inputs.ts';
import { indexAt } from '../planner/plan-problem.ts';
import type { PlanOutcome } from '../planner/plan-site.ts';
import type { CurrentStep } from '../profiles/current-steps.ts';
import type { SentPlan } from '../profiles/is-worth-sending.ts';
import type { Watch } from '../verification/watch.ts';
import type { Assembled } from './assemble-problem.ts';
import type { Told } from './echoes.ts';
import type { EvseState } from './evse-state.ts';

/** A plan with all that it was made of. */
export type MadePlan = { inputs: SiteInputs; assembled: Assembled; outcome: PlanOutcome; madeAt: number };

export type SentSession = SentPlan & {
  sessionId: string;
  /** When the current that holds now was first sent, and what held before. */
  changedAt: number;
  beforeA: number;
};

/** What a station did with its part; the reason is what it said or what was seen of it. */
export type Delivery = Omit<PlanDelivery, 'reason'> & { reason: StationFinding | Sentence | null };

type StationFinding = StationAbilities['findings'][number];

/** What is known of a site between two plans. */
export type SiteMemory = {
  siteId: string;
  evses: Map<string, EvseState>;
  latest: MadePlan | null;
  /** By node. */
  sent: Map<string, SentSession>;
  delivery: Map<string, Delivery>;
  /** What was seen of stations and tried with them, by node. */
  watches: Map<string, Watch>;
  /** Sessions that ended right after their station was told 0 A, by station. */
  zeroEnds: Map<string, number>;
  /** Until when no other form of a profile is tried with a station that refused them all. */
  formsTriedUntil: Map<string, number>;
  /** Sessions whose car waits for a profile: the next plan is sent to it, changed or not. */
  promised: Set<string>;
  /** Stations whose profiles somebody else changed: what we believe of them counts no more until their books are read again. */
  doubted: Set<string>;
  /** Stations that told what they hold: their books are read again, and what we believe counts until then. */
  reported: Set<string>;
  /** What the ledger tells back of it is known as ours. */
  told: Told;
  /** Stations whose default was refused, until when they are left alone. */
  refusedUntil: Map<string, number>;
  warnings: Map<string, { stationId: string; sentence: { code: string; values: Record<string, unknown> } }>;
};

export function emptyMemory(siteId: string): SiteMemory {
  return {
    siteId,
    evses: new Map(),
    latest: null,
    sent: new Map(),
    delivery: new Map(),
    promised: new Set(),
    doubted: new Set(),
    reported: new Set(),
    told: new Map(),
    refusedUntil: new Map(),
    watches: new Map(),
    zeroEnds: new Map(),
    formsTriedUntil: new Map(),
    warnings: new Map(),
  };
}

/** What a plan says of a moment; before its first step the first holds. */
export function currentAt(steps: readonly CurrentStep[], moment: number): number {
  return (steps[indexAt(steps, moment)] ?? steps[0])?.amperes ?? 0;
}
