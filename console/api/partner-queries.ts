import { partnerApi } from '#contract/api/roaming.ts';
import type { LedgerEvent } from '#contract/event.ts';
import { useRead, useReadAgain } from './queries.ts';

const partnerKinds: ReadonlySet<LedgerEvent['kind']> = new Set([
  ...(['partner-added', 'partner-changed', 'partner-connected', 'partner-removed'] as const),
  ...([
    'partner-silent',
    'partner-answers',
    'roaming-cdr-made',
    'roaming-cdr-received',
    'roaming-cdr-disputed',
    'roaming-capture-differs',
    'roaming-tariff-withheld',
  ] as const),
]);
/** What is said with partners is no event; whoever looks sees it within seconds. */
const lookEveryMs = 5_000;

export function usePartners() {
  useReadAgain('partners', partnerKinds);
  return useRead(['partners', 'list'], partnerApi.list, {}, { refetchInterval: lookEveryMs });
}

export function usePartner(id: string) {
  useReadAgain('partners', partnerKinds);
  return useRead(['partners', 'one', id], partnerApi.get, { params: { id } }, { refetchInterval: lookEveryMs });
}

export const usePartnerExchanges = (id: string, failuresOnly: boolean) =>
  useRead(
    ['partners', 'exchanges', id, failuresOnly],
    partnerApi.exchanges,
    { params: { id }, query: { limit: 100, failuresOnly } },
    { refetchInterval: lookEveryMs },
  );

export function usePartnerRecords(id: string) {
  useReadAgain('partners', partnerKinds);
  return useRead(['partners', 'records', id], partnerApi.records, { params: { id }, query: { limit: 200 } });
}

export const usePartnerSessions = (id: string) =>
  useRead(
    ['partners', 'sessions', id],
    partnerApi.sessions,
    { params: { id }, query: { limit: 200 } },
    { refetchInterval: lookEveryMs },
  );

export const usePartnerTariffs = (id: string) =>
  useRead(['partners', 'tariffs', id], partnerApi.tariffs, { params: { id }, query: { limit: 500 } });

export const usePartnerLocations = (id: string) =>
  useRead(['partners', 'locations', id], partnerApi.locations, { params: { id }, query: { limit: 500 } });
