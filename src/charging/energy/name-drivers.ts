import type { Pool } from 'pg';
import type { EnergyPlan } from '#contract/energy/energy-plan.ts';
import { readDrivers } from '../drivers/driver-store.ts';
import { openIdentity } from '../drivers/identity.ts';

/** The plan with the names of its drivers, for whoever may know them. A token without a driver, and who was forgotten, has none. */
export async function nameDrivers(
  { pool, installationKey }: { pool: Pool; installationKey: Buffer },
  plan: EnergyPlan,
): Promise<EnergyPlan> {
  const sessionIds = plan.cars.flatMap(({ sessionId }) => sessionId ?? []);
  if (sessionIds.length === 0) return plan;
  const { rows } = await pool.query<{ sessionId: string; driverId: string }>(
    `select session.id as "sessionId", token.driver_id as "driverId" from session join token on token.id = session.token_hash
     where session.id = any($1::uuid[]) and token.driver_id is not null`,
    [sessionIds],
  );
  const drivers = await readDrivers(pool, [...new Set(rows.map(({ driverId }) => driverId))]);
  const names = new Map(drivers.map((driver) => [driver.id, openIdentity(installationKey, driver)?.name ?? null]));
  const driverOf = new Map(rows.map(({ sessionId, driverId }) => [sessionId, driverId]));
  return {
    ...plan,
    cars: plan.cars.map((car) => ({
      ...car,
      driverName: names.get(driverOf.get(car.sessionId ?? '') ?? '') ?? null,
    })),
  };
}
