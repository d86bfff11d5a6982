import {
  changeTicket,
  openTicket,
  repairQuery,
  repairReport,
  ticket,
  ticketColumns,
  ticketDetails,
  ticketList,
  ticketQuery,
} from '../tickets/ticket.ts';
import { exportContent, exportFormat, ofUuid } from './common.ts';
import { allow, defineApi } from './define-api.ts';

const reading = allow('read', 'tickets:read');
const changing = allow('operate', 'tickets:change');

export const ticketApi = defineApi('tickets', {
  list: reading('GET /api/tickets', 'Tickets, newest first', { query: ticketQuery, answer: ticketList }),
  export: reading('GET /api/tickets/export', 'All tickets that fit as a file, newest first', {
    query: ticketQuery.omit({ limit: true, before: true }).extend({ format: exportFormat }),
    turn: 'long',
    content: exportContent(ticketColumns, ticket.describe('One ticket per line')),
  }),
  get: reading('GET /api/tickets/:id', 'One ticket with its notes', { params: ofUuid, answer: ticketDetails }),
  open: changing('POST /api/tickets', 'Opens a ticket for a station', {
    body: openTicket,
    answer: ticketDetails,
    status: 201,
  }),
  change: changing('PUT /api/tickets/:id', 'Changes what is named of a ticket, and adds a note', {
    params: ofUuid,
    body: changeTicket,
    answer: ticketDetails,
  }),
  repairs: reading('GET /api/reports/repairs', 'Mean time to repair, by cause, beside the outages that ended', {
    query: repairQuery,
    turn: 'long',
    answer: repairReport,
  }),
});
