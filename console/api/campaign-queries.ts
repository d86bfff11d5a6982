import { campaignApi } from '#contract/api/campaigns.ts';
import { findingApi } from '#contract/api/findings.ts';
import { firmwareApi } from '#contract/api/firmware.ts';
import { logFileApi } from '#contract/api/log-files.ts';
import { sessionApi } from '#contract/api/sessions.ts';
import { ticketApi } from '#contract/api/tickets.ts';
import type { LedgerEvent } from '#contract/event.ts';
import { useRead, useReadAgain } from './queries.ts';

const campaignKinds: ReadonlySet<LedgerEvent['kind']> = new Set([
  'campaign-started',
  'campaign-changed',
  'campaign-stage-passed',
  'campaign-ended',
  'campaign-stopped',
  'campaign-station-changed',
]);
const ticketKinds: ReadonlySet<LedgerEvent['kind']> = new Set(['ticket-opened', 'ticket-changed']);

export function useCampaigns() {
  useReadAgain('campaigns', campaignKinds);
  return useRead(['campaigns'], campaignApi.list, {});
}

export function useCampaign(id: string) {
  useReadAgain('campaigns', campaignKinds);
  return useRead(['campaigns', id], campaignApi.get, { params: { id } });
}

export const useFirmwareImages = () => useRead(['firmware'], firmwareApi.list, {});

export function useTickets(isOpen: boolean) {
  useReadAgain('tickets', ticketKinds);
  return useRead(['tickets', 'list', isOpen], ticketApi.list, { query: isOpen ? { isOpen: true } : {} });
}

export function useTicket(id: string) {
  useReadAgain('tickets', ticketKinds);
  return useRead(['tickets', 'one', id], ticketApi.get, { params: { id } });
}

/** How long repairs of a period took. */
export const useRepairs = (query: { from: string; to: string }) =>
  useRead(['tickets', 'repairs', query.from], ticketApi.repairs, { query });

/** What a ticket of a station can stand on, newest first. */
export function useEvidenceOffered(stationId: string) {
  const key = ['evidence', stationId];
  const findings = useRead([...key, 'findings'], findingApi.list, { query: { stationId, state: 'all', limit: 20 } });
  const logs = useRead([...key, 'logs'], logFileApi.list, { params: { id: stationId } });
  const sessions = useRead([...key, 'sessions'], sessionApi.list, { query: { stationId, limit: 10 } });
  return {
    findings: findings.data?.findings ?? [],
    logFiles: (logs.data?.logFiles ?? []).filter(({ state }) => state === 'kept'),
    sessions: sessions.data?.sessions ?? [],
  };
}
