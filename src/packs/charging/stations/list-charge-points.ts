import { z } from 'zod';
import type { Charging } from '#charging/open-charging.ts';
import { connectorStatus, type StationPage } from '#contract/stations/station.ts';
import { defineTool, type Tool } from '#tools/tool.ts';
import {
  chargePointConnector,
  chargePointLink,
  connectorForAgents,
  idForAgents,
  linkForAgents,
  reportedByStation,
  reportForAgents,
} from '../charge-point.ts';
import { after, cursorIfAny, limit, moreHint, placeAfter } from '../paging.ts';

const listedChargePoint = z.object({
  charge_point_id: z.string(),
  link: chargePointLink,
  connectors: z.array(chargePointConnector),
  reported_by_station: reportedByStation.pick({ vendor: true, model: true }),
});

const visibleText = z.string().regex(/^\P{C}+$/u, 'must be visible characters');

/** What OCPP 1.6 says of connectors, in any case. */
const occupied = ['charging', 'preparing', 'suspendedev', 'suspendedevse', 'finishing'];

function inOurWords(status: string): string {
  const plain = status.toLowerCase();
  return occupied.includes(plain) ? 'occupied' : plain;
}

/** A page is bounded more tightly than over REST: a model reads every line of it. */
export function listChargePoints({ charging }: { charging: Charging }): Tool {
  return defineTool({
    name: 'list_charge_points',
    title: 'List charge points',
    description:
      'Lists the charge points (charging stations) of the network with their connection and the status of their connectors, and counts them by connection state. ' +
      'Use it to find charge points, to see which are offline or faulted, or to answer how many there are. ' +
      'For everything about one whose id is known, use get_charge_point_status.',
    category: 'stations',
    level: 'observe',
    tier: 'R0',
    input: z.object({
      state: chargePointLink.shape.state
        .optional()
        .describe('Only those whose connection is in this state; pending ones wait to be accepted'),
      status: z
        .enum([...connectorStatus.options, 'online', 'offline'])
        .optional()
        .describe('Only those with at least one connector in this status, or with this connection'),
      search: visibleText
        .max(100)
        .optional()
        .describe('Only those with this text in id, vendor, model or serial number'),
      limit: limit(200, 50),
      after,
    }),
    output: z.object({
      charge_points: z.array(listedChargePoint),
      total: z.int().describe('All that fit the filter'),
      counts: z
        .object({ online: z.int(), offline: z.int(), pending: z.int() })
        .describe('Of the whole network, whatever the filter'),
      next: z.string().optional().describe('Give it as `after` to read on; absent at the end'),
    }),
    examples: [{ state: 'offline' }, { status: 'faulted', limit: 10 }],
    otherSpellings: { values: { status: inOurWords, state: (given) => given.toLowerCase() } },
    async run({ after: cursor, status: asked, ...filter }) {
      const isLink = asked === 'online' || asked === 'offline';
      const status = isLink ? undefined : asked;
      const state = filter.state ?? (isLink ? asked : undefined);
      const page = await charging.findStations({ ...filter, state, status, after: placeAfter(cursor) });
      const data = {
        charge_points: page.stations.map((station) => ({
          charge_point_id: idForAgents(station),
          link: linkForAgents(station.link),
          connectors: station.connectors.map(connectorForAgents),
          reported_by_station: reportForAgents(station),
        })),
        total: page.total,
        counts: page.counts,
        next: cursorIfAny(page.next),
      };
      return { text: sentence(page), data };
    },
  });
}

function sentence({ stations, total, next, counts }: StationPage): string {
  const network = `The whole network: ${counts.online} online, ${counts.offline} offline, ${counts.pending} pending.`;
  if (total === 0) return `No charge point fits. ${network}`;
  return `${total} charge ${total === 1 ? 'point fits' : 'points fit'}, ${stations.length} of them listed here.${moreHint(next)} ${network}`;
}
