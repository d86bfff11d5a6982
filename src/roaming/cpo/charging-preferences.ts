import type { Pool } from 'pg';
import { z } from 'zod';
import { SigecError } from '#base/errors.ts';
import type { Charging } from '#charging/open-charging.ts';
import { chargingNeed } from '#contract/energy/charging-need.ts';
import { system } from '#principals/actor.ts';
import { amount } from '../model/shapes.ts';
import type { Partner } from '../partners/partner.ts';
import { badParameter, unknownObject } from '../roaming-problem.ts';

type Needs = { pool: Pool; charging: { energy: Pick<Charging['energy'], 'setNeed'> } };

export type PreferencesAnswer =
  | 'ACCEPTED'
  | 'DEPARTURE_REQUIRED'
  | 'ENERGY_NEED_REQUIRED'
  | 'NOT_POSSIBLE'
  | 'PROFILE_TYPE_NOT_SUPPORTED';

const preferences = z.looseObject({
  profileType: z.string().toUpperCase(),
  departureTime: z.iso.datetime().optional(),
  /** In kWh. */
  energyNeed: amount.optional(),
  dischargeAllowed: z.boolean().optional().catch(undefined),
});

/** How much it weighs against others at the site; cheap and green hours are those that the plan of the site knows. */
const priorities: Partial<Record<string, number>> = { REGULAR: 1, CHEAP: 1, GREEN: 1, FAST: 4 };

/** What a partner's driver wants of a session here, for the plan of the site: it decides what can be. */
export async function takePreferences(
  { pool, charging }: Needs,
  { partner, sessionId, told }: { partner: Partner; sessionId: string; told: unknown },
): Promise<PreferencesAnswer> {
  const { rowCount } = await pool.query(
    'select from roaming_session where session_id::text = lower($1) and partner_id = $2',
    [sessionId, partner.id],
  );
  if (rowCount !== 1) throw unknownObject('There is no such session.');
  const read = preferences.safeParse(told);
  if (!read.success)
    throw badParameter('profile_type is needed; departure_time is a time, energy_need a number of kWh.');
  const { profileType, departureTime = null, energyNeed, dischargeAllowed = false } = read.data;
  const priority = priorities[profileType];
  if (priority === undefined) return 'PROFILE_TYPE_NOT_SUPPORTED';
  // Without an end and an amount everything is wanted now, whatever it costs.
  if (profileType === 'CHEAP' || profileType === 'GREEN') {
    if (departureTime === null) return 'DEPARTURE_REQUIRED';
    if (energyNeed === undefined) return 'ENERGY_NEED_REQUIRED';
  }
  const wanted = chargingNeed.safeParse({
    ...(energyNeed !== undefined && { energyWh: energyNeed * 1_000 }),
    departsAt: departureTime,
    priority,
    allowsDischarge: dischargeAllowed,
  });
  if (!wanted.success) throw badParameter('energy_need: must lie between 0 and 10000 kWh.');
  try {
    await charging.energy.setNeed(sessionId.toLowerCase(), wanted.data, { actor: system, source: 'driver' });
    return 'ACCEPTED';
  } catch (error) {
    if (error instanceof SigecError && error.code === 'INVALID_INPUT')
      throw badParameter(`departure_time: ${error.message}`);
    // It is over, or nobody plans for this site.
    if (error instanceof SigecError && error.code === 'CONFLICT') return 'NOT_POSSIBLE';
    throw error;
  }
}
