import { SimulatedStation } from '../../src/simulator/station.ts';
import { SimulatedVehicle } from '../../src/simulator/vehicle.ts';
import { sessionStation } from '../../test/support/session-station.ts';
import { dayOf, instantOf, plusDays } from './local-time.ts';
import type { Rest } from './rest.ts';
import { until } from './until.ts';
import type { World } from './world.ts';

type Placed = World['stations'][number];

/** Sessions of the past, told by stations that then leave, as after a night without network. */
export async function tellHistory(world: World, ocppUrl: string): Promise<void> {
  for (const { id, version } of world.stations) {
    const past = world.history.filter(({ station }) => station === id).toSorted((a, b) => b.daysAgo - a.daysAgo);
    if (past.length === 0) continue;
    await using station = await sessionStation(`${ocppUrl}/`, id, version);
    let registerWh = 100_000;
    for (const { card, daysAgo, at, minutes, kwh, reason } of past) {
      const day = plusDays(dayOf(new Date(), world.timeZone), -daysAgo);
      const start = instantOf(day, { clock: at, timeZone: world.timeZone }).getTime();
      const time = (share: number) => new Date(start + share * minutes * 60_000).toISOString();
      const ref = await station.start({ ref: `${id}-${daysAgo}`, token: card, registerWh, at: time(0) });
      await station.meter(ref, { registerWh: registerWh + kwh * 500, powerW: 7_000, at: time(0.5) });
      registerWh += kwh * 1000;
      await station.end(ref, { registerWh, reason, at: time(1) });
    }
  }
}

/** Stations as they are now, each in its state, with the cars that charge. */
export async function openStations(world: World, ocppUrl: string): Promise<SimulatedStation[]> {
  const stations = world.stations.map((placed) => simulated(placed, ocppUrl));
  for (const station of stations) station.start();
  for (const [index, placed] of world.stations.entries()) {
    const station = stations[index];
    if (station === undefined) continue;
    await until(`${placed.id} is connected`, () =>
      placed.state === 'pending' ? station.hasConnection : station.isOnline,
    );
    await bringAbout(placed, station);
  }
  return stations;
}

function simulated({ id, version, ...placed }: Placed, url: string): SimulatedStation {
  return new SimulatedStation({
    id,
    version,
    url,
    statusEverySeconds: 0,
    sampleEverySeconds: 10,
    initialRegisterWh: 400_000,
    nameplate: {
      vendor: placed.vendor,
      model: placed.model,
      serialNumber: placed.serialNumber,
      firmwareVersion: placed.firmware,
      iccid: null,
      evseCount: placed.evses,
      outlet: { kind: placed.kind, maxW: placed.maxW, phases: placed.maxW === 7_400 ? 1 : 3 },
    },
  });
}

const fault = { code: 'GroundFailure', info: 'isolation below 100 kOhm', vendorCode: 'E-17' } as const;

async function bringAbout({ id, state, charging, refused }: Placed, station: SimulatedStation): Promise<void> {
  for (const connector of station.connectors.all.filter(({ evseId }) => evseId > 0)) {
    if (state === 'faulted') station.changeConnector(connector, { status: 'faulted', activity: null, fault });
    if (state === 'unavailable')
      station.changeConnector(connector, { status: 'unavailable', activity: null, fault: null });
  }
  if (refused !== undefined) await station.present({ evseId: refused.evse, token: refused.card, isBeforeCable: true });
  if (charging !== undefined) {
    station.visits.plugIn(charging.evse, new SimulatedVehicle({ capacityWh: 90_000, acW: 22_000, dcW: 120_000 }, 0.1));
    const reaction = await station.present({ evseId: charging.evse, token: charging.card });
    if (reaction !== 'started') throw new Error(`Nobody could charge at ${id}: ${reaction}.`);
  }
  if (state === 'offline') await station.stop();
}

type Sessions = { sessions: { id: string; ref: string; stationId: string; state: string }[] };

/** Which sessions and reservations the references of requests stand for, once all are known. */
export async function sessionReferences(world: World, rest: Rest): Promise<Map<string, string[]>> {
  const references = new Map<string, string[]>();
  const busy = world.stations.filter(({ charging }) => charging !== undefined).length;
  const running = () => rest<Sessions>('GET', '/api/sessions?state=running');
  await until('all cars charge', async () => (await running()).sessions.length === busy);
  for (const { id, ref, stationId } of (await running()).sessions) references.set(`$running:${stationId}`, [id, ref]);
  for (const { id: stationId } of world.stations) {
    const { sessions } = await rest<Sessions>('GET', `/api/sessions?stationId=${stationId}&state=ended&limit=1`);
    const [last] = sessions;
    if (last !== undefined) references.set(`$last:${stationId}`, [last.id, last.ref]);
  }
  return references;
}

export async function makeReservations(world: World, rest: Rest, references: Map<string, string[]>): Promise<void> {
  for (const { id: stationId, reserved } of world.stations) {
    if (reserved === undefined) continue;
    const [tokenId] = references.get(`$token:${reserved.card.slice(-4)}`) ?? [];
    const made = await rest<{ id: number }>('POST', '/api/reservations', {
      stationId,
      tokenId,
      evseId: reserved.evse,
      minutes: reserved.minutes,
    });
    references.set(`$reservation:${stationId}`, [String(made.id)]);
  }
}

/** Where a site has a limit, its tree is the grid with an EVSE of each station below it. */
export async function setEnergy({ sites, stations }: World, rest: Rest): Promise<void> {
  for (const { id: siteId, gridLimitA } of sites) {
    if (gridLimitA === undefined) continue;
    const evses = stations
      .filter(({ site }) => site === siteId)
      .map(({ id }) => ({ id: `${id}:1`, parentId: 'grid', kind: 'evse', evse: { stationId: id, evseId: 1 } }));
    const grid = { id: 'grid', parentId: null, kind: 'grid-connection', limitA: gridLimitA };
    await rest('PUT', `/api/sites/${siteId}/energy`, { mode: 'control', tree: { nodes: [grid, ...evses] } });
  }
}
