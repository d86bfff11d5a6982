import { keepPreviousData } from '@tanstack/react-query';
import { energyApi } from '#contract/api/energy.ts';
import type { LedgerEvent } from '#contract/event.ts';
import { useRead, useReadAgain } from './queries.ts';

/** After these a plan may be another one. Meter values come by the second and are left to the clock. */
const planKinds: ReadonlySet<LedgerEvent['kind']> = new Set([
  ...(['connector-status', 'station-connected', 'station-went-offline', 'session-closed-inferred'] as const),
  ...(['charging-profile-set', 'charging-profiles-cleared', 'station-placed', 'station-taken-away'] as const),
]);

const everySecond = 1_000;
const live = { placeholderData: keepPreviousData };

export const useEnergySites = () => useRead(['energy', 'sites'], energyApi.list, {});

export const useSiteEnergy = (id: string, isDrawn: boolean) =>
  useRead(['energy', id, 'settings'], energyApi.get, { params: { id } }, { enabled: isDrawn });

/** Power flows: it is read every few seconds while somebody looks. */
export function useEnergyStatus(id: string, isDrawn: boolean) {
  return useRead(
    ['energy', id, 'status'],
    energyApi.status,
    { params: { id } },
    { ...live, enabled: isDrawn, refetchInterval: 5 * everySecond },
  );
}

export function useEnergyPlan(id: string, isPlanned: boolean) {
  useReadAgain('energy', planKinds);
  return useRead(
    ['energy', id, 'plan'],
    energyApi.plan,
    { params: { id } },
    { ...live, enabled: isPlanned, refetchInterval: 10 * everySecond },
  );
}

export const useEnergyLimits = (id: string) =>
  useRead(
    ['energy', id, 'limits'],
    energyApi.limits,
    { params: { id } },
    { ...live, refetchInterval: 15 * everySecond },
  );

export const useEnergySeries = (id: string) => useRead(['energy', id, 'series'], energyApi.series, { params: { id } });
