import type { Pool } from 'pg';
import { ownReason } from '#contract/commands/own-reasons.ts';
import { system } from '#principals/actor.ts';
import { readChargingProfiles } from '../../charging-profiles/charging-profile-store.ts';
import type { ControlNeeds } from '../control/control-needs.ts';

/** What a station holds beside what we set: profiles by their number, and whether somebody of ours set one that may cap it. */
export type ForeignProfiles = { ids: number[]; hasOwnCap: boolean };
export type ReadForeign = (stationId: string) => Promise<ForeignProfiles>;

const answerWithinSeconds = 15;
const reportWithinSeconds = 10;

/** By the books, after the station was asked for a report: what nobody of ours ever set is foreign. */
export async function readForeign(pool: Pool, stationId: string): Promise<ForeignProfiles> {
  const [profiles, { rows }] = await Promise.all([
    readChargingProfiles(pool, stationId),
    pool.query<{ id: number }>(
      `select distinct (body_of(event) -> 'profile' ->> 'chargingProfileId')::bigint::integer as id from event
       where station_id = $1 and kind = 'charging-profile-set'`,
      [stationId],
    ),
  ]);
  const ours = new Set(rows.map(({ id }) => id));
  const active = profiles.filter(
    ({ state, purpose }) => state === 'active' && purpose !== 'charging-station-external-constraints',
  );
  return {
    ids: active.filter((profile) => !ours.has(profile.chargingProfileId)).map((profile) => profile.chargingProfileId),
    hasOwnCap: active.some(
      ({ chargingProfileId, purpose, stackLevel }) =>
        ours.has(chargingProfileId) && (purpose === 'charging-station-max-profile' || stackLevel > 0),
    ),
  };
}

type Needs = Pick<ControlNeeds, 'ask' | 'runCommand' | 'readForeign' | 'versionOf'>;

/**
 * Removes profiles that nobody of ours set from a station whose own sum of all profiles is below the plan. Later versions report what
 * they hold; 1.6 cannot, so what we never set there is cleared by purpose and level. Says how many commands it took.
 */
export async function clearForeign(
  { ask, runCommand, readForeign, versionOf }: Needs,
  { stationId, maxStackLevel }: { stationId: string; maxStackLevel: number },
): Promise<number> {
  const version = versionOf(stationId);
  if (version === undefined) return 0;
  const clear = (input: Record<string, unknown>) =>
    runCommand({
      stationId,
      name: 'clear-charging-profiles',
      input,
      actor: system,
      why: ownReason('foreign-profile'),
      answerWithinSeconds,
    });
  if (version !== '1.6')
    await ask({
      stationId,
      name: 'get-charging-profiles',
      input: {},
      answerWithinSeconds,
      waitForEffectSeconds: reportWithinSeconds,
    });
  const { ids, hasOwnCap } = await readForeign(stationId);
  const choices =
    version !== '1.6'
      ? ids.map((chargingProfileId) => ({ chargingProfileId }))
      : hasOwnCap
        ? []
        : [
            { purpose: 'charging-station-max-profile' },
            ...Array.from({ length: Math.min(8, maxStackLevel) }, (_, index) => ({
              purpose: 'tx-default-profile',
              stackLevel: index + 1,
            })),
          ];
  for (const choice of choices) await clear(choice);
  return choices.length;
}
