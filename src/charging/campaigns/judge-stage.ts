import type { CampaignGates, CampaignStationState, CampaignStopCause } from '#contract/campaigns/campaign.ts';

export type StageStation = {
  stage: number;
  state: CampaignStationState;
  isOnline: boolean;
  /** Since when it has what it should. */
  inPlaceAt?: Date | null;
};
export type Success = { visits: number; successes: number };

type Facts = {
  stage: number;
  gates: CampaignGates;
  stations: readonly StageStation[];
  /** Visits at the stations that were reached, for weeks before it and since. */
  success: { before: Success; after: Success };
  now: Date;
};

export type Verdict = { verdict: 'go-on' } | { verdict: 'next-stage' } | { verdict: 'stop'; stop: CampaignStopCause };

/** How far back first-time success is compared with. */
export const historyDays = 28;
/** Of fewer visits before, nobody knows what was usual. */
const minVisitsBefore = 12;
/** So rarely chance alone stops a campaign; at the canary, where one station is at stake and all others after it, sooner. */
const byChance = 0.001;
const byChanceAtCanary = 0.005;
/** A canary is watched for so many times its soak at most until somebody charges there. */
const maxSoaks = 48;
const dayMs = 86_400_000;

/** Whether a campaign goes on with its stage, begins the next, or stops: the first failure at the canary stops it. */
export function judgeStage(facts: Facts): Verdict {
  const { stage, gates, stations, success } = facts;
  const failed = stations.filter(({ state }) => state === 'failed').length;
  const done = stations.filter(({ state }) => state === 'done').length;
  if (failed > 0 && stage === 0) return { verdict: 'stop', stop: 'canary-failed' };
  if (failed * 100 > gates.maxFailurePercent * (failed + done)) return { verdict: 'stop', stop: 'too-many-failed' };
  if (isWorse(success, gates.maxSuccessDropPoints, stage === 0 ? byChanceAtCanary : byChance))
    return { verdict: 'stop', stop: 'fewer-successes' };
  if (stage === 0 && awaitsVisits(facts)) return { verdict: 'go-on' };
  return isThrough(stage, stations) ? { verdict: 'next-stage' } : { verdict: 'go-on' };
}

/** Nobody has tried yet whether the canary charges: that is waited for, for as long as visits usually take there. */
function awaitsVisits({ gates, stations, success: { before, after }, now }: Facts): boolean {
  const since = stations.flatMap(({ inPlaceAt }) => (inPlaceAt === null || inPlaceAt === undefined ? [] : [inPlaceAt]));
  const isMissing = after.visits < gates.canaryVisits;
  if (!isMissing || before.visits === 0 || since.length === 0 || since.length === stations.length) return false;
  const usualMs = (2 * gates.canaryVisits * historyDays * dayMs) / before.visits;
  const waitedMs = now.getTime() - Math.max(...since.map((at) => at.getTime()));
  return waitedMs < Math.min(usualMs, maxSoaks * gates.soakMinutes * 60_000);
}

/**
 * A stage is through when all of its stations ended. Stations that are offline do not keep the others waiting, but somebody has to have
 * gone ahead; at the last stage they are waited for.
 */
function isThrough(stage: number, stations: readonly StageStation[]): boolean {
  const reached = stations.filter((station) => station.stage <= stage);
  const isLast = reached.length === stations.length;
  const open = reached.filter(({ state }) => !hasEnded(state));
  if (open.length === 0) return true;
  if (isLast) return false;
  const hasGoneAhead = reached.some((station) => station.stage === stage && station.state === 'done');
  return hasGoneAhead && open.every(({ state, isOnline }) => state === 'waiting' && !isOnline);
}

export function hasEnded(state: CampaignStationState): boolean {
  return state === 'done' || state === 'failed' || state === 'skipped' || state === 'rolled-back';
}

/** By more points than allowed, and by more than chance would do with so few visits. */
export function isWorse({ before, after }: Facts['success'], maxDropPoints: number, chance = byChance): boolean {
  if (before.visits < minVisitsBefore || after.visits === 0) return false;
  const drop = before.successes / before.visits - after.successes / after.visits;
  const usualFailures = (before.visits - before.successes + 1) / (before.visits + 2);
  return drop * 100 > maxDropPoints && chanceOf(after.visits - after.successes, after.visits, usualFailures) < chance;
}

/** How likely at least so many of all fail where each fails with this probability. */
function chanceOf(failures: number, all: number, probability: number): number {
  let [logTerm, sum] = [all * Math.log(1 - probability), 0];
  const odds = Math.log(probability / (1 - probability));
  for (let each = 0; each <= all; each += 1) {
    if (each >= failures) sum += Math.exp(logTerm);
    logTerm += Math.log((all - each) / (each + 1)) + odds;
  }
  return sum;
}
