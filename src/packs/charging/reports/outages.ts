import { z } from 'zod';
import { cursorOf } from '#base/cursor.ts';
import { SigecError } from '#base/errors.ts';
import { untrustedText, untrustedTextIfAny } from '#base/untrusted-text.ts';
import type { Charging } from '#charging/open-charging.ts';
import { time } from '#contract/common.ts';
import { sentenceOf } from '#contract/problems/problem-words.ts';
import { type Outage, outageExclusion } from '#contract/stations/outage.ts';
import { wrongArgument } from '#tools/invalid-input.ts';
import { defineTool, type Tool } from '#tools/tool.ts';
import type { PackNeeds } from '../needs.ts';
import { placeAfter } from '../paging.ts';
import { stationTarget } from '../place.ts';
import { withSafeErrors } from '../safe-errors.ts';

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

type PageRequest = {
  stationId: string | undefined;
  siteId: string | undefined;
  from: string;
  to: string;
  limit: number;
  after?: string | undefined;
};

/** Single outages that touch a period, newest first; the cursor names the last one of the page before. */
export async function outagePage(
  { outages }: Pick<Charging, 'outages'>,
  { after, limit, ...asked }: PageRequest,
): Promise<{ page: Outage[]; next: string | undefined }> {
  const found = await outages.find({ ...asked, limit: limit + 1, after: placeOf(after) });
  const page = found.slice(0, limit);
  const last = page.at(-1);
  return {
    page,
    next: last !== undefined && found.length > limit ? cursorOf(`${last.from} ${last.id}`) : undefined,
  };
}

const place = z.tuple([z.iso.datetime(), z.uuid()]);

function placeOf(cursor: string | undefined): { from: string; id: string } | undefined {
  const position = placeAfter(cursor);
  if (position === undefined) return undefined;
  const read = place.safeParse(position.split(' '));
  if (read.success) return { from: read.data[0], id: read.data[1] };
  throw wrongArgument('after accepts only the `next` of the answer before, with the same arguments.', 'after');
}

const counts = 'counts-again';

export function excludeOutage({ charging }: Pick<PackNeeds, 'charging'>): Tool {
  const known = (id: string) =>
    withSafeErrors(
      { NOT_FOUND: 'There is no such outage. Call get_uptime_report with with_outages true to see which there are.' },
      () => charging.outages.get(id),
    );
  return defineTool({
    name: 'exclude_outage',
    title: 'Exclude an outage from uptime',
    description:
      'Says why one outage does not count against uptime, by the exclusions of NEVI, or that it counts again. It changes reports alone, no charge point. Use it with evidence, such as a maintenance order. Find the outage by get_uptime_report with with_outages true. A person approves it first.',
    category: 'reports',
    level: 'advanced',
    tier: 'R2',
    isIdempotent: true,
    input: z.object({
      outage_id: z.uuid().describe('As get_uptime_report returns it with with_outages true'),
      exclusion: z.enum([...outageExclusion.options, counts]).describe('Why it does not count, or that it does'),
      reason: z.string().trim().min(3).max(300).describe('The evidence; kept and shown to people'),
    }),
    output: z.object({ outage_id: z.string(), exclusion: z.string().optional(), is_done: z.boolean() }),
    examples: [
      {
        outage_id: '0b9f2c1e-2f6c-4a57-9d55-3f9a1c2b7d10',
        exclusion: 'scheduled-maintenance',
        reason: 'Work order 4711, announced a week before',
      },
    ],
    subject: ({ outage_id }) => outage_id,
    async plan({ outage_id, exclusion, reason }) {
      const outage = await known(outage_id);
      const wanted = exclusion === counts ? null : exclusion;
      if (outage.exclusion === wanted)
        throw new SigecError(
          'CONFLICT',
          'It is so already; nothing has to be done. See get_uptime_report with with_outages true.',
        );
      return {
        targets: [`outage:${outage.id}`, stationTarget(outage.stationId, { evseId: outage.evseId ?? undefined })],
        effect:
          wanted === null ? sentenceOf('effect-count-outage') : sentenceOf('effect-exclude-outage', { as: wanted }),
        details: {
          cause: outage.cause,
          from: outage.from,
          to: outage.to,
          exclusion_before: outage.exclusion,
          reason: untrustedText(reason, 300),
        },
        preconditions: { exclusion: outage.exclusion, from: outage.from },
      };
    },
    async run({ outage_id, exclusion, reason }, { actor }) {
      await known(outage_id);
      const wanted = { exclusion: exclusion === counts ? null : exclusion, reason: untrustedText(reason, 300) };
      const outage = await withSafeErrors({}, () => charging.outages.exclude(outage_id, wanted, actor));
      return {
        text: 'Reports go by it from now on.',
        data: { outage_id: outage.id, exclusion: outage.exclusion ?? undefined, is_done: true },
      };
    },
  });
}
