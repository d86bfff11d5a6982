import { z } from 'zod';
import { untrustedText, untrustedTextIfAny } from '#base/untrusted-text.ts';
import { time } from '#contract/common.ts';
import type { Outage } from '#contract/stations/outage.ts';

export const shownOutage = z.object({
  outage_id: z.string(),
  charge_point_id: z.string(),
  evse_id: z.int().optional().describe('Absent: the whole charge point'),
  connector_id: z.int().optional(),
  cause: z.string().describe('faulted, unavailable or offline'),
  reported_code: z.string().optional().describe("The station's word"),
  from: time,
  to: time.optional().describe('Absent: it lasts'),
  exclusion: z.string().optional().describe('Why it does not count against uptime'),
  exclusion_reason: z.string().optional(),
});

export function outageForAgents(outage: Outage): z.input<typeof shownOutage> {
  return {
    outage_id: outage.id,
    charge_point_id: untrustedText(outage.stationId),
    evse_id: outage.evseId ?? undefined,
    connector_id: outage.connectorId ?? undefined,
    cause: outage.cause,
    reported_code: untrustedTextIfAny(outage.code),
    from: outage.from,
    to: outage.to ?? undefined,
    exclusion: outage.exclusion ?? undefined,
    exclusion_reason: untrustedTextIfAny(outage.exclusionReason, 300),
  };
}
