import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { certificateApi } from '#contract/api/certificates.ts';
import { chargingProfileApi } from '#contract/api/charging-profiles.ts';
import { commandApi } from '#contract/api/commands.ts';
import type { Query } from '#contract/api/define-api.ts';
import { localListApi } from '#contract/api/local-lists.ts';
import { logFileApi } from '#contract/api/log-files.ts';
import { quirkApi } from '#contract/api/quirks.ts';
import { sessionApi } from '#contract/api/sessions.ts';
import { stationDetailApi } from '#contract/api/station-details.ts';
import { stationApi } from '#contract/api/stations.ts';
import { variableApi } from '#contract/api/variables.ts';
import type { LedgerEvent } from '#contract/event.ts';
import type { ListedSession, SessionPage } from '#contract/sessions/session.ts';
import type { Station } from '#contract/stations/station.ts';
import { useBoard, useLive } from '../live/live-provider.tsx';
import { usePages, useRead, useReadAgain } from './queries.ts';

type Kinds = ReadonlySet<LedgerEvent['kind']>;
const kinds = (...names: LedgerEvent['kind'][]): Kinds => new Set(names);

/** A station as the board knows it; one that the board has not read yet is read by itself. */
export function useStation(id: string): { data: Station | undefined; error: Error | null; refetch: () => unknown } {
  const { stations } = useBoard();
  const known = stations.find((station) => station.id === id);
  const own = useRead(['station', id], stationApi.get, { params: { id } }, { enabled: known === undefined });
  return { data: known ?? own.data, error: own.error, refetch: own.refetch };
}

const placeKinds = kinds('station-placed', 'station-taken-away');
export function useStationSite(id: string) {
  useReadAgain('station-site', placeKinds);
  return useRead(['station-site', id], stationDetailApi.place, { params: { id } });
}

/** The sessions that run at a station, live. */
export function useRunningSessions(stationId: string) {
  const { feed } = useLive();
  const queries = useQueryClient();
  useEffect(() => {
    const key = ['running', stationId];
    return feed.listen({
      onLive: () => void queries.invalidateQueries({ queryKey: key }),
      onSessions: (changed) => {
        const here = changed.filter((session) => session.stationId === stationId);
        if (here.length === 0) return;
        queries.setQueryData<SessionPage>(
          key,
          (before) => before && { ...before, sessions: withChanges(before.sessions, here) },
        );
      },
    });
  }, [feed, queries, stationId]);
  return useRead(['running', stationId], sessionApi.ofStation, {
    params: { id: stationId },
    query: { state: 'running', limit: 100 },
  });
}

export function withChanges(before: readonly ListedSession[], changed: readonly ListedSession[]): ListedSession[] {
  const ids = new Set(changed.map(({ id }) => id));
  return [...before.filter(({ id }) => !ids.has(id)), ...changed.filter(({ state }) => state === 'running')];
}

const commandKinds = kinds('command-asked', 'command-ended', 'command-answered-late');
export function useStationCommands(id: string, limit: number) {
  useReadAgain('station-commands', commandKinds);
  return useRead(['station-commands', id, limit], commandApi.list, { params: { id }, query: { limit } });
}

export const useStationEvents = (id: string, query: Query<typeof stationDetailApi.events>) =>
  usePages(['station-events', id, query], stationDetailApi.events, { params: { id }, query }, 'before');

const variableKinds = kinds(
  ...(['variables-reported', 'variables-read', 'variables-set', 'report-completed'] as const),
  ...(['variable-observed', 'desired-settings-state', 'station-booted'] as const),
);
export function useStationVariables(id: string) {
  useReadAgain('station-variables', variableKinds);
  return useRead(['station-variables', id], variableApi.list, { params: { id } });
}
export function useDesiredSettings(id: string) {
  return useRead(['station-variables', id, 'desired'], stationDetailApi.desiredSettings, { params: { id } });
}

const profileKinds = kinds(
  ...(['charging-profile-set', 'charging-profiles-cleared', 'charging-profiles-reported'] as const),
  ...(['composite-schedule-read', 'dynamic-schedule-updated'] as const),
);
export function useChargingProfiles(id: string) {
  useReadAgain('charging-profiles', profileKinds);
  return useRead(['charging-profiles', id], chargingProfileApi.list, { params: { id } });
}
export const useCompositeSchedules = (id: string) =>
  useRead(['charging-profiles', id, 'composite'], chargingProfileApi.composites, { params: { id } });

const upkeepKinds = kinds(
  ...(['firmware-asked', 'firmware-progressed', 'firmware-installed', 'firmware-failed', 'station-booted'] as const),
  ...(['log-asked', 'log-progressed', 'log-uploaded', 'log-failed', 'command-ended'] as const),
  ...(['log-file-asked', 'log-file-received', 'log-file-refused', 'log-file-gone'] as const),
);
export function useStationFirmware(id: string) {
  useReadAgain('station-upkeep', upkeepKinds);
  return useRead(['station-upkeep', id, 'firmware'], stationDetailApi.firmware, { params: { id } });
}
export const useLogFiles = (id: string) =>
  useRead(['station-upkeep', id, 'log-files'], logFileApi.list, { params: { id } });
export const useLogText = (id: string) => useRead(['log-text', id], logFileApi.text, { params: { id } });
export const useStationLogs = (id: string) =>
  useRead(['station-upkeep', id, 'logs'], stationDetailApi.logs, { params: { id } });

const certificateKinds = kinds('certificate-installed', 'certificate-deleted', 'certificates-listed', 'command-ended');
export function useStationCertificates(id: string) {
  useReadAgain('station-certificates', certificateKinds);
  return useRead(['station-certificates', id], certificateApi.list, { params: { id } });
}

const listKinds = kinds(
  ...([
    'local-list-sent',
    'local-list-refused',
    'local-list-version',
    'local-list-state',
    'local-list-mode-set',
  ] as const),
);
export function useLocalList(id: string) {
  useReadAgain('local-list', listKinds);
  return useRead(['local-list', id], localListApi.get, { params: { id }, query: { limit: 200 } });
}

export const useRepairs = (id: string) => useRead(['repairs', id], quirkApi.repairs, { params: { id } });
export const useQuirks = () => useRead(['quirks'], quirkApi.list, {}, { staleTime: 60_000 });
