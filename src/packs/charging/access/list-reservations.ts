import { z } from 'zod';
import { reservationStatus } from '#contract/access/reservation.ts';
import { siteId } from '#contract/stations/site.ts';
import { defineTool, type Tool } from '#tools/tool.ts';
import { chargePointId } from '../known-charge-point.ts';
import type { PackNeeds } from '../needs.ts';
import { counted, limit } from '../paging.ts';
import { reservationForAgents, shownReservation } from './reservation-shape.ts';
import { tokenIdArgument } from './token-named.ts';

export function listReservations({ charging }: Pick<PackNeeds, 'charging'>): Tool {
  return defineTool({
    name: 'list_reservations',
    title: 'List reservations',
    description:
      'Lists reservations of EVSEs, newest first: those that wait (planned), that are kept (active), and what became of others. Use it to see why a connector is reserved, or to get a reservation_id for cancel_reservation. To make one, use reserve_connector.',
    category: 'reservations',
    level: 'observe',
    tier: 'R0',
    input: z.object({
      charge_point_id: chargePointId.optional().describe('Only at this charge point'),
      site_id: siteId.optional().describe('Only at this site'),
      token_id: tokenIdArgument.optional().describe('Only for this token'),
      status: reservationStatus.optional().describe('Only in this state'),
      limit: limit(100, 20),
    }),
    output: z.object({ reservations: z.array(shownReservation), has_more: z.boolean() }),
    examples: [{ charge_point_id: 'CP-7', status: 'active' }],
    async run({ charge_point_id, site_id, token_id, status, limit: most }) {
      const found = await charging.reservations.find({
        ...{ stationId: charge_point_id, siteId: site_id, tokenId: token_id },
        ...{ status, limit: most + 1 },
      });
      const reservations = found.slice(0, most).map(reservationForAgents);
      const has_more = found.length > most;
      const more = has_more ? ' There are older ones; narrow the question, or raise limit.' : '';
      return { text: `${counted(reservations.length, 'reservation')}.${more}`, data: { reservations, has_more } };
    },
  });
}
