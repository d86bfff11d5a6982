import type { Json } from '#base/json-schema.ts';
import type { LedgerEvent, StoredKind } from '#contract/event.ts';
import type { EventKind } from '#contract/events/events.ts';
import type { CallContext } from '#tools/context.ts';
import type { Resource } from '#tools/pack.ts';
import { diagnoseStation } from '../health/diagnose-station.ts';
import { listFindings } from '../health/list-findings.ts';
import { listEvents } from '../history/list-events.ts';
import type { PackNeeds } from '../needs.ts';
import { runningSessions } from '../running-sessions.ts';
import { getChargePointStatus } from '../stations/get-charge-point-status.ts';
import { listChargePoints } from '../stations/list-charge-points.ts';
import { listConnectorsByStatus } from '../stations/list-connectors-by-status.ts';
import { address, beginning, toolData } from './tool-data.ts';

type Needs = Pick<PackNeeds, 'charging' | 'ledger' | 'may'>;

const maxListed = 200;
const latestEvents = 50;

/** Stations, under our name and under the seed's; the data are those of the tools. */
export function stationResources(needs: Needs): Resource[] {
  const { charging } = needs;
  const [list, status, byStatus, events] = [
    listChargePoints(needs),
    getChargePointStatus(needs),
    listConnectorsByStatus(needs),
    listEvents(needs),
  ];
  const [findings, diagnosis] = [listFindings(needs), diagnoseStation(needs)];
  const completeStation = async (_parameter: string, begun: string) => stationsBeginning(needs, begun);
  const readAll = (_none: object, context: CallContext) => toolData(list, { limit: maxListed }, context);
  const words = (byStatus.inputSchema.properties['status']?.['enum'] ?? []) as string[];

  return [
    {
      name: 'stations',
      title: 'Charge points',
      description: 'The network: its first 200 charge points with connection and connectors, and counts of all',
      uriTemplate: 'sigec://stations',
      category: 'stations',
      read: readAll,
      changedBy: (event) => (isAboutStation(event) ? ['sigec://stations'] : []),
    },
    {
      name: 'station',
      title: 'A charge point',
      description:
        'Connection, connectors, what it reported about itself, its upkeep, and the sessions that are running there',
      uriTemplate: 'sigec://stations/{id}',
      category: 'stations',
      async read({ id = '' }, context) {
        const told = (await toolData(status, { charge_point_id: id }, context)) as Record<string, Json>;
        const running = await runningSessions(charging, id);
        return { ...told, running_sessions: running.map((session) => session.id) };
      },
      async list({ after, limit }) {
        const page = await charging.findStations({ after, limit });
        return {
          entries: page.stations.map(({ id }) => ({ uri: address('stations', id), name: id })),
          ...(page.next !== null && { next: page.next }),
        };
      },
      complete: completeStation,
      changedBy: (event) =>
        event.stationId !== null && (isAboutStation(event) || isUpkeep(event) || beginsOrEnds(event))
          ? [address('stations', event.stationId)]
          : [],
    },
    {
      name: 'station-events',
      title: 'Latest events of a charge point',
      description: 'The last 50 facts that the ledger holds about it',
      uriTemplate: 'sigec://stations/{id}/events',
      category: 'events',
      read: ({ id = '' }, context) => toolData(events, { charge_point_id: id, limit: latestEvents }, context),
      complete: completeStation,
      changedBy: ({ stationId }) => (stationId === null ? [] : [`${address('stations', stationId)}/events`]),
    },
    {
      name: 'findings',
      title: 'Findings',
      description: 'Which charge points are about to fail and why, as list_findings returns it',
      uriTemplate: 'sigec://findings',
      category: 'stations',
      read: (_none, context) => toolData(findings, {}, context),
      changedBy: ({ kind }) => (isAboutFinding(kind) ? ['sigec://findings'] : []),
    },
    {
      name: 'station-diagnosis',
      title: 'Diagnosis of a charge point',
      description: 'As diagnose_station returns it',
      uriTemplate: 'sigec://stations/{id}/diagnosis',
      category: 'stations',
      read: ({ id = '' }, context) => toolData(diagnosis, { charge_point_id: id }, context),
      complete: completeStation,
      changedBy: ({ kind, stationId }) =>
        stationId !== null && isAboutFinding(kind) ? [`${address('stations', stationId)}/diagnosis`] : [],
    },
    {
      name: 'charge-points',
      title: 'List of charge points',
      description: 'As list_charge_points returns it',
      uriTemplate: 'sigec://charge-points',
      category: 'stations',
      read: readAll,
      changedBy: (event) => (isAboutStation(event) ? ['sigec://charge-points'] : []),
    },
    {
      name: 'charge-point',
      title: 'Status of a charge point',
      description: 'As get_charge_point_status returns it',
      uriTemplate: 'sigec://charge-points/{charge_point_id}',
      category: 'stations',
      read: ({ charge_point_id }, context) => toolData(status, { charge_point_id }, context),
      complete: completeStation,
      changedBy: (event) =>
        event.stationId !== null && (isAboutStation(event) || isUpkeep(event))
          ? [address('charge-points', event.stationId)]
          : [],
    },
    {
      name: 'connectors',
      title: 'Connectors in a status',
      description: 'As list_connectors_by_status returns it, such as sigec://connectors/Charging',
      uriTemplate: 'sigec://connectors/{status}',
      category: 'stations',
      read: ({ status: wanted }, context) => toolData(byStatus, { status: wanted, limit: maxListed }, context),
      complete: (_parameter, begun) => Promise.resolve(beginning(words, begun)),
      // Which status it had before is not told, so every list may have changed; of OCPP 2.x the session tells what goes on.
      changedBy: (event) =>
        event.kind === 'connector-status' || beginsOrEnds(event)
          ? words.map((word) => address('connectors', word))
          : [],
    },
  ];
}

export async function stationsBeginning({ charging }: Pick<PackNeeds, 'charging'>, begun: string): Promise<string[]> {
  if (/\p{C}/u.test(begun)) return []; // no id has such characters, and the database would not take them
  const search = begun === '' ? undefined : begun.slice(0, 48);
  const { stations } = await charging.findStations({ search, limit: 100 });
  return beginning(
    stations.map(({ id }) => id),
    begun,
  );
}

function isAboutStation({ kind, stationId }: LedgerEvent): boolean {
  return stationId !== null && (kind.startsWith('station-') || kind === 'connector-status');
}

function isAboutFinding(kind: StoredKind): boolean {
  return kind === 'finding-opened' || kind === 'finding-closed';
}

/** Updates and uploads change what is told of one station, and no list. */
function isUpkeep({ kind }: LedgerEvent): boolean {
  return kind.startsWith('firmware-') || kind.startsWith('log-');
}

/** Meter values come all day, and change nothing that is shown of the station. */
function beginsOrEnds({ kind, body }: LedgerEvent): boolean {
  return kind === 'session-event' ? body['type'] !== 'updated' : decidedEnds.has(kind);
}

const decidedEnds: ReadonlySet<StoredKind> = new Set<EventKind>([
  'session-closed-inferred',
  'session-stop-matched',
  'session-merged',
]);
