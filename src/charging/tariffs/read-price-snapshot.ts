import type { Pool } from 'pg';
import { readAssignments } from './assignment-store.ts';
import type { PriceSnapshot } from './price-snapshot.ts';
import { readAllStationTariffs } from './station-tariff-store.ts';
import { readTariffs } from './tariff-store.ts';

export async function readPriceSnapshot(pool: Pool): Promise<PriceSnapshot> {
  const [tariffs, assignments, given] = await Promise.all([
    readTariffs(pool),
    readAssignments(pool),
    readAllStationTariffs(pool),
  ]);
  return {
    tariffs: new Map(tariffs.map((tariff) => [tariff.id, tariff])),
    assignments,
    given: Map.groupBy(given, ({ stationId }) => stationId),
  };
}
