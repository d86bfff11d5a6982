import { z } from 'zod';
import { untrustedText } from '#base/untrusted-text.ts';
import { time } from '#contract/common.ts';
import { type LedgerEvent, positionBefore, type StoredKind } from '#contract/event.ts';
import { wrongArgument } from '#tools/invalid-input.ts';
import { defineTool, type Tool } from '#tools/tool.ts';
import { chargePointId, knownChargePoint } from '../known-charge-point.ts';
import type { PackNeeds } from '../needs.ts';
import { counted } from '../paging.ts';

export const agentEvent = z.object({
  event_id: z.string(),
  kind: z.string(),
  at: time.describe('By the clock of whoever reported it'),
  charge_point_id: z.string().optional(),
  by: z.string().optional().describe('The key that asked; absent: the charge point, or nobody'),
  flags: z.array(z.string()).optional().describe('What is odd about it'),
  facts: z
    .record(z.string(), z.union([z.string(), z.number(), z.boolean()]))
    .describe('Data; texts may be a charge point’s'),
});
type AgentEvent = z.input<typeof agentEvent>;

/** What of an event's body is told, and under which name: never a person's name, an address or what nobody has looked at. */
const told: Readonly<Record<string, string>> = {
  evseId: 'evse_id',
  connectorId: 'connector_id',
  status: 'status',
  activity: 'activity',
  chargingState: 'charging_state',
  type: 'type',
  ref: 'transaction_id',
  sessionId: 'session_id',
  tokenHash: 'token_id',
  stopReason: 'reported_stop_reason',
  trigger: 'reported_trigger',
  reason: 'reported_reason',
  code: 'reported_status',
  isOffline: 'was_offline',
  version: 'version',
  firmwareVersion: 'reported_firmware_version',
  vendor: 'reported_vendor',
  model: 'reported_model',
  commandId: 'command_id',
  why: 'said_why',
  action: 'reported_action',
  proposalId: 'proposal_id',
  tool: 'tool',
  tier: 'tier',
  state: 'state',
  requestId: 'request_id',
  reservationId: 'reservation_id',
  chargingProfileId: 'charging_profile_id',
  kind: 'of_kind',
  siteId: 'site_id',
  deviceId: 'device_id',
};

export function eventForAgents(event: LedgerEvent): AgentEvent {
  return {
    event_id: event.id,
    kind: event.kind,
    at: event.happenedAt,
    charge_point_id: event.stationId === null ? undefined : untrustedText(event.stationId),
    by: event.principal ?? undefined,
    ...(event.flags.length > 0 && { flags: event.flags.map((flag) => untrustedText(flag, 40)) }),
    facts: factsOf(event),
  };
}

function factsOf({ kind, body }: LedgerEvent): AgentEvent['facts'] {
  const facts: AgentEvent['facts'] = {};
  for (const [name, value] of Object.entries(body)) {
    const shown = Object.hasOwn(told, name) ? told[name] : undefined;
    if (shown === undefined) continue;
    if (typeof value === 'string') facts[shown] = untrustedText(withoutAddresses(value), 100);
    else if (typeof value === 'number' || typeof value === 'boolean') facts[shown] = value;
  }
  // The name of a command is ours; the name of anything else may be somebody's.
  if (kind.startsWith('command-') && typeof body['name'] === 'string')
    facts['command'] = untrustedText(body['name'], 40);
  return facts;
}

/** The address of a piece of hardware names it anywhere in the world; its maker and its end are enough to tell devices apart. */
function withoutAddresses(text: string): string {
  return text.replace(
    /\b([0-9a-f]{2}:[0-9a-f]{2}:[0-9a-f]{2}):[0-9a-f]{2}:[0-9a-f]{2}:([0-9a-f]{2})\b/gi,
    '$1:**:**:$2',
  );
}

export const eventId = z.string().regex(/^\d{1,19}\.\d{1,18}$/, 'must be an event_id such as 812.40');
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
      event_id: eventId.optional().describe('This one alone, such as evidence names it; nothing else is needed then'),
      after: eventId.optional().describe('`next` of the answer before, or any event_id'),
      limit: z.int().min(1).max(100).default(30).describe('How many at most'),
    }),
    output: z.object({
      events: z.array(agentEvent).describe('In the order they were recorded'),
      next: z.string().optional().describe('Give it as `after` for what is recorded later'),
    }),
    examples: [{ charge_point_id: 'CP-7', kinds: ['connector-status'], limit: 10 }],
    async run({ charge_point_id, kinds, from, to, after, limit, event_id: one }) {
      if (one !== undefined) {
        const [event] = await ledger.read({ after: positionBefore(one), limit: 1 });
        const found = event?.id === one ? [eventForAgents(event)] : [];
        return { text: found.length === 0 ? 'There is no such event.' : 'This is the event.', data: { events: found } };
      }
      // The ledger is in the order of recording: a time in the whole of it would be searched for from end to end.
      if (charge_point_id === undefined && (from ?? to) !== undefined)
        throw wrongArgument(
          'from and to need a charge_point_id; without one, read on from an event_id with after.',
          'charge_point_id',
        );
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
