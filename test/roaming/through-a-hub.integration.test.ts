import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PartnerRecord } from '../../src/contract/roaming/partner.ts';
import type { AnsweringStation } from '../support/answering-station.ts';
import { startSigec } from '../support/sigec.ts';
import { becomes, openStation, type Side } from './roaming-pair.ts';
import { openSmallHub, type SmallHub } from './small-hub.ts';

const opened = new AsyncDisposableStack();
let hub: SmallHub;
let home: Side;
let away: Side;
let station: AnsweringStation;
let tokenId: string;
/** The hub, as each of them knows it. */
let ids: { home: string; away: string };

beforeAll(async () => {
  hub = opened.use(await openSmallHub({ country: 'NL', party: 'HUB' }));
  const hosts = { OCPI_HOSTS: new URL(hub.versionsUrl).host };
  const side = async (party: string) => ({
    ...opened.use(await startSigec({ OCPI_PARTY: party, OCPI_NAME: party, ...hosts })),
    party,
  });
  home = await side('BR-HOM');
  away = await side('DE-AWY');
  station = opened.use(await openStation(away));
  await away.api.post('/api/tariffs', { id: 'net', currency: 'EUR', perKwh: '0.39', taxIncluded: false });
  tokenId = (await home.api.post<{ token: { id: string } }>('/api/tokens', { value: 'HUBCARD1' })).token.id;
  const join = async ({ api }: Side, tariffId: string | null) => {
    const { partner } = await api.post<{ partner: { id: string } }>('/api/partners', {
      name: 'Hub',
      parties: ['*'],
      tariffId,
    });
    await api.post(`/api/partners/${partner.id}/connection`, { versionsUrl: hub.versionsUrl, token: hub.invite() });
    return partner.id;
  };
  const there = await join(away, 'net');
  ids = { away: there, home: await join(home, null) };
  // Who came later reads what was told before.
  await home.api.post(`/api/partners/${ids.home}/pull`);
  await away.api.post(`/api/partners/${ids.away}/pull`);
}, 120_000);
afterAll(() => opened.disposeAsync());

type Locations = { locations: { id: string; evses: { uid: string; status: string }[] }[] };
const evse = async () => (await home.api.get<Locations>(`/api/partners/${ids.home}/locations`)).locations[0]?.evses[0];
const records = async () =>
  (await home.api.get<{ records: PartnerRecord[] }>(`/api/partners/${ids.home}/records`)).records;
type Command = { id: string; result: string | null; sessionId: string | null };
const command = async (id: string) =>
  (await home.api.get<{ commands: Command[] }>(`/api/partners/${ids.home}/commands`)).commands.find(
    (each) => each.id === id,
  );

async function charge(wh: number, during: () => Promise<void> = async () => undefined): Promise<void> {
  const at = (minute: number) => new Date(Date.now() - 3_600_000 + minute * 60_000 + wh).toISOString();
  const begin = { connectorId: 1, idTag: 'HUBCARD1', meterStart: 0, timestamp: at(0) };
  const { transactionId, idTagInfo } = await station.call('StartTransaction', begin);
  expect(idTagInfo).toMatchObject({ status: 'Accepted' });
  await during();
  await station.call('StopTransaction', { transactionId, meterStop: wh, timestamp: at(30) });
}

test('a hub that lists itself alone is known as one, and what is behind it arrives', async () => {
  expect(await home.api.get(`/api/partners/${ids.home}`)).toMatchObject({ state: 'connected', isHub: true });
  await becomes(async () => (await evse())?.status, 'AVAILABLE');
  await station.call('StatusNotification', { connectorId: 1, errorCode: 'NoError', status: 'Faulted' });
  await becomes(async () => (await evse())?.status, 'OUTOFORDER');
  await station.call('StatusNotification', { connectorId: 1, errorCode: 'NoError', status: 'Available' });
  expect(hub.heard).toContain('AWY > HUB PUT locations');
});

test('the provider behind the hub is asked for each start, and gets the session and the record', async () => {
  const tap = async () => (await station.call('Authorize', { idTag: 'HUBCARD1' }))['idTagInfo'];
  await becomes(tap, expect.objectContaining({ status: 'Accepted' }));
  await charge(10_000);
  await becomes(async () => (await records()).length, 1);
  expect((await records())[0]).toMatchObject({ energyKwh: 10, net: '3.90', doubts: [] });
  for (const way of ['AWY > HOM POST tokens', 'AWY > HOM PUT sessions', 'AWY > HOM POST cdrs'])
    expect(hub.heard).toContain(way);
});

test('a session is started and stopped through the hub, and both results come back', async () => {
  const asked = await home.api.post<{ id: string; answer: string }>(`/api/partners/${ids.home}/sessions`, {
    tokenId,
    locationId: 'depot',
    evseUid: (await evse())?.uid,
  });
  expect(asked.answer).toBe('ACCEPTED');
  await becomes(async () => (await command(asked.id))?.result, 'ACCEPTED');
  await charge(8_000, async () => {
    await becomes(async () => (await command(asked.id))?.sessionId, expect.any(String));
    const sessionId = (await command(asked.id))?.sessionId;
    const stopped = await home.api.post<{ id: string }>(`/api/partners/${ids.home}/sessions/${sessionId}/stop`);
    await becomes(async () => (await command(stopped.id))?.result, 'ACCEPTED');
  });
  expect(hub.heard.filter((each) => each === 'HOM > AWY POST commands')).toHaveLength(2);
  await becomes(async () => (await records()).length, 2);
});
