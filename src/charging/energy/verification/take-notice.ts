import { sentenceOf } from '#contract/problems/problem-words.ts';
import type { EvseState } from '../control/evse-state.ts';
import type { SentSession, SiteMemory } from '../control/site-memory.ts';
import type { Judgement, Observation } from './judge-delivery.ts';

type Notice = {
  state: EvseState;
  session: SentSession;
  judgement: Judgement;
  seen: Observation;
  compositeA: number | null;
  now: number;
};

/** Writes down what a station was seen to do with its plan. Says whether it counts with another current from now on. */
export function takeNotice(memory: SiteMemory, notice: Notice): boolean {
  const { state, session, judgement, seen, now } = notice;
  const { nodeId } = state;
  const since = memory.delivery.get(session.sessionId);
  if (judgement.state !== 'unknown' && since?.state !== judgement.state)
    memory.delivery.set(session.sessionId, {
      state: judgement.state,
      since: new Date(now).toISOString(),
      reason: judgement.finding,
    });
  const key = `strays ${nodeId}`;
  const sentence = warningOf(notice);
  if (sentence !== null) memory.warnings.set(key, { stationId: state.stationId, sentence });
  else if (judgement.state === 'followed') memory.warnings.delete(key);
  const strayA = strayOf(state, judgement, seen);
  if (strayA === state.strayA) return false;
  memory.evses.set(nodeId, { ...state, strayA });
  return true;
}

/** What it draws in spite of its profiles; one that was seen to stray counts with its highest until it follows. */
function strayOf({ strayA, evse }: EvseState, { state }: Judgement, seen: Observation): number | null {
  if (state === 'ignored' || seen.isLagging) return Math.min(evse.maxA, Math.max(strayA ?? 0, Math.ceil(drawnA(seen))));
  return state === 'followed' || state === 'rounded' || state === 'capped' ? null : strayA;
}

function warningOf({ state: { stationId }, judgement, seen, compositeA }: Notice) {
  const limitA = tenth(seen.commandedA);
  const offeredA = tenth(compositeA ?? seen.offeredA ?? seen.measuredA ?? 0);
  if (judgement.state === 'ignored')
    return sentenceOf('station-not-following', { stationId, measuredA: tenth(drawnA(seen)), limitA });
  if (judgement.finding === 'stale-profile') return sentenceOf('station-stale-profile', { stationId, offeredA });
  if (judgement.state === 'capped' || judgement.state === 'rounded')
    return sentenceOf('station-caps-current', { stationId, offeredA, limitA });
  return judgement.finding === 'does-not-wake' ? sentenceOf('car-does-not-wake', { stationId }) : null;
}

function drawnA({ measuredA, offeredA }: Observation): number {
  return Math.max(measuredA ?? 0, offeredA ?? 0);
}

function tenth(amount: number): number {
  return Math.round(amount * 10) / 10;
}
