import type { CampaignGates, CampaignStationState, CampaignStopCause } from '#contract/campaigns/campaign.ts';

export type StageStation = { stage: number; state: CampaignStationState; isOnline: boolean };
export type Success = { visits: number; successes: number };

type Facts = {
  stage: number;
  gates: CampaignGates;
  stations: readonly StageStation[];
  /** Visits at the stations that were reached, for weeks before it and since. */
  success: { before: Success; after: Success };
};

export type Verdict = { verdict: 'go-on' } | { verdict: 'next-stage' } | { verdict: 'stop'; stop: CampaignStopCause };

/** Fewer visits say nothing. */
const minVisits = 12;
/** One in a thousand campaigns would be stopped by chance. */
const minSigmas = 3;

/** Whether a campaign goes on with its stage, begins the next, or stops: the first failure at the canary stops it. */
export function judgeStage({ stage, gates, stations, success }: Facts): Verdict {
  const failed = stations.filter(({ state }) => state === 'failed').length;
  const done = stations.filter(({ state }) => state === 'done').length;
  if (failed > 0 && stage === 0) return { verdict: 'stop', stop: 'canary-failed' };
  if (failed * 100 > gates.maxFailurePercent * (failed + done)) return { verdict: 'stop', stop: 'too-many-failed' };
  if (isWorse(success, gates.maxSuccessDropPoints)) return { verdict: 'stop', stop: 'fewer-successes' };
  return isThrough(stage, stations) ? { verdict: 'next-stage' } : { verdict: 'go-on' };
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
export function isWorse({ before, after }: Facts['success'], maxDropPoints: number): boolean {
  if (before.visits < minVisits || after.visits < minVisits) return false;
  const [rateBefore, rateAfter] = [before.successes / before.visits, after.successes / after.visits];
  const pooled = (before.successes + after.successes) / (before.visits + after.visits);
  const deviation = Math.sqrt(pooled * (1 - pooled) * (1 / before.visits + 1 / after.visits));
  const drop = rateBefore - rateAfter;
  return drop * 100 > maxDropPoints && drop > minSigmas * deviation;
}
