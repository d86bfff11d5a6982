import type { GridEvent } from './event.ts';
import { spansOf } from './intervals.ts';

export type SiteUsage = { siteId: string; wattHours: number };

/** The stretch of an event that its report is about, once it is over; null: it is not, or has no end. */
export function reportedStretch(event: GridEvent, now: number): { from: number; until: number } | null {
  const asks = event.reportDescriptors?.some(({ payloadType }) => payloadType === 'USAGE') === true;
  const spans = spansOf(event, { siteId: '', now });
  if (!asks || spans.length === 0) return null;
  const from = Math.min(...spans.map((span) => span.from));
  const until = Math.max(...spans.map((span) => span.until));
  return Number.isFinite(until) && until <= now ? { from, until } : null;
}

/** What was used at each site while an event held, as OpenADR 3 reports it. */
export function usageReport(
  { id, programID }: GridEvent,
  { from, until }: { from: number; until: number },
  { clientName, usages }: { clientName: string; usages: readonly SiteUsage[] },
): object {
  return {
    objectType: 'REPORT',
    programID,
    eventID: id,
    clientName,
    reportName: `usage-${id}`,
    payloadDescriptors: [
      { objectType: 'REPORT_PAYLOAD_DESCRIPTOR', payloadType: 'USAGE', readingType: 'DIRECT_READ', units: 'KWH' },
    ],
    resources: usages.map(({ siteId, wattHours }) => ({
      resourceName: siteId,
      intervalPeriod: { start: new Date(from).toISOString(), duration: `PT${Math.round((until - from) / 1000)}S` },
      intervals: [{ id: 0, payloads: [{ type: 'USAGE', values: [Math.round(wattHours) / 1000] }] }],
    })),
  };
}
