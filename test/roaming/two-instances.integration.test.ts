import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PartnerRecord } from '../../src/contract/roaming/partner.ts';
import type { AnsweringStation } from '../support/answering-station.ts';
import { becomes, connectPartners, openPair, openStation, type Pair, stateOf } from './roaming-pair.ts';

let pair: Pair;
let station: AnsweringStation;
let ids: { there: string; here: string };
let tokenId: string;

type Locations = { locations: { id: string; evses: { uid: string; status: string }[] }[]; total: number };
type Records = { records: PartnerRecord[] };

beforeAll(async () => {
  pair = await openPair();
  const { home, away } = pair;
  station = await openStation(away);
  await away.api.post('/api/tariffs', {
    id: 'net',
    currency: 'EUR',
    perKwh: '0.39',
    taxIncluded: false,
    taxes: [{ name: 'MwSt', percent: '19' }],
  });
  const added = await home.api.post<{ token: { id: string } }>('/api/tokens', { value: 'HOMECARD1' });
  tokenId = added.token.id;
  ids = await connectPartners(home, away, 'net');
}, 120_000);
afterAll(async () => {
  await station?.[Symbol.asyncDispose]();
  await pair?.[Symbol.asyncDispose]();
});

const evse = async () =>
  (await pair.home.api.get<Locations>(`/api/partners/${ids.here}/locations`)).locations[0]?.evses[0];
const records = async (side: 'home' | 'away') =>
  (await pair[side].api.get<Records>(`/api/partners/${side === 'home' ? ids.here : ids.there}/records`)).records;

async function charge(wh: number, during: () => Promise<void> = async () => undefined): Promise<void> {
  const at = (minute: number) => new Date(Date.now() - 3_600_000 + minute * 60_000 + wh).toISOString();
  const started = await station.call('StartTransaction', {
    connectorId: 1,
    idTag: 'HOMECARD1',
    meterStart: 0,
    timestamp: at(0),
  });
  expect(started['idTagInfo']).toMatchObject({ status: 'Accepted' });
  await during();
  await station.call('StopTransaction', { transactionId: started['transactionId'], meterStop: wh, timestamp: at(30) });
}

test('both are connected over the newest version', async () => {
  await becomes(() => stateOf(pair.home, ids.here), 'connected');
  await becomes(() => stateOf(pair.away, ids.there), 'connected');
  expect(await pair.home.api.get(`/api/partners/${ids.here}`)).toMatchObject({ version: '2.3.0' });
});

test('a location arrives, and what its EVSE does', async () => {
  expect(await pair.home.api.get<Locations>(`/api/partners/${ids.here}/locations`)).toMatchObject({
    locations: expect.any(Array) as unknown,
  });
  await becomes(async () => (await evse())?.status, 'AVAILABLE');
  await station.call('StatusNotification', { connectorId: 1, errorCode: 'NoError', status: 'Charging' });
  await becomes(async () => (await evse())?.status, 'CHARGING');
  await station.call('StatusNotification', { connectorId: 1, errorCode: 'NoError', status: 'Available' });
  await becomes(async () => (await evse())?.status, 'AVAILABLE');
});

test('our driver charges there by card, and the record costs what the bill says, on both sides', async () => {
  // The provider is asked for each start.
  const asked = async () => (await station.call('Authorize', { idTag: 'HOMECARD1' }))['idTagInfo'];
  await becomes(asked, expect.objectContaining({ status: 'Accepted' }));
  await charge(12_345);
  await becomes(async () => (await records('home')).length, 1);
  const [received] = await records('home');
  expect(received).toMatchObject({
    state: 'received',
    energyKwh: 12.345,
    net: '4.81',
    total: '5.72',
    currency: 'EUR',
    doubts: [],
  });
  await becomes(async () => (await records('away'))[0]?.state, 'delivered');
  const [sent] = await records('away');
  expect(sent?.proof).toContain('/ocpi/2.3.0/emsp/cdrs/');
  const { sessions } = await pair.away.api.get<{ sessions: { id: string }[] }>('/api/sessions');
  const bill = await pair.away.api.get<{ total: string }>(`/api/sessions/${sessions[0]?.id}/bill`);
  expect(bill.total).toBe('5.72');
});

test('a card that its provider blocks is refused at the station at once', async () => {
  const { token } = await pair.home.api.post<{ token: { id: string } }>('/api/tokens', { value: 'OTHERCARD' });
  const known = async () => (await station.call('Authorize', { idTag: 'OTHERCARD' }))['idTagInfo'];
  expect(await pair.home.api.post(`/api/tokens/${token.id}/block`)).toMatchObject({ isBlocked: true });
  await becomes(known, expect.objectContaining({ status: 'Blocked' }));
});

test('a session is started from afar with the token of its provider, and its result comes back', async () => {
  const place = await evse();
  const asked = await pair.home.api.post<{ id: string; answer: string }>(`/api/partners/${ids.here}/sessions`, {
    ...{ tokenId, locationId: 'depot', evseUid: place?.uid },
  });
  expect(asked.answer).toBe('ACCEPTED');
  const command = async () =>
    (
      await pair.home.api.get<{ commands: { id: string; result: string | null; sessionId: string | null }[] }>(
        `/api/partners/${ids.here}/commands`,
      )
    ).commands.find(({ id }) => id === asked.id);
  await becomes(async () => (await command())?.result, 'ACCEPTED');
  expect(station.asked.at(-1)).toMatchObject({ action: 'RemoteStartTransaction', payload: { idTag: 'HOMECARD1' } });
  let sessionId: string | null | undefined;
  await charge(8_000, async () => {
    await becomes(async () => (await command())?.sessionId, expect.stringMatching(/^[0-9a-f-]{36}$/));
    sessionId = (await command())?.sessionId;
    const stopped = await pair.home.api.post<{ answer: string }>(
      `/api/partners/${ids.here}/sessions/${sessionId}/stop`,
    );
    expect(stopped.answer).toBe('ACCEPTED');
    await becomes(async () => station.asked.at(-1)?.action, 'RemoteStopTransaction');
  });
  await becomes(async () => (await records('home')).length, 2);
});

test('a corrected bill is a credit and a new record, and the balances stay equal', async () => {
  const { sessions } = await pair.away.api.get<{ sessions: { id: string }[] }>('/api/sessions');
  const before = (await records('home')).length;
  await pair.away.api.post(`/api/sessions/${sessions[0]?.id}/corrections`, { amount: '-1.00', reason: 'goodwill' });
  await becomes(async () => (await records('home')).length, before + 2);
  type Balances = { balances: { receivable: string; payable: string }[] };
  const [owed, owing] = await Promise.all([
    pair.away.api.get<Balances>(`/api/partners/${ids.there}`),
    pair.home.api.get<Balances>(`/api/partners/${ids.here}`),
  ]);
  expect(Number(owed.balances[0]?.receivable)).toBe(Number(owing.balances[0]?.payable));
  expect((await records('home')).filter(({ credits }) => credits !== null)).toHaveLength(1);
});

test('tokens change on both sides, and everything goes on', async () => {
  await pair.home.api.post(`/api/partners/${ids.here}/rotation`);
  await pair.away.api.post(`/api/partners/${ids.there}/rotation`);
  const pulled = await pair.home.api.post<{ outcomes: { module: string; failure: string | null }[] }>(
    `/api/partners/${ids.here}/pull`,
  );
  expect(pulled.outcomes.map(({ failure }) => failure)).toEqual(pulled.outcomes.map(() => null));
});

test('who is removed hears it, and may come again', async () => {
  await pair.home.api.delete(`/api/partners/${ids.here}`);
  expect(await stateOf(pair.home, ids.here)).toBe('left');
  expect(await stateOf(pair.away, ids.there)).toBe('left');
  const again = await connectPartners(pair.home, pair.away, 'net');
  await becomes(() => stateOf(pair.away, again.there), 'connected');
});
