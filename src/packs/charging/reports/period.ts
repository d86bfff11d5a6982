import { z } from 'zod';
import { time } from '#contract/common.ts';
import { siteId } from '#contract/stations/site.ts';
import { chargePointId } from '../known-charge-point.ts';

/** A month, or two times; of everything, a site or a charge point. */
export const periodArguments = {
  month: z
    .string()
    .regex(/^\d{4}-(0[1-9]|1[0-2])$/, 'must be a month such as 2026-03')
    .optional()
    .describe('Such as 2026-03; absent, with from too: this month'),
  from: time.optional().describe('Instead of month'),
  to: time.optional().describe('With from; absent: now'),
  site_id: siteId.optional().describe('Only at this site'),
  charge_point_id: chargePointId.optional().describe('Only at this charge point'),
};

type PeriodInput = {
  month?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
  site_id?: string | undefined;
  charge_point_id?: string | undefined;
};

export function queryOf({ month, from, to, site_id, charge_point_id }: PeriodInput) {
  return { month, from, to, siteId: site_id, stationId: charge_point_id };
}

export const wrongPeriod = {
  NOT_FOUND: 'There is no such site. Call list_sites to see which there are.',
  INVALID_INPUT:
    'Give a month, or from (and to, later than from), but not both; ten years at most, between 2000 and 2199.',
};
