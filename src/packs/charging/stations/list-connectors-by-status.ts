import { z } from 'zod';
import type { Charging } from '#charging/open-charging.ts';
import type { ListedSession } from '#contract/sessions/session.ts';
import type { Connector, ConnectorActivity, ConnectorStatus, Station } from '#contract/stations/station.ts';
import { defineTool, type Tool } from '#tools/tool.ts';
import { chargePointConnector, connectorForAgents, idForAgents } from '../charge-point.ts';
import type { PackNeeds } from '../needs.ts';
import { after, cursorIfAny, placeAfter } from '../paging.ts';

type StatusFilter = { status: ConnectorStatus; activities?: readonly ConnectorActivity[] };

const suspended = ['suspended-by-station', 'suspended-by-vehicle'] as const;

/** The normalized words and those of every OCPP version. */
const wantedBy = {
  available: { status: 'available' },
  occupied: { status: 'occupied' },
  charging: { status: 'occupied', activities: ['charging'] },
  suspended: { status: 'occupied', activities: suspended },
  reserved: { status: 'reserved' },
  unavailable: { status: 'unavailable' },
  faulted: { status: 'faulted' },
  Available: { status: 'available' },
  Occupied: { status: 'occupied' },
  Preparing: { status: 'occupied', activities: ['preparing'] },
  Charging: { status: 'occupied', activities: ['charging'] },
  SuspendedEV: { status: 'occupied', activities: ['suspended-by-vehicle'] },
  SuspendedEVSE: { status: 'occupied', activities: ['suspended-by-station'] },
  Finishing: { status: 'occupied', activities: ['finishing'] },
  Reserved: { status: 'reserved' },
  Unavailable: { status: 'unavailable' },
  Faulted: { status: 'faulted' },
} satisfies Record<string, StatusFilter>;

const words = Object.keys(wantedBy) as [keyof typeof wantedBy, ...(keyof typeof wantedBy)[]];
const stationsAtOnce = 500;

const found = chargePointConnector.extend({
  charge_point_id: z.string(),
  is_online: z.boolean(),
  since: z.string(),
  session_id: z.string().optional(),
});
type ConnectorRow = z.input<typeof found>;

export function listConnectorsByStatus({ charging }: Pick<PackNeeds, 'charging'>): Tool {
  return defineTool({
    name: 'list_connectors_by_status',
    title: 'Connectors in a status',
    description:
      'Lists the connectors of all charge points that are in one status: which are available, charging, faulted, unavailable. ' +
      'Takes the normalized words and those of OCPP; "Charging" is true for every OCPP version, since the running session tells it where the connector only says Occupied. ' +
      'For all connectors of one charge point use get_charge_point_status. Of a charge point that is offline it is the last status heard (is_online false).',
    category: 'stations',
    level: 'observe',
    tier: 'R0',
    aliases: ['list_available_connectors'],
    input: z.object({
      status: z.enum(words).default('Available').describe('The status that is looked for'),
      online_only: z.boolean().default(false).describe('Leave out charge points that are offline'),
      limit: z.int().min(1).max(200).default(50).describe('About how many at most'),
      after,
    }),
    output: z.object({
      connectors: z.array(found),
      next: z.string().optional().describe('Give it as `after` to read on; absent at the end'),
    }),
    examples: [{ status: 'Charging' }, { status: 'faulted', online_only: true }],
    async run({ status, online_only, limit, after: cursor }) {
      const wanted: StatusFilter = wantedBy[status];
      const sessions = wanted.status === 'occupied' ? await runningByPlace(charging) : new Map<string, ListedSession>();
      const connectors: ConnectorRow[] = [];
      let position = placeAfter(cursor);
      for (;;) {
        const page = await charging.findStations({
          status: wanted.status,
          ...(online_only && { state: 'online' as const }),
          limit: stationsAtOnce,
          after: position,
        });
        for (const station of page.stations) {
          connectors.push(...fittingOf(station, wanted, sessions));
          position = station.id;
          // A station is told whole: the place to read on is a station.
          if (connectors.length >= limit) return answer(connectors, isLast(page, station) ? undefined : position);
        }
        if (page.next === null) return answer(connectors, undefined);
      }
    },
  });
}

function isLast({ stations, next }: { stations: readonly Station[]; next: string | null }, station: Station): boolean {
  return next === null && stations.at(-1) === station;
}

function answer(connectors: ConnectorRow[], position: string | undefined) {
  const offline = connectors.filter(({ is_online }) => !is_online).length;
  const more = position === undefined ? '' : ' There are more: call again with `after` set to `next`.';
  const stale = offline === 0 ? '' : ` ${offline} of them at charge points that are offline: their last known status.`;
  const text =
    connectors.length === 0 ? 'No connector is in this status.' : `${connectors.length} connectors.${stale}${more}`;
  return { text, data: { connectors, next: cursorIfAny(position) } };
}

function fittingOf(
  station: Station,
  wanted: StatusFilter,
  sessions: ReadonlyMap<string, ListedSession>,
): ConnectorRow[] {
  return station.connectors.flatMap((connector) => {
    if (connector.evseId === 0 || connector.status !== wanted.status) return [];
    const session = sessions.get(placeKey(station.id, connector.evseId));
    const activity = activityOf(connector, session);
    if (wanted.activities !== undefined && (activity === null || !wanted.activities.includes(activity))) return [];
    return [
      {
        charge_point_id: idForAgents(station),
        ...connectorForAgents({ ...connector, activity }),
        is_online: station.link.state === 'online',
        since: connector.changedAt,
        session_id: session?.id,
      },
    ];
  });
}

/** OCPP 2.x says Occupied whatever goes on; what the session told then counts, and one that told nothing charges. */
function activityOf(
  { activity, connectorId }: Connector,
  session: ListedSession | undefined,
): ConnectorActivity | null {
  if (activity !== null || session === undefined) return activity;
  if (session.connectorId !== null && session.connectorId !== connectorId) return null;
  switch (session.chargingState) {
    case 'suspended-by-station':
    case 'suspended-by-vehicle':
      return session.chargingState;
    case 'plugged-in':
      return 'preparing';
    case 'idle':
      return 'finishing';
    default:
      return 'charging';
  }
}

async function runningByPlace({ sessions }: Pick<Charging, 'sessions'>): Promise<Map<string, ListedSession>> {
  const byPlace = new Map<string, ListedSession>();
  let after: string | undefined;
  do {
    const page = await sessions.find({ state: 'running', limit: 1000, after });
    for (const session of page.sessions) {
      const key = placeKey(session.stationId, session.evseId ?? 0);
      if (!byPlace.has(key)) byPlace.set(key, session); // newest first: an older one there was forgotten
    }
    after = page.next ?? undefined;
  } while (after !== undefined);
  return byPlace;
}

function placeKey(stationId: string, evseId: number): string {
  return `${evseId} ${stationId}`;
}
