import type { PlanDelivery } from '#contract/energy/energy-plan.ts';
import type { SiteInputs } from '../inputs/site-inputs.ts';
import type { PlanOutcome } from '../planner/plan-site.ts';
import type { CurrentStep } from '../profiles/compile-profiles.ts';
import type { SentPlan } from '../profiles/is-worth-sending.ts';
import type { Assembled } from './assemble-problem.ts';
import type { EvseState } from './evse-state.ts';

/** A plan with all that it was made of. */
export type MadePlan = { inputs: SiteInputs; assembled: Assembled; outcome: PlanOutcome; madeAt: number };

export type SentSession = SentPlan & {
  sessionId: string;
  /** When the current that holds now was first sent, and what held before. */
  changedAt: number;
  beforeA: number;
};

/** What is known of a site between two plans. */
export type SiteMemory = {
  siteId: string;
  evses: Map<string, EvseState>;
  latest: MadePlan | null;
  /** By node. */
  sent: Map<string, SentSession>;
  delivery: Map<string, PlanDelivery>;
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
    refusedUntil: new Map(),
    warnings: new Map(),
  };
}

/** What a plan says of a moment; before its first step the first holds. */
export function currentAt(steps: readonly CurrentStep[], moment: number): number {
  return (steps.findLast(({ from }) => from <= moment) ?? steps[0])?.amperes ?? 0;
}
