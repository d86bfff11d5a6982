import type { SiteEvse } from '#contract/energy/site-tree.ts';
import type { CurrentStep } from '../profiles/compile-profiles.ts';

/** A plan that a station may hold for a session: what its car may draw from each moment on, until the plan ends. */
export type Hold = { steps: readonly CurrentStep[]; until: number; phases: 1 | 2 | 3 };

/** An EVSE of the tree with all that its station may follow. Currents are per phase. */
export type EvseState = {
  nodeId: string;
  stationId: string;
  evseId: number;
  evse: SiteEvse;
  isOnline: boolean;
  /** The default profile that the station took; null: not proven, so that it may draw what it likes. */
  defaultA: number | null;
  /** Plans that it took, or may have taken: one that was not answered counts beside the one before. */
  holds: readonly Hold[];
  sessionId: string | null;
  /** What it draws in spite of its profiles; null: it follows. */
  strayA: number | null;
};

/** What an EVSE draws at most without a plan of ours: what its default profile says, or its own setting, or all it can. */
export function ownCurrent({ defaultA, evse, strayA }: EvseState): number {
  return Math.max(defaultA ?? Math.min(evse.maxA, evse.fallbackA ?? evse.maxA), strayA ?? 0);
}

export type Draw = { phases: 1 | 2 | 3; amperes: number };

/**
 * The most that it may come to draw at a moment, whatever becomes of it: following its plan, restarted, or with another car. A
 * session's plan counts on the phases of its car, and only as far as it is above what the EVSE draws without one.
 */
export function drawsAt(state: EvseState, moment: number): Draw[] {
  const own = { phases: phasesOf(state.evse), amperes: ownCurrent(state) };
  const above = state.holds
    .map((hold) => ({ phases: hold.phases, amperes: heldAt(hold, moment) - own.amperes }))
    .filter(({ amperes }) => amperes > 0)
    .toSorted((a, b) => b.amperes - a.amperes);
  const [highest] = above;
  if (highest === undefined) return [own];
  return [
    own,
    {
      phases: above.reduce((most, { phases }) => (phases > most ? phases : most), highest.phases),
      amperes: highest.amperes,
    },
  ];
}

/** On the phase that carries most. */
export function boundAt(state: EvseState, moment: number): number {
  return drawsAt(state, moment).reduce((sum, { amperes }) => sum + amperes, 0);
}

/** 0: the hold says nothing at that moment, and what the station does by itself counts. */
function heldAt({ steps, until }: Hold, moment: number): number {
  if (moment >= until) return 0;
  return Math.max(0, (steps.findLast(({ from }) => from <= moment) ?? steps[0])?.amperes ?? 0);
}

/** Moments at which what an EVSE may draw changes. */
export function boundMoments({ holds }: EvseState): number[] {
  return holds.flatMap(({ steps, until }) => [...steps.map(({ from }) => from), until]);
}

/** How many phases it can load. */
export function phasesOf({ connection }: SiteEvse): 1 | 3 {
  return connection === 'three-phase' ? 3 : 1;
}

/** Whether we decide what it draws: it is there, and does as it is told. */
export function isSteerable({ isOnline, strayA }: EvseState): boolean {
  return isOnline && strayA === null;
}
