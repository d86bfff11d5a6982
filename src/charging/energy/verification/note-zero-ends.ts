import { currentAt, type SiteMemory } from '../control/site-memory.ts';
import type { SiteInputs } from '../inputs/site-inputs.ts';
import { withFindings } from './profile-forms.ts';
import type { VerifyNeeds } from './verify-site.ts';

/** A session that ends so soon after 0 A was told may have ended by it. */
const soonMs = 120_000;
/** Once may be a driver who left. */
const proof = 2;

/** Some stations end a session that they are told to pause. Looked at before the ended session is forgotten. */
export async function noteZeroEnds(
  { abilities }: Pick<VerifyNeeds, 'abilities'>,
  memory: Pick<SiteMemory, 'sent' | 'evses' | 'zeroEnds'>,
  { cars }: Pick<SiteInputs, 'cars'>,
  now: number,
): Promise<void> {
  const running = new Set(cars.map(({ sessionId }) => sessionId));
  for (const [nodeId, { sessionId, steps, changedAt }] of memory.sent) {
    const state = memory.evses.get(nodeId);
    if (state === undefined || currentAt(steps, now) > 0) continue;
    const { stationId } = state;
    const isSoon = now - changedAt < soonMs;
    if (running.has(sessionId)) {
      if (!isSoon) memory.zeroEnds.delete(stationId); // it lived through a pause
    } else if (isSoon && state.isOnline) {
      const ends = (memory.zeroEnds.get(stationId) ?? 0) + 1;
      memory.zeroEnds.set(stationId, ends);
      const { findings } = abilities.learnedOf(stationId);
      if (ends >= proof) await abilities.learn(stationId, { findings: withFindings(findings, ['zero-ends-session']) });
    }
  }
}
