import type { TariffAssignment } from '#contract/billing/tariff.ts';
import type { Assignment } from './assign-tariff.ts';

const parts = ['groupId', 'siteId', 'stationId', 'evseId', 'connectorId'] as const;

/** What holds already, or will, at exactly this place for exactly these people: two tariffs cannot. */
export function rivalOf(
  held: readonly TariffAssignment[],
  wanted: Omit<Assignment, 'tariffId'>,
): TariffAssignment | undefined {
  return held.find((known) => parts.every((part) => known[part] === (wanted[part] ?? null)));
}
