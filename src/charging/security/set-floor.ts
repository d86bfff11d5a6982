import type { Pool } from 'pg';
import type { Clock } from '#base/clock.ts';
import { SigecError } from '#base/errors.ts';
import type { SetProfileFloor } from '#contract/stations/security.ts';
import { type Ledger, write } from '#ledger/ledger-types.ts';
import type { Actor } from '#principals/actor.ts';
import { changeEntry } from '../change-entry.ts';
import { tableProjection } from '../rows.ts';
import { mustBeKnown } from '../stations/known-station.ts';
import type { StationRegister } from '../stations/station-register.ts';
import { readUpgrade } from './upgrade/upgrade-store.ts';

type Needs = { pool: Pool; ledger: Ledger; clock: Clock; register: StationRegister };

/**
 * A person says below which security profile a station may not come. Lower where it lost what it proved itself with, such as a new controller
 * board: it could never come in again. Higher only as far as it has come already, so that nobody locks it out. Returns the floor of before.
 */
export async function setFloor(
  { pool, ledger, clock, register }: Needs,
  { stationId, profile, why, actor }: SetProfileFloor & { stationId: string; actor: Actor },
): Promise<number> {
  await mustBeKnown(register, stationId);
  const { minimumProfile: from = 0 } = register.get(stationId) ?? {};
  if (profile === from) return from;
  if ((await readUpgrade(pool, stationId))?.state === 'running')
    throw new SigecError('CONFLICT', `${stationId} is on its way to a higher security profile; give that up first.`);
  const last = profile > from ? await lastProfile(pool, stationId) : profile;
  if (profile > last)
    throw new SigecError(
      'CONFLICT',
      `${stationId} last came by security profile ${last}, so that ${profile} would lock it out; lead it there instead.`,
    );
  const at = clock.now();
  const row = { stationId, minimumProfile: profile, wantedProfile: null, profileAcceptedAt: at };
  await ledger.commit(
    changeEntry({
      kind: 'security-profile-floor-set',
      body: { from, to: profile, why },
      subject: stationId,
      stationId,
      at,
      actor,
      writes: [write(setFloors, row)],
    }),
  );
  register.update(stationId, { minimumProfile: profile, wantedProfile: null });
  return from;
}

/** By which it was let in last, at whichever node. */
async function lastProfile(pool: Pool, stationId: string): Promise<number> {
  const { rows } = await pool.query<{ profile: number }>(
    'select profile from station_sign_in where station_id = $1 and profile is not null order by at desc limit 1',
    [stationId],
  );
  return rows[0]?.profile ?? 0;
}

type FloorRow = { stationId: string; minimumProfile: number; wantedProfile: null; profileAcceptedAt: Date };

const setFloors = tableProjection<FloorRow>({
  name: 'set security profiles',
  table: 'station_security',
  key: ['stationId'],
});
