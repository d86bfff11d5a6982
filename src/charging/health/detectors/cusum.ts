const dayMs = 86_400_000;

/** Events over time, such as lost connections: how far they have come to outnumber what is usual here. */
export type RateState = { sum: number; at: number; events: number; days: number };

export type RateRule = {
  /** What is usual per day in a healthy fleet, and how many days of one's own count as much as that. */
  usualPerDay: number;
  priorDays: number;
  /** So many times the usual rate is to be noticed. */
  ratio: number;
  /** How high the sum may rise. */
  limit: number;
};

export function newRate(at: number): RateState {
  return { sum: 0, at, events: 0, days: 0 };
}

/** Own experience weighs with the fleet's; a station that was always bad is not its own measure, nor one that was lucky. */
export function usualRate({ events, days }: RateState, { usualPerDay, priorDays }: RateRule): number {
  const rate = (usualPerDay * priorDays + events) / (priorDays + days);
  return Math.min(3 * usualPerDay, Math.max(usualPerDay / 2, rate));
}

/** Time without an event takes from the sum what it would have added at the rate that is to be noticed. */
export function passTime(state: RateState, at: number, rule: RateRule): void {
  const days = (at - state.at) / dayMs;
  if (days <= 0) return;
  state.sum = Math.max(0, state.sum - (rule.ratio - 1) * usualRate(state, rule) * days);
  state.at = at;
  state.days += days;
  if (state.days <= maxMemoryDays) return;
  state.events *= maxMemoryDays / state.days;
  state.days = maxMemoryDays;
}

/** What was long ago is forgotten slowly. */
const maxMemoryDays = 60;

export function countEvent(state: RateState, at: number, rule: RateRule): number {
  passTime(state, at, rule);
  // What is being noticed is not taken for usual.
  if (state.sum < rule.limit / 2) state.events += 1;
  state.sum = Math.min(2 * rule.limit, state.sum + Math.log(rule.ratio));
  return state.sum / rule.limit;
}

/** Attempts that succeed or fail, such as starts of sessions. */
export type ShareState = { sum: number; attempts: number; failures: number; run: number };

export type ShareRule = {
  usualShare: number;
  priorAttempts: number;
  /** A share of failures so many times the usual one is to be noticed. */
  ratio: number;
  limit: number;
  /** So many failures in a row are enough by themselves. */
  maxRun: number;
};

export function newShare(): ShareState {
  return { sum: 0, attempts: 0, failures: 0, run: 0 };
}

export function usualShare({ attempts, failures }: ShareState, rule: ShareRule): number {
  const share = (rule.usualShare * rule.priorAttempts + failures) / (rule.priorAttempts + attempts);
  return Math.min(2.5 * rule.usualShare, Math.max(rule.usualShare / 2, share));
}

/** The CUSUM of Bernoulli trials beside failures in a row: the first sees slow decay, the second a hard stop. */
export function countAttempt(state: ShareState, hasFailed: boolean, rule: ShareRule): number {
  const usual = usualShare(state, rule);
  const bad = Math.min(0.8, usual * rule.ratio);
  const step = hasFailed ? Math.log(bad / usual) : Math.log((1 - bad) / (1 - usual));
  if (state.sum < rule.limit / 2) {
    state.attempts += 1;
    if (hasFailed) state.failures += 1;
    if (state.attempts > maxMemoryAttempts) {
      state.failures *= maxMemoryAttempts / state.attempts;
      state.attempts = maxMemoryAttempts;
    }
  }
  state.sum = Math.min(1.5 * rule.limit, Math.max(0, state.sum + step));
  state.run = hasFailed ? state.run + 1 : 0;
  return Math.max(state.sum / rule.limit, state.run / rule.maxRun);
}

const maxMemoryAttempts = 300;
