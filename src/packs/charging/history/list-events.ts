import { z } from 'zod';
import { SigecError } from '#base/errors.ts';
import { time } from '#contract/common.ts';
import type { StoredKind } from '#contract/event.ts';
import { defineTool, type Tool } from '#tools/tool.ts';
import { chargePointId, knownChargePoint } from '../known-charge-point.ts';
import type { PackNeeds } from '../needs.ts';
import { counted } from '../paging.ts';
import { agentEvent, eventForAgents } from './event-for-agents.ts';

const eventId = z.string().regex(/^\d{1,19}\.\d{1,18}$/, 'must be an event_id such as 812.40');
const kind = z.string().regex(/^[a-z][a-z-]{1,60}$/, 'must be a kind such as station-booted');

export function listEvents({ charging, ledger }: Pick<PackNeeds, 'charging' | 'ledger'>): Tool {
  return defineTool({
    name: 'list_events',
    title: 'Events of the ledger',
    description:
      'Lists facts as the ledger keeps them: boots, connections, connector statuses, sessions, commands, proposals. Newest ones without `after`; with `after` those recorded since, oldest first, to follow what goes on. ' +
      'To understand what happened at one charge point or in one session use what_happened, which leaves out the noise and tells what caused what.',
    category: 'events',
    level: 'observe',
    tier: 'R0',
    input: z.object({
      charge_point_id: chargePointId.optional(),
      kinds: z
        .array(kind)
        .min(1)
        .max(20)
        .optional()
        .describe('Only these, such as station-booted, connector-status, command-ended'),
      from: time.optional().describe('Happened at this time or later; only with charge_point_id'),
      to: time.optional().describe('Happened before this time; only with charge_point_id'),
      after: eventId.optional().describe('`next` of the answer before, or any event_id'),
      limit: z.int().min(1).max(100).default(30).describe('How many at most'),
    }),
    output: z.object({
      events: z.array(agentEvent).describe('In the order they were recorded'),
      next: z.string().optional().describe('Give it as `after` for what is recorded later'),
    }),
    examples: [{ charge_point_id: 'CP-7', kinds: ['connector-status'], limit: 10 }],
    async run({ charge_point_id, kinds, from, to, after, limit }) {
      if (charge_point_id === undefined && (from ?? to) !== undefined) throw needsChargePoint();
      const station = charge_point_id === undefined ? undefined : await knownChargePoint(charging, charge_point_id);
      const events = await ledger.read({
        stationId: station?.id,
        kinds: kinds as StoredKind[] | undefined, // one that nobody knows finds nothing
        happenedFrom: from,
        happenedTo: to,
        after,
        isNewest: after === undefined,
        limit,
      });
      const text =
        events.length === 0
          ? `No event fits${after === undefined ? '' : ' that was recorded since'}.`
          : `${counted(events.length, 'event')}, in the order they were recorded.`;
      return { text, data: { events: events.map(eventForAgents), next: events.at(-1)?.id ?? after } };
    },
  });
}

/** The ledger is in the order of recording: a time in the whole of it would be searched for from end to end. */
function needsChargePoint(): SigecError {
  return new SigecError(
    'INVALID_INPUT',
    'from and to need a charge_point_id; without one, read on from an event_id with after.',
    {
      details: { fields: [{ field: 'charge_point_id' }] },
    },
  );
}
