import { z } from 'zod';
import { time, visibleText } from '../common.ts';
import type { Column } from '../csv.ts';
import { stationId } from '../stations/station.ts';

export const ticketState = z.enum(['open', 'in-progress', 'waiting-for-parts', 'resolved', 'closed']);
export type TicketState = z.infer<typeof ticketState>;

export const ticketSeverity = z.enum(['low', 'medium', 'high']);

/** What a fault turned out to be; the words of outages and their exclusions, and those of repairs. */
export const ticketCause = z.enum([
  'connector',
  'cable',
  'lock',
  'contactor',
  'meter',
  'power-electronics',
  'controller',
  'firmware',
  'configuration',
  'network',
  'supply',
  'vehicle',
  'vandalism',
  'weather',
  'installation',
  'none-found',
  'other',
]);
export type TicketCause = z.infer<typeof ticketCause>;

/** Minimum required error codes of the ChargeX consortium. */
export const mrec = z.string().regex(/^CX\d{3}$/, 'must be a code such as CX014');

export const ticketEvidence = z.object({
  kind: z.enum(['finding', 'outage', 'log-file', 'session', 'campaign', 'event']),
  id: z.string().min(1).max(100),
});

export const ticketPart = z.object({
  name: visibleText.min(1).max(100),
  number: visibleText.max(60).nullable().default(null).describe('Of the manufacturer'),
  count: z.int().min(1).max(1000).default(1),
});

export const openTicket = z.object({
  stationId,
  evseId: z.int().min(0).nullable().default(null).describe('null: the whole station'),
  connectorId: z.int().min(0).nullable().default(null),
  title: visibleText.min(3).max(150),
  severity: ticketSeverity.default('medium'),
  mrec: mrec.nullable().default(null),
  assignedTo: visibleText.max(100).nullable().default(null),
  evidence: z.array(ticketEvidence).max(50).default([]),
  note: visibleText.max(2000).optional(),
});
export type OpenTicket = z.output<typeof openTicket>;

export const changeTicket = z.object({
  state: ticketState.optional(),
  title: visibleText.min(3).max(150).optional(),
  severity: ticketSeverity.optional(),
  mrec: mrec.nullable().optional(),
  cause: ticketCause.nullable().optional(),
  assignedTo: visibleText.max(100).nullable().optional(),
  evidence: z.array(ticketEvidence).max(50).optional(),
  parts: z.array(ticketPart).max(50).optional(),
  note: visibleText.max(2000).optional().describe('Kept with who wrote it'),
});
export type ChangeTicket = z.output<typeof changeTicket>;

export const ticketNote = z.object({ at: time, writtenBy: z.string(), text: z.string() });

export const ticket = z.object({
  id: z.uuid(),
  number: z.int().describe('What people call it by'),
  stationId: z.string(),
  evseId: z.int().nullable(),
  connectorId: z.int().nullable(),
  title: z.string(),
  severity: ticketSeverity,
  state: ticketState,
  mrec: z.string().nullable(),
  cause: ticketCause.nullable(),
  assignedTo: z.string().nullable(),
  evidence: z.array(ticketEvidence),
  parts: z.array(ticketPart),
  openedAt: time,
  openedBy: z.string(),
  resolvedAt: time.nullable(),
  changedAt: time,
});
export type Ticket = z.infer<typeof ticket>;
export const ticketDetails = ticket.extend({ notes: z.array(ticketNote).describe('Oldest first') });
export type TicketDetails = z.infer<typeof ticketDetails>;

export const ticketQuery = z.object({
  stationId: z.string().max(48).optional(),
  siteId: z.string().max(60).optional(),
  state: ticketState.optional(),
  isOpen: z.stringbool().optional().describe('true: neither resolved nor closed'),
  number: z.coerce.number().int().min(1).optional().describe('What people call it by'),
  before: z.coerce.number().int().min(1).optional().describe('Only those with a lower number, for the next page'),
  from: time.optional().describe('Opened since'),
  to: time.optional(),
  limit: z.coerce.number().int().min(1).max(1000).default(100),
});
export type TicketQuery = z.output<typeof ticketQuery>;
export const ticketList = z.object({ tickets: z.array(ticket).describe('Newest first') });

export const repairQuery = z.object({
  siteId: z.string().max(60).optional(),
  stationId: z.string().max(48).optional(),
  from: time,
  to: time,
});
export type RepairQuery = z.output<typeof repairQuery>;

const repairRow = z.object({
  repairs: z.int().describe('Tickets that were resolved in the period'),
  meanSecondsToRepair: z.number().nullable().describe('From opening to resolution; null: none was resolved'),
});
export const repairReport = repairRow.extend({
  opened: z.int(),
  stillOpen: z.int().describe('Of all that were opened before the end of the period'),
  byCause: z.array(repairRow.extend({ cause: ticketCause.nullable() })).describe('Most frequent first'),
  outages: z.object({
    ended: z.int().describe('Outages that ended in the period and count against uptime'),
    meanSeconds: z.number().nullable(),
    byCause: z.array(
      z.object({ cause: z.string(), ended: z.int(), meanSeconds: z.number().nullable(), totalSeconds: z.number() }),
    ),
  }),
});
export type RepairReport = z.infer<typeof repairReport>;

/** Of the file that is exported. */
export const ticketColumns: readonly Column<Ticket>[] = [
  { name: 'number', about: '', read: ({ number }) => number },
  { name: 'station', about: '', read: (each) => each.stationId },
  { name: 'evse', about: '', read: ({ evseId }) => evseId },
  { name: 'title', about: '', read: ({ title }) => title },
  { name: 'severity', about: '', read: ({ severity }) => severity },
  { name: 'state', about: '', read: ({ state }) => state },
  { name: 'mrec', about: '', read: (each) => each.mrec },
  { name: 'cause', about: '', read: ({ cause }) => cause },
  { name: 'assigned_to', about: '', read: ({ assignedTo }) => assignedTo },
  {
    name: 'parts',
    about: 'name, number and count, separated by semicolons',
    read: ({ parts }) =>
      parts.map(({ name, number, count }) => `${count} × ${name}${number === null ? '' : ` (${number})`}`).join('; '),
  },
  { name: 'opened_at', about: '', read: ({ openedAt }) => openedAt },
  { name: 'resolved_at', about: '', read: ({ resolvedAt }) => resolvedAt },
  {
    name: 'evidence',
    about: 'kind:id, separated by spaces',
    read: ({ evidence }) => evidence.map(({ kind, id }) => `${kind}:${id}`).join(' '),
  },
];
