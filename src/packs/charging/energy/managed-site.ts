import { z } from 'zod';
import { SigecError } from '#base/errors.ts';
import { momentAt, nextMomentAt } from '#base/wall-clock.ts';
import type { Charging } from '#charging/open-charging.ts';
import { time } from '#contract/common.ts';
import type { Session } from '#contract/sessions/session.ts';
import { siteId } from '#contract/stations/site.ts';
import { wrongArgument } from '#tools/invalid-input.ts';
import { chargePointId, knownChargePoint } from '../known-charge-point.ts';
import type { PackNeeds } from '../needs.ts';
import { runningSessions } from '../running-sessions.ts';
import { withSafeErrors } from '../safe-errors.ts';
import { theRunningSession } from '../sessions/list-sessions.ts';

export type EnergyNeeds = Pick<PackNeeds, 'charging' | 'clock'>;

export const managedSiteId = siteId.describe('As list_sites returns it');

/** A time of the clock on the wall there, or a moment. */
export const siteTime = z
  .string()
  .max(40)
  .regex(/^(([01]?\d|2[0-3]):[0-5]\d|\d{4}-\d\d-\d\dT.+)$/, 'must be 07:00, 2026-03-01T07:00 or 2026-03-01T07:00:00Z')
  .describe(
    "07:00 by the site's clock, the next time it is that, or a moment such as 2026-03-01T07:00:00Z; without a zone it is the site's",
  );

export function momentOf(
  { clock }: Pick<EnergyNeeds, 'clock'>,
  given: { name: string; value: string },
  timeZone: string,
): string {
  const { name, value } = given;
  if (value.length <= 5) return nextMomentAt(value.padStart(5, '0'), { timeZone, now: clock.now() }).toISOString();
  const [, day, hours] = /^(\d{4}-\d\d-\d\d)T((?:[01]\d|2[0-3]):[0-5]\d)$/.exec(value) ?? [];
  if (day !== undefined && hours !== undefined && !Number.isNaN(Date.parse(day)))
    return momentAt({ day, time: hours, timeZone }).toISOString();
  const read = time.safeParse(value);
  if (!read.success) throw wrongArgument(`${name} must be 07:00 or a moment such as 2026-03-01T07:00:00Z.`, name);
  return new Date(read.data).toISOString();
}

/** What the business says, told without names that others chose; and what to do where nobody said how the site is fed. */
export function planned<Answer>(work: () => Promise<Answer>): Promise<Answer> {
  return withSafeErrors({ NOT_FOUND: nothingPlanned }, work);
}

const nothingPlanned =
  'Nothing is planned there: there is no such site, or nobody has said yet how it is fed and limited. A person does that in the console (Energy) or with sigec energy set; list_sites tells which sites there are.';

export const carArguments = {
  charge_point_id: chargePointId.optional().describe('Where the car is; either this or transaction_id'),
  evse_id: z.int().min(1).max(1000).optional().describe('Where several cars charge there'),
  transaction_id: z
    .union([z.string().min(1).max(255), z.int().min(0)])
    .optional()
    .describe("session_id of list_sessions, or OCPP's transaction id"),
};
type NamedCar = {
  charge_point_id?: string | undefined;
  evse_id?: number | undefined;
  transaction_id?: string | number | undefined;
};

/** The running session of a car, by its own name or by its place, and the site it is at. */
export async function carNamed(needs: EnergyNeeds, named: NamedCar): Promise<{ session: Session; siteId: string }> {
  const { charging } = needs;
  const session = await sessionOf(charging, named);
  const place = await charging.sites.placeOf(session.stationId);
  if (place !== null) return { session, siteId: place.siteId };
  throw new SigecError(
    'CONFLICT',
    'The charge point stands at no site, so nothing is planned for it. A person puts it there in the console or with sigec site place.',
  );
}

async function sessionOf(charging: Charging, { charge_point_id, evse_id, transaction_id }: NamedCar): Promise<Session> {
  if (transaction_id !== undefined) return theRunningSession({ charging }, { transaction_id, charge_point_id });
  if (charge_point_id === undefined)
    throw wrongArgument('Name the car by charge_point_id or by transaction_id.', 'charge_point_id', 'transaction_id');
  const { id } = await knownChargePoint(charging, charge_point_id);
  const running = await runningSessions(charging, id, evse_id);
  const [only] = running;
  if (only === undefined)
    throw new SigecError('NOT_FOUND', 'No session is running there. list_sessions with state running tells where.');
  if (running.length === 1) return only;
  const evses = running.map(({ evseId }) => evseId ?? '?').join(', ');
  throw wrongArgument(`Several sessions are running there. Say evse_id, one of ${evses}.`, 'evse_id');
}
