import { Client } from 'pg';
import { expect } from 'vitest';
import { type AnsweringStation, connectAnswering } from '../support/answering-station.ts';
import { startSigec, type TestSigec } from '../support/sigec.ts';
import { openWireRecorder, type Recorded } from './wire-recorder.ts';

export type Side = TestSigec & { party: string };
/** `recorded`: all that either asked the other over OCPI, and was answered. */
export type Pair = AsyncDisposable & { home: Side; away: Side; recorded(): Recorded[] };

const patience = { timeout: 60_000, interval: 50 };

/** Asks again until it is so. */
export async function becomes(read: () => Promise<unknown>, expected: unknown): Promise<void> {
  await expect.poll(read, patience).toEqual(expected);
}

type PairOptions = {
  /** The one version of OCPI that each shows the other; absent: all of them. */
  version?: '2.2.1' | '2.3.0';
};

/** Two whole installations, each operator and provider at once; `away` has the station. What they say is recorded between them. */
export async function openPair({ version }: PairOptions = {}): Promise<Pair> {
  await using opened = new AsyncDisposableStack();
  const before = {
    home: opened.use(await openWireRecorder(version)),
    away: opened.use(await openWireRecorder(version)),
  };
  const hosts = { OCPI_HOSTS: [before.home, before.away].map(({ base }) => new URL(base).host).join(',') };
  const open = async (side: 'home' | 'away', party: string, name: string): Promise<Side> => {
    const roaming = { OCPI_PARTY: party, OCPI_NAME: name, OCPI_URL: before[side].base, ...hosts };
    const sigec = opened.use(await startSigec(roaming));
    before[side].leadsTo(sigec.addresses.api);
    return { ...sigec, party };
  };
  const [home, away] = [await open('home', 'BR-HOM', 'Home'), await open('away', 'DE-AWY', 'Away')];
  const running = opened.move();
  return {
    home,
    away,
    recorded: () => [...before.home.recorded, ...before.away.recorded],
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

type Shown = { id: string; state: string; version: string | null; waiting: number };

/** `to` invites, `from` registers: each knows the other afterwards. */
export async function connectPartners(
  from: Side,
  to: Side,
  tariffId: string | null = null,
): Promise<{ there: string; here: string }> {
  const invited = await to.api.post<{ partner: Shown; token: string; versionsUrl: string }>('/api/partners', {
    name: from.party,
    parties: [from.party],
    tariffId,
  });
  const added = await from.api.post<{ partner: Shown }>('/api/partners', { name: to.party, parties: [to.party] });
  const here = added.partner.id;
  await from.api.post(`/api/partners/${here}/connection`, { versionsUrl: invited.versionsUrl, token: invited.token });
  return { there: invited.partner.id, here };
}

export const stateOf = async (side: Side, id: string): Promise<string> =>
  (await side.api.get<Shown>(`/api/partners/${id}`)).state;

/** A site with a station that says yes, shown to partners. */
export async function openStation(side: TestSigec, { canReserve = false } = {}): Promise<AnsweringStation> {
  await side.api.post('/api/sites', {
    id: 'depot',
    name: 'Depot',
    timeZone: 'Europe/Berlin',
    currency: 'EUR',
    address: { street: 'Hauptstraße 1', city: 'Berlin', postalCode: '10115', country: 'DE' },
    position: { latitude: 52.5, longitude: 13.4 },
  });
  await side.api.post('/api/stations/CP-1/accept', { withPassword: false });
  const station = await connectAnswering(side.addresses.ocpp, { stationId: 'CP-1', version: '1.6' });
  await side.api.put('/api/sites/depot/stations/CP-1', {});
  if (canReserve) {
    const client = new Client({ connectionString: side.databaseUrl });
    await client.connect();
    await client.query(
      `insert into variable values ('CP-1', 'Vendor', '', 0, 0, 'SupportedFeatureProfiles', '', 'actual', 'Core,Reservation',
         null, null, null, false, 'report', now())`,
    );
    await client.end();
  }
  await station.call('StatusNotification', { connectorId: 1, errorCode: 'NoError', status: 'Available' });
  const plug = {
    standard: 'IEC_62196_T2',
    format: 'SOCKET',
    powerType: 'AC_3_PHASE',
    maxVoltage: 400,
    maxAmperage: 32,
  };
  const published = await side.api.put('/api/partners/sites/depot', { plugs: [plug] });
  expect(published).toEqual({ siteId: 'depot', missing: [] });
  return station;
}
