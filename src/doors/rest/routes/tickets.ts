import { ticketApi } from '#contract/api/tickets.ts';
import { type Ticket, type TicketQuery, ticketColumns } from '#contract/tickets/ticket.ts';
import { type RouteNeeds, serve } from '../route.ts';
import { sendExport } from '../send-export.ts';

export const ticketRoutes = serve(ticketApi, {
  list: async ({ query }, { charging }) => ({ tickets: await charging.tickets.find(query) }),
  async export({ query: { format, ...query }, reply }, { charging, principals, stopping }) {
    return sendExport(reply, {
      format,
      name: 'tickets',
      columns: ticketColumns,
      parts: allTickets(charging, query),
      reads: principals.reads,
      stopping,
    });
  },
  get: ({ params }, { charging }) => charging.tickets.get(params.id),
  open: ({ body, actor }, { charging }) => charging.tickets.open(body, actor),
  change: ({ params, body, actor }, { charging }) => charging.tickets.change(params.id, body, actor),
  repairs: ({ query }, { charging }) => charging.tickets.repairs(query),
});

const pageSize = 1_000;

async function* allTickets(
  { tickets }: RouteNeeds['charging'],
  query: Omit<TicketQuery, 'limit' | 'before'>,
): AsyncGenerator<Ticket[]> {
  let before: number | undefined;
  do {
    const page = await tickets.find({ ...query, limit: pageSize, before });
    yield page;
    before = page.length < pageSize ? undefined : page.at(-1)?.number;
  } while (before !== undefined);
}
