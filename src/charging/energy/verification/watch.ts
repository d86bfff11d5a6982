import { type PlanPurpose, planPurposes } from '../profiles/profile-abilities.ts';
import type { Offer } from './guess-pilots.ts';

/** What was seen of an EVSE and tried with it so far. */
export type Watch = {
  sessionId: string;
  /** Since when it draws more than it was told; null: it follows. */
  ignoredSince: number | null;
  /** What was tried since then, and when. */
  measures: readonly Measure[];
  triedAt: number;
  /** All was tried in vain: until then it is left alone. */
  leftUntil: number;
  /** What its station computed of all profiles, for which current and when. */
  composite: { toldA: number; amperes: number | null; at: number } | null;
  offers: readonly Offer[];
  /** When it was last looked for profiles that nobody of ours set. */
  auditedAt: number;
  /** When it was last asked for a reading. */
  triggeredAt: number;
  /** Whether its station was asked if smart charging is switched on. */
  hasAskedSwitch: boolean;
  /** Whether its plan was tried as a default, since its car drew no more than that. */
  hasProbed: boolean;
};

export type Measure = 'ask-switch' | 'switch-on' | PlanPurpose;

export const freshWatch: Watch = {
  sessionId: '',
  ignoredSince: null,
  measures: [],
  triedAt: 0,
  leftUntil: 0,
  composite: null,
  offers: [],
  auditedAt: 0,
  triggeredAt: 0,
  hasAskedSwitch: false,
  hasProbed: false,
};

/** So long a station has to show that a measure helped. */
export const measureMs = 75_000;

type Facts = {
  purpose: PlanPurpose;
  isSwitchedOn: boolean | null;
  /** A maximum holds for all EVSEs of a station together, so it can stand for a plan only where there is one. */
  hasOneEvse: boolean;
};

/**
 * What to try with an EVSE that draws more than it was told: switch smart charging on where it is off, then say the plan by the
 * next purpose. 'give-up': all of it was in vain.
 */
export function nextMeasure(watch: Watch, facts: Facts, now: number): Measure | 'give-up' | null {
  if (watch.ignoredSince === null || now < watch.leftUntil) return null;
  if (facts.isSwitchedOn === null && !watch.hasAskedSwitch) return 'ask-switch';
  if (watch.measures.length === 0 && facts.isSwitchedOn === false) return 'switch-on';
  if (now - Math.max(watch.triedAt, watch.ignoredSince) < measureMs) return null;
  const purposes = planPurposes.filter((purpose) => facts.hasOneEvse || purpose !== 'charging-station-max-profile');
  const isUntried = (purpose: PlanPurpose) => purpose !== facts.purpose && !watch.measures.includes(purpose);
  const current = purposes.indexOf(facts.purpose);
  return purposes.find((purpose, index) => index > current && isUntried(purpose)) ?? 'give-up';
}
