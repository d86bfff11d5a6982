import type { z } from 'zod';
import {
  type newReservation,
  type ReservationQuery,
  reservation,
  reservationList,
} from '#contract/access/reservation.ts';
import { bill, type NewCorrection } from '#contract/billing/bill.ts';
import { receipt } from '#contract/billing/receipt.ts';
import {
  type newTariffAssignment,
  type TariffTrial,
  tariff,
  tariffAssignment,
  tariffAssignmentList,
  tariffDetail,
  tariffList,
  tariffTrialAnswer,
} from '#contract/billing/tariff.ts';
import { type ReportQuery, refusalReport, report, uptimeReport } from '#contract/reports/report.ts';
import { type ExcludeOutage, type OutageQuery, outage, outageList } from '#contract/stations/outage.ts';
import type { Language } from './language.ts';
import { query } from './query.ts';
import { type ApiRequest, request, respond, type Server } from './request.ts';
import { untilBroken } from './until-broken.ts';

const id = encodeURIComponent;
/** The station is asked first, which has 30 s to answer. */
const stationPatienceMs = 60_000;
/** A month of a million sessions is counted in a few seconds; a year takes longer. */
const reportPatienceMs = 180_000;

export type ReportFilter = Partial<Omit<ReportQuery, 'by'>>;
/** A file as it comes, and how many rows follow, where the server tells. */
export type ServerFile = { rows: number | null; chunks: AsyncIterable<Uint8Array> };

/** What it costs, who has reserved, and reports. */
export function moneyApi(server: Server) {
  const get = <Shape extends z.ZodType>(path: string, answer: Shape, patienceMs?: number) =>
    request(server, { path, answer, ...(patienceMs !== undefined && { patienceMs }) });
  const post = <Shape extends z.ZodType>(path: string, body: object, answer: Shape) =>
    request(server, { path, method: 'POST', body, answer });
  const remove = <Shape extends z.ZodType>(path: string, answer: Shape) =>
    request(server, { path, method: 'DELETE', answer, patienceMs: stationPatienceMs });
  const file = async (path: string, more: Partial<ApiRequest> = {}): Promise<ServerFile> => {
    const { body, headers } = await respond(server, { path, headers: { accept: '*/*' }, isStream: true, ...more });
    const rows = headers.get('x-total-count');
    const failed = (reason: string) => server.text.problem.connectionFailed(server.url, reason);
    return {
      rows: rows === null ? null : Number(rows),
      chunks: untilBroken(body ?? new ReadableStream<Uint8Array>(), failed),
    };
  };
  return {
    tariffs: () => get('/api/tariffs', tariffList),
    tariff: (tariffId: string) => get(`/api/tariffs/${id(tariffId)}`, tariffDetail),
    readTariff: (body: { text: string; isDryRun: boolean; validFrom?: string }) =>
      post('/api/tariffs/text', body, tariff),
    retireTariff: (tariffId: string, isForced: boolean) =>
      remove(`/api/tariffs/${id(tariffId)}${isForced ? '?force=true' : ''}`, tariff),
    tryTariff: (tariffId: string, body: TariffTrial) =>
      post(`/api/tariffs/${id(tariffId)}/try`, body, tariffTrialAnswer),
    assignments: () => get('/api/tariff-assignments', tariffAssignmentList),
    assignTariff: (body: z.input<typeof newTariffAssignment>) =>
      post('/api/tariff-assignments', body, tariffAssignment),
    unassignTariff: (assignmentId: string) => remove(`/api/tariff-assignments/${id(assignmentId)}`, tariffAssignment),

    bill: (sessionId: string) => get(`/api/sessions/${id(sessionId)}/bill`, bill),
    correctBill: (sessionId: string, body: NewCorrection) =>
      post(`/api/sessions/${id(sessionId)}/corrections`, body, bill),
    receipt: (sessionId: string) => get(`/api/sessions/${id(sessionId)}/receipt`, receipt),
    receiptPage: (sessionId: string, language: Language) =>
      file(`/api/sessions/${id(sessionId)}/receipt${query({ format: 'html', language })}`),

    reservations: (given: Partial<ReservationQuery>) => get(`/api/reservations${query(given)}`, reservationList),
    reserve: (body: z.input<typeof newReservation>) =>
      request(server, {
        path: '/api/reservations',
        method: 'POST',
        body,
        answer: reservation,
        patienceMs: stationPatienceMs,
      }),
    cancelReservation: (stationId: string, reservationId: number) =>
      remove(`/api/stations/${id(stationId)}/reservations/${reservationId}`, reservation),

    report: (given: Partial<ReportQuery>) => get(`/api/reports${query(given)}`, report, reportPatienceMs),
    reportFile: (given: Partial<ReportQuery>, format: 'csv' | 'html', language: Language) =>
      file(`/api/reports${query({ ...given, format, language })}`),
    billedSessions: (given: ReportFilter, format: 'csv' | 'jsonl') =>
      file(`/api/reports/sessions${query({ ...given, format })}`),
    uptime: (given: ReportFilter) => get(`/api/reports/uptime${query(given)}`, uptimeReport, reportPatienceMs),
    refusalReport: (given: ReportFilter) =>
      get(`/api/reports/refusals${query(given)}`, refusalReport, reportPatienceMs),
    outages: (given: Partial<OutageQuery>) => get(`/api/outages${query(given)}`, outageList),
    excludeOutage: (outageId: string, body: ExcludeOutage) =>
      post(`/api/outages/${id(outageId)}/exclude`, body, outage),
  };
}
