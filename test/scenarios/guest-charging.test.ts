import { afterAll, beforeAll, expect, test } from 'vitest';
import type { GuestVisitList } from '../../src/contract/billing/guest-visit.ts';
import type { EffectiveNeed } from '../../src/contract/energy/charging-need.ts';
import type { SessionPage } from '../../src/contract/sessions/session.ts';
import type { OcppVersion } from '../../src/contract/stations/station.ts';
import { addressOf, buyAt, open, openPost, post, priceEverywhere, wordsOf } from '../support/guest.ts';
import { connectRaw } from '../support/raw-station.ts';
import { startSigec, type TestSigec } from '../support/sigec.ts';
import { scripted } from '../support/use-case.ts';

let sigec: TestSigec;

beforeAll(async () => {
  sigec = await startSigec({
    OCPP_UNKNOWN_STATIONS: 'accept',
    PAYMENT_PROVIDER: 'simulated,simulated-card',
    OPERATOR_NAME: 'Tucano Recargas',
  });
  await priceEverywhere(sigec);
});
afterAll(() => sigec[Symbol.asyncDispose]());

const visitsOf = async (stationId: string) =>
  (await sigec.api.get<GuestVisitList>(`/api/stations/${stationId}/guest-visits`)).visits;

test.each<OcppVersion>(['1.6', '2.0.1', '2.1'])(
  'OCPP %s: somebody without an account pays, charges, stops and gets the rest back with a receipt',
  async (version) => {
    const id = `POST-${version}`;
    await using station = await openPost(sigec, { id, version });
    const address = await addressOf(sigec, id);
    const offer = wordsOf((await open(address)).text);
    for (const price of ['R$2.00 per kWh', 'R$1.00 per session', 'R$0.50 per minute after charging has finished'])
      expect(offer).toContain(price);

    const guest = await buyAt(address);
    expect(wordsOf(await guest.read())).toContain('Pay to start At most R$30.00');
    expect(station.sessions.all).toEqual([]);
    await guest.press('trial');
    await guest.until('<h1>Charging</h1>');
    const [session] = station.sessions.all;
    if (session === undefined) throw new Error('nothing began');
    expect(session.token).toMatch(version === '2.1' ? /^[\da-f-]{32,36}$/ : /^[\dA-F]{20}$/);
    station.sessions.charge(session, 5_000);
    expect(wordsOf(await guest.until('5.000 kWh'))).toContain('Cost so far R$11.00');
    await guest.press('stop');
    const done = wordsOf(await guest.until(/Returned to you/));
    expect(done).toContain('Cost R$11.00 Paid R$30.00 Returned to you R$19.00');
    expect(await visitsOf(id)).toMatchObject([{ state: 'ended', amount: '30.00', settled: '11.00' }]);

    const receipt = /href="([^"]+\/receipt[^"]*)"/.exec(await guest.read())?.[1] ?? '';
    const shown = wordsOf((await open(new URL(receipt, guest.page).href)).text);
    for (const words of ['Tucano Recargas', '5.000 kWh', id, 'EVSE 1', 'Paid by Pix', 'R$11.00', 'Returned R$19.00'])
      expect(shown).toContain(words);
  },
);

test('a guest says when the car shall be ready, where the site is planned for', async () => {
  await using station = await openPost(sigec, { id: 'STAY-1', version: '2.0.1' });
  const begin = async () => {
    const guest = await buyAt(await addressOf(sigec, 'STAY-1'));
    await guest.press('trial');
    return { guest, page: await guest.until('<h1>Charging</h1>') };
  };
  const { guest, page } = await begin();
  expect(page).not.toContain('I leave at'); // nobody plans there yet
  await sigec.api.post('/api/sites', { id: 'stay', name: 'Stay', timeZone: 'UTC', currency: 'BRL' });
  await sigec.api.put('/api/sites/stay/stations/STAY-1', {});
  const nodes = [
    { id: 'grid', parentId: null, kind: 'grid-connection', limitA: 63 },
    { id: 'e', parentId: 'grid', kind: 'evse', evse: { stationId: 'STAY-1', evseId: 1 } },
  ];
  await sigec.api.put('/api/sites/stay/energy', { mode: 'plan', tree: { nodes } });
  expect(await guest.until('I leave at')).toContain('If you stay longer');
  expect((await post(`${guest.page}/leave`, { at: '25:00' })).status).toBe(400);
  const time = new Date(Date.now() + 3 * 3_600_000).toISOString().slice(11, 16);
  expect((await post(`${guest.page}/leave`, { at: time })).status).toBe(303);
  expect(await guest.until('planned to be ready by then')).toContain(`value="${time}"`);
  const [session] = (await sigec.api.get<SessionPage>('/api/sessions?stationId=STAY-1&state=running')).sessions;
  const need = await sigec.api.get<EffectiveNeed>(`/api/sessions/${session?.id}/charging-need`);
  expect(need.source).toBe('driver');
  expect(need.stated?.departsAt).toContain(`T${time}`);
  await guest.press('stop');
  expect(station.sessions.all).toHaveLength(1);
});

test('a card is held first: what is used is taken of it, and the rest is let go', async () => {
  await using station = await openPost(sigec, { id: 'CARD-1', version: '2.0.1' });
  const guest = await buyAt(await addressOf(sigec, 'CARD-1'), { provider: 'simulated-card' });
  await guest.press('trial');
  await guest.until('<h1>Charging</h1>');
  const [session] = station.sessions.all;
  if (session === undefined) throw new Error('nothing began');
  station.sessions.charge(session, 2_000);
  await guest.until('2.000 kWh');
  await guest.press('stop');
  const done = wordsOf(await guest.until('Paid'));
  expect(done).toContain('Cost R$5.00 Paid R$5.00');
  expect(done).not.toContain('Returned');
});

test('a station before 2.1 is stopped before the amount is used up, and the rest goes back', async () => {
  await using station = await openPost(sigec, { id: 'LIMIT-1', version: '1.6' });
  const guest = await buyAt(await addressOf(sigec, 'LIMIT-1'), { much: '', other: '5,00' });
  await guest.press('trial');
  await guest.until('<h1>Charging</h1>');
  const [session] = station.sessions.all;
  if (session === undefined) throw new Error('nothing began');
  // As fast as it went until now, the rest would be gone before the next reading.
  station.sessions.charge(session, 1_000);
  const done = wordsOf(await guest.until('Returned to you'));
  expect(done).toContain('1.000 kWh Cost R$3.00 Paid R$5.00 Returned to you R$2.00');
  expect(session.stopReason).toBe('Remote');
});

test('an amount of energy is told to the station, which ends there by itself', async () => {
  await using station = await openPost(sigec, { id: 'ENERGY-1', version: '2.1' });
  const guest = await buyAt(await addressOf(sigec, 'ENERGY-1'), { much: 'k10' });
  expect(wordsOf(await guest.read())).toContain('At most R$21.00');
  await guest.press('trial');
  await guest.until('<h1>Charging</h1>');
  const [session] = station.sessions.all;
  if (session === undefined) throw new Error('nothing began');
  await expect.poll(() => session.maxEnergyWh).toBe(10_000);
});

test('a station that refuses, or goes away, gives everything back', async () => {
  const station = scripted(await connectRaw(sigec.addresses.ocpp, 'REFUSES-1', { protocols: ['ocpp2.0.1'] }));
  await station.call('BootNotification', { chargingStation: { vendorName: 'V', model: 'M' }, reason: 'PowerUp' });
  await station.call('StatusNotification', {
    timestamp: new Date().toISOString(),
    connectorStatus: 'Available',
    evseId: 1,
    connectorId: 1,
  });
  const address = await addressOf(sigec, 'REFUSES-1');
  const guest = await buyAt(address);
  const asked = station.answer('RequestStartTransaction', { status: 'Rejected' });
  await guest.press('trial');
  expect(await asked).toMatchObject({ evseId: 1, idToken: { type: 'Central' } });
  const page = wordsOf(await guest.until('Returned to you'));
  expect(page).toContain(
    'Charging did not start The charger refused to start. You get all of your money back. Paid R$30.00 Returned to you R$30.00',
  );

  const late = await buyAt(address);
  await station[Symbol.asyncDispose]();
  await expect.poll(async () => wordsOf((await open(address)).text)).toContain('cannot be reached');
  await late.press('trial');
  expect(wordsOf(await late.until('Returned to you'))).toContain('The charger lost its connection.');
});

test('of two who pay at the same EVSE the first one charges, and the other gets everything back', async () => {
  await using station = await openPost(sigec, { id: 'TWO-1', version: '2.0.1' });
  const address = await addressOf(sigec, 'TWO-1');
  const [first, second] = [await buyAt(address), await buyAt(address)];
  await first.press('trial');
  await first.until('<h1>Charging</h1>');
  await second.press('trial');
  expect(wordsOf(await second.until('Returned to you'))).toContain('Returned to you R$30.00');
  expect(station.sessions.all).toHaveLength(1);
  // Who charges there is nobody's business.
  const shown = wordsOf((await open(address)).text);
  expect(shown).toContain('This charger is in use.');
  expect(shown).not.toMatch(/kWh ?[1-9]|30\.00/);
});

test('whoever changes their mind pays nothing, and a payment that comes after all goes back', async () => {
  await using station = await openPost(sigec, { id: 'MIND-1', version: '1.6' });
  const guest = await buyAt(await addressOf(sigec, 'MIND-1'));
  await guest.press('stop');
  await guest.until('Nothing was paid');
  await guest.press('trial'); // they paid in their bank's app at that very moment
  await expect.poll(async () => wordsOf(await guest.read()), { timeout: 60_000 }).toContain('Returned to you R$30.00');
  expect(station.sessions.all).toEqual([]);
});

test('a page says nothing to whoever has no right address', async () => {
  await using _station = await openPost(sigec, { id: 'SECRET-1', version: '2.1' });
  const address = await addressOf(sigec, 'SECRET-1');
  const wrong = await open(address.replace(/.$/, (last) => (last === '2' ? '3' : '2')));
  const nowhere = await open(address.replace('SECRET-1', 'NOBODY-1'));
  expect([wrong.status, nowhere.status]).toEqual([404, 404]);
  const plain = (text: string) => wordsOf(text.replaceAll(/href="[^"]*"/g, ''));
  expect(plain(wrong.text)).toBe(plain(nowhere.text));
  expect((await open(new URL('/pay/AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA', address).href)).status).toBe(404);
  const answer = await post(address, { ticket: 'x', much: 'a30.00', provider: 'simulated' });
  expect(answer.status).toBe(403);
  const { headers } = await open(address);
  expect(headers.get('content-security-policy')).toContain("script-src 'self'");
  expect(headers.get('content-security-policy')).not.toContain('unsafe');
});

test('the code on the display of a 2.1 station is the only one that counts there, and only for a while', async () => {
  await using station = await openPost(sigec, { id: 'DISPLAY-1', version: '2.1' });
  const printed = await addressOf(sigec, 'DISPLAY-1');
  expect(station.till.paymentAddress(1)).toBeNull();
  await sigec.api.post('/api/stations/DISPLAY-1/commands/set-payment-code', {
    input: { evseId: 1, validitySeconds: 60 },
  });
  const shown = station.till.paymentAddress(1) ?? '';
  expect(shown).toMatch(/\/pay\/DISPLAY-1\/1\/[\dA-Za-z]{12}\?v=v1$/);
  expect((await open(printed)).status).toBe(404);
  const offer = await open(`${shown}&maxenergy=7000`);
  expect(offer.text).toContain('value="k7" checked');
  // The station keeps the EVSE for whoever opened the page.
  await expect.poll(() => station.till.webPayments.has(1)).toBe(true);
  const guest = await buyAt(shown);
  await guest.press('trial');
  await guest.until('<h1>Charging</h1>');
  expect(station.sessions.all[0]?.tokenType).toBe('DirectPayment');
});
