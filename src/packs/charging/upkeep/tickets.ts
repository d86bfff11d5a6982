import { z } from 'zod';
import { untrustedText, untrustedTextIfAny } from '#base/untrusted-text.ts';
import { time } from '#contract/common.ts';
import { sentenceOf } from '#contract/problems/problem-words.ts';
import {
  mrec,
  type Ticket,
  ticketEvidence,
  ticketQuery,
  ticketSeverity,
  ticketState,
} from '#contract/tickets/ticket.ts';
import { defineTool, type Tool } from '#tools/tool.ts';
import { chargePointId, knownChargePoint } from '../known-charge-point.ts';
import type { PackNeeds } from '../needs.ts';
import { withSafeErrors } from '../safe-errors.ts';

type Needs = Pick<PackNeeds, 'charging'>;

const shownTicket = z.object({
  ticket_id: z.string(),
  number: z.int(),
  charge_point_id: z.string(),
  evse_id: z.int().optional(),
  title: z.string(),
  severity: z.string(),
  state: z.string(),
  mrec: z.string().optional().describe('Error code of ChargeX'),
  cause: z.string().optional(),
  evidence: z.array(z.object({ kind: z.string(), id: z.string() })),
  opened_at: time,
  resolved_at: time.optional(),
});

function forAgents(ticket: Ticket): z.input<typeof shownTicket> {
  return {
    ticket_id: ticket.id,
    number: ticket.number,
    charge_point_id: untrustedText(ticket.stationId),
    evse_id: ticket.evseId ?? undefined,
    title: untrustedText(ticket.title, 150),
    severity: ticket.severity,
    state: ticket.state,
    mrec: untrustedTextIfAny(ticket.mrec),
    cause: ticket.cause ?? undefined,
    evidence: ticket.evidence.map(({ kind, id }) => ({ kind, id: untrustedText(id, 100) })),
    opened_at: ticket.openedAt,
    resolved_at: ticket.resolvedAt ?? undefined,
  };
}

export function listTickets({ charging }: Needs): Tool {
  return defineTool({
    name: 'list_tickets',
    title: 'Tickets of charge points',
    description:
      'Lists the work that somebody has to do at charge points, newest first, with error code, evidence and cause. Use it to see whether a fault is known already before open_ticket.',
    category: 'stations',
    level: 'operate',
    tier: 'R0',
    input: z.object({
      charge_point_id: chargePointId.optional(),
      state: ticketState.optional().describe('Only those in this state'),
      only_open: z.boolean().default(true).describe('false: those that are resolved or closed too'),
      limit: z.int().min(1).max(100).default(20).describe('How many at most'),
    }),
    output: z.object({ tickets: z.array(shownTicket) }),
    examples: [{}],
    subject: ({ charge_point_id }) => charge_point_id ?? 'tickets',
    async run({ charge_point_id, state, only_open, limit }) {
      const tickets = await withSafeErrors({}, () =>
        charging.tickets.find({
          ...ticketQuery.parse({}),
          ...(charge_point_id !== undefined && { stationId: charge_point_id }),
          ...(state !== undefined ? { state } : only_open && { isOpen: true }),
          limit,
        }),
      );
      return { text: `${tickets.length} tickets.`, data: { tickets: tickets.map(forAgents) } };
    },
  });
}

export function openTicket({ charging }: Needs): Tool {
  return defineTool({
    name: 'open_ticket',
    title: 'Open a ticket for a charge point',
    description:
      'Writes down that somebody has to look after a charge point, with the evidence. It changes no charge point; a person approves it first. Look with list_tickets whether there is one already.',
    category: 'stations',
    level: 'operate',
    tier: 'R2',
    input: z.object({
      charge_point_id: chargePointId,
      evse_id: z.int().min(0).optional().describe('Absent: the whole charge point'),
      title: z.string().trim().min(3).max(150).describe('What is wrong, in a few words'),
      severity: ticketSeverity.default('medium').describe('high: somebody has to go there soon'),
      mrec: mrec.optional().describe('Error code of ChargeX, such as CX014'),
      evidence: z.array(ticketEvidence).max(20).default([]).describe('Ids that other tools returned'),
      note: z.string().trim().max(1000).optional().describe('Kept with the ticket, for people'),
    }),
    output: shownTicket.extend({ is_done: z.boolean() }),
    examples: [{ charge_point_id: 'CP-7', title: 'Connector 1 does not lock', mrec: 'CX025' }],
    subject: ({ charge_point_id }) => charge_point_id,
    async plan({ charge_point_id, title, severity, evidence }) {
      const station = await knownChargePoint(charging, charge_point_id);
      const open = await charging.tickets.find({ ...ticketQuery.parse({}), stationId: station.id, isOpen: true });
      return {
        targets: [`station:${station.id}`],
        effect: sentenceOf('effect-open-ticket', { count: open.length }),
        details: { title: untrustedText(title, 150), severity, evidence: evidence.length, open_tickets: open.length },
        preconditions: { station: station.id },
      };
    },
    async run({ charge_point_id, evse_id, title, severity, mrec: code, evidence, note }, { actor }) {
      const station = await knownChargePoint(charging, charge_point_id);
      const ticket = await withSafeErrors({}, () =>
        charging.tickets.open(
          {
            stationId: station.id,
            evseId: evse_id ?? null,
            connectorId: null,
            title: untrustedText(title, 150),
            severity,
            mrec: code ?? null,
            assignedTo: null,
            evidence,
            ...(note !== undefined && { note: untrustedText(note, 1000) }),
          },
          actor,
        ),
      );
      return { text: `Ticket ${ticket.number} is open.`, data: { ...forAgents(ticket), is_done: true } };
    },
  });
}
