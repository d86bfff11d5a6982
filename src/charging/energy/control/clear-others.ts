import { willRetry } from '#base/every.ts';
import { ownReason } from '#contract/commands/own-reasons.ts';
import { system } from '#principals/actor.ts';
import { PutOff } from '../../commands/unless-kill-switch.ts';
import type { SiteInputs } from '../inputs/site-inputs.ts';
import type { ControlNeeds } from './control-needs.ts';
import type { ProfileChoice } from './evse-state.ts';
import { wantedDefaults } from './make-orders.ts';
import { currentAt, type SiteMemory } from './site-memory.ts';

const answerWithinSeconds = 20;
/** A station that answered and still holds it is not asked again before this. */
const againMs = 600_000;
const unansweredAgainMs = 30_000;

type Needs = Pick<ControlNeeds, 'runCommand' | 'versionOf' | 'log'>;

/**
 * Has stations drop profiles of others that let more through than is safe without us. What is lower stays: it is somebody's wish,
 * and harms nobody. Until a station has confirmed it, the profile counts. Says how many were not answered.
 */
export async function clearOthers(needs: Needs, memory: SiteMemory, inputs: SiteInputs, now: number): Promise<number> {
  const safe = wantedDefaults(inputs, now);
  const choices = new Map<string, { stationId: string; choice: ProfileChoice }>();
  for (const { nodeId, stationId, isOnline, holds } of memory.evses.values()) {
    if (!isOnline || needs.versionOf(stationId) === undefined) continue;
    for (const { foreign, steps } of holds) {
      const key = `${stationId} ${JSON.stringify(foreign)}`;
      const isLeftAlone = (memory.refusedUntil.get(key) ?? 0) > now;
      if (foreign !== undefined && !isLeftAlone && currentAt(steps, now) > (safe.get(nodeId) ?? 0) + 0.05)
        choices.set(key, { stationId, choice: foreign });
    }
  }
  for (const key of choices.keys()) memory.refusedUntil.set(key, now + againMs);
  const answered = await Promise.all(
    [...choices].map(async ([key, { stationId, choice }]) => {
      const isAnswered = await clearOne(needs, { stationId, choice, siteId: memory.siteId });
      if (!isAnswered) memory.refusedUntil.set(key, now + unansweredAgainMs);
      return isAnswered;
    }),
  );
  return answered.filter((isAnswered) => !isAnswered).length;
}

type Clearing = { stationId: string; siteId: string; choice: ProfileChoice };

async function clearOne({ runCommand, log }: Needs, { stationId, siteId, choice }: Clearing): Promise<boolean> {
  try {
    const { outcome } = await runCommand({
      stationId,
      name: 'clear-charging-profiles',
      input: choice,
      actor: system,
      why: ownReason('foreign-profile-unsafe', { siteId }),
      answerWithinSeconds,
    });
    return outcome?.status === 'accepted' || outcome?.status === 'rejected';
  } catch (error) {
    if (!(error instanceof PutOff)) willRetry(log, 'clear a charging profile of others', error, { stationId });
    return false;
  }
}
