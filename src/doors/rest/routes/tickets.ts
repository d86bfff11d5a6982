import { ticketApi } from '#contract/api/tickets.ts';
import { ticketColumns } from '#contract/tickets/ticket.ts';
import { serve } from '../route.ts';
import { sendExport } from '../send-export.ts';

export const ticketRoutes = serve(ticketApi, {
  list: async ({ query }, { charging }) => ({ tickets: await charging.tickets.find(query) }),
  async export({ query: { format, ...query }, reply }, { charging, principals, stopping }) {
    const tickets = await charging.tickets.find(query);
    const parts = (async function* () {
      yield tickets;
    })();
    return sendExport(reply, {
      format,
      name: 'tickets',
      columns: ticketColumns,
      parts,
      reads: principals.reads,
      stopping,
    });
  },
  get: ({ params }, { charging }) => charging.tickets.get(params.id),
  open: ({ body, actor }, { charging }) => charging.tickets.open(body, actor),
  change: ({ params, body, actor }, { charging }) => charging.tickets.change(params.id, body, actor),
  repairs: ({ query }, { charging }) => charging.tickets.repairs(query),
});
