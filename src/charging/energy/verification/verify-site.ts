import { sentenceOf } from '#contract/problems/problem-words.ts';
import type { ControlNeeds } from '../control/control-needs.ts';
import type { EvseState } from '../control/evse-state.ts';
import { currentAt, type SentSession, type SiteMemory } from '../control/site-memory.ts';
import { type Finding, type Judgement, judgeDelivery } from './judge-delivery.ts';
import { type Measured, readMeasured } from './read-measured.ts';

/** Cars need some seconds to follow; what was measured before says nothing of the new current. */
const settleMs = 15_000;

/**
 * Compares what flows with what stations were told. One that draws more counts with that from then on, and is steered again once it
 * follows. Says whether the plan rests on something else now.
 */
export async function verifySite(
  { pool, abilities }: Pick<ControlNeeds, 'pool' | 'abilities'>,
  memory: SiteMemory,
  now: number,
): Promise<boolean> {
  const sent = [...memory.sent];
  const measured = await readMeasured(
    pool,
    sent.map(([, session]) => session),
  );
  let isChanged = false;
  for (const [nodeId, session] of sent) {
    const state = memory.evses.get(nodeId);
    const reading = measured.get(session.sessionId);
    if (state === undefined || !state.isOnline || reading === undefined) continue;
    const seen = observe(state, session, reading, now);
    const judgement = judgeDelivery(seen);
    isChanged = takeNotice(memory, { state, session, judgement, seen, now }) || isChanged;
    if (judgement.finding !== null) await learn(abilities, state.stationId, judgement.finding);
  }
  return isChanged;
}

type Seen = Parameters<typeof judgeDelivery>[0];

function observe(state: EvseState, session: SentSession, reading: Measured, now: number): Seen {
  // At a step of the plan the higher of both currents is allowed.
  const moments = [reading.at, reading.at - settleMs].filter((moment) => moment >= session.changedAt);
  const commandedA = Math.max(...[now, ...moments].map((moment) => currentAt(session.steps, moment)));
  const { voltageV, connection } = state.evse;
  const phases = connection === 'three-phase' ? (state.holds[0]?.phases ?? 3) : 1;
  return {
    commandedA,
    isSettled: reading.at >= session.changedAt + settleMs,
    measuredA: reading.importA ?? (reading.powerW === null ? null : reading.powerW / voltageV / phases),
    offeredA: reading.offeredA,
    compositeA: null,
    wasPaused: session.beforeA <= 0,
    secondsSinceChange: (now - session.changedAt) / 1000,
    wantsMore: true,
    minA: state.evse.minA,
  };
}

type Notice = { state: EvseState; session: SentSession; judgement: Judgement; seen: Seen; now: number };

function takeNotice(memory: SiteMemory, { state, session, judgement, seen, now }: Notice): boolean {
  const { stationId, nodeId } = state;
  const since = memory.delivery.get(session.sessionId);
  if (judgement.state !== 'unknown' && since?.state !== judgement.state)
    memory.delivery.set(session.sessionId, {
      state: judgement.state,
      since: new Date(now).toISOString(),
      reason: judgement.finding,
    });
  const key = `strays ${nodeId}`;
  const drawnA = Math.max(seen.measuredA ?? 0, seen.offeredA ?? 0);
  if (judgement.state === 'ignored') {
    const [measuredA, limitA] = [tenth(drawnA), tenth(seen.commandedA)];
    memory.warnings.set(key, {
      stationId,
      sentence: sentenceOf('station-not-following', { stationId, measuredA, limitA }),
    });
    const strayA = Math.min(state.evse.maxA, Math.max(state.strayA ?? 0, Math.ceil(drawnA)));
    if (state.strayA === strayA) return false;
    memory.evses.set(nodeId, { ...state, strayA });
    return true;
  }
  if (judgement.state === 'capped' || judgement.state === 'rounded') {
    const [offeredA, limitA] = [tenth(seen.offeredA ?? 0), tenth(seen.commandedA)];
    memory.warnings.set(key, {
      stationId,
      sentence: sentenceOf('station-caps-current', { stationId, offeredA, limitA }),
    });
  } else if (judgement.finding === 'does-not-wake')
    memory.warnings.set(key, { stationId, sentence: sentenceOf('car-does-not-wake', { stationId }) });
  else if (judgement.state === 'followed') memory.warnings.delete(key);
  if (state.strayA === null || judgement.state !== 'followed') return false;
  memory.evses.set(nodeId, { ...state, strayA: null });
  return true;
}

async function learn(abilities: ControlNeeds['abilities'], stationId: string, finding: Finding): Promise<void> {
  const { findings } = abilities.learnedOf(stationId);
  if (!findings.includes(finding)) await abilities.learn(stationId, { findings: [...findings, finding] });
}

function tenth(amount: number): number {
  return Math.round(amount * 10) / 10;
}
