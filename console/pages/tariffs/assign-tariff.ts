import type { Body } from '#contract/api/define-api.ts';
import { tariffApi } from '#contract/api/tariffs.ts';
import type { TariffAssignment } from '#contract/billing/tariff.ts';
import { call, send } from '../../api/call.ts';

export type Assignment = Body<typeof tariffApi.assign>;

/** Ends the other one first, if there is one; where the new one is refused, the other one holds again. */
export async function assignTariff(made: Assignment, other: TariffAssignment | undefined): Promise<TariffAssignment> {
  if (other === undefined) return assign(made);
  await send(tariffApi.unassign, { params: { id: other.id } });
  try {
    return await assign(made);
  } catch (refused) {
    const { tariffId, groupId, siteId, stationId, evseId, connectorId, validTo } = other;
    await assign({ tariffId, groupId, siteId, stationId, evseId, connectorId, validTo });
    throw refused;
  }
}

function assign(made: Assignment): Promise<TariffAssignment> {
  return call(tariffApi.assign, { body: made });
}

const parts = ['groupId', 'siteId', 'stationId', 'evseId', 'connectorId'] as const;

/** What holds already, or will, at exactly this place for exactly these people: two tariffs cannot. */
export function rivalOf(
  held: readonly TariffAssignment[],
  wanted: Omit<Assignment, 'tariffId'>,
): TariffAssignment | undefined {
  return held.find((known) => parts.every((part) => known[part] === (wanted[part] ?? null)));
}
