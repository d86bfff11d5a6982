import { z } from 'zod';
import { untrustedText } from '#base/untrusted-text.ts';
import { time } from '#contract/common.ts';
import type { LedgerEvent } from '#contract/event.ts';

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
export type AgentEvent = z.input<typeof agentEvent>;

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
    if (typeof value === 'string') facts[shown] = untrustedText(value, 100);
    else if (typeof value === 'number' || typeof value === 'boolean') facts[shown] = value;
  }
  // The name of a command is ours; the name of anything else may be somebody's.
  if (kind.startsWith('command-') && typeof body['name'] === 'string')
    facts['command'] = untrustedText(body['name'], 40);
  return facts;
}
