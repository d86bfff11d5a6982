import { expect, test } from 'vitest';
import {
  accepting,
  type ReceivedCall,
  type SmallServer,
  startSmallServer,
} from '../../test/support/small-station-server.ts';
import { connectorOf, startAccepted } from '../../test/support/test-station.ts';

const versions = ['1.6', '2.0.1', '2.1'] as const;
const twos = ['2.0.1', '2.1'] as const;
type Version = (typeof versions)[number];

/** A server that accepts GOOD and whoever belongs to FLEET, and nobody else. */
function deciding(call: ReceivedCall): object {
  const { action, payload } = call;
  const idToken = payload['idToken'] as { idToken: string } | undefined;
  const token = idToken?.idToken ?? payload['idTag'];
  const status = token === 'GOOD' || String(token).startsWith('FLEET') ? 'Accepted' : 'Invalid';
  const group = String(token).startsWith('FLEET') ? 'FLEET' : undefined;
  const info16 = { status, ...(group && { parentIdTag: group }) };
  const info2 = { status, ...(group && { groupIdToken: { idToken: group, type: 'Central' } }) };
  if (action === 'StartTransaction') return { transactionId: 7, idTagInfo: info16 };
  if (action === 'Authorize' && idToken === undefined) return { idTagInfo: info16 };
  if (action === 'Authorize' || idToken !== undefined) return { idTokenInfo: info2 };
  return accepting()(call);
}

function sendList(
  server: SmallServer,
  version: Version,
  { listVersion, type, tokens }: { listVersion: number; type: string; tokens: Record<string, string | null> },
) {
  const entries = Object.entries(tokens).map(([token, status]) =>
    version === '1.6'
      ? { idTag: token, ...(status !== null && { idTagInfo: { status } }) }
      : { idToken: { idToken: token, type: 'ISO14443' }, ...(status !== null && { idTokenInfo: { status } }) },
  );
  return server.ask('CP-1', 'SendLocalList', {
    [version === '1.6' ? 'listVersion' : 'versionNumber']: listVersion,
    updateType: type,
    localAuthorizationList: entries,
  });
}

test.each(versions)(
  'OCPP %s: a driver whom the server accepts charges, and ends it with the same token',
  async (version) => {
    await using server = await startSmallServer({ answer: deciding });
    await using station = await startAccepted(server, { version });
    expect(await station.present({ evseId: 1, token: 'BAD' })).toBe('refused');
    expect(await station.present({ evseId: 1, token: 'GOOD' })).toBe('started');
    await server.received(version === '1.6' ? 'StartTransaction' : 'TransactionEvent');
    expect(await station.present({ evseId: 1, token: 'good' })).toBe('stopped');
    const stop = await server.received(
      version === '1.6' ? 'StopTransaction' : 'TransactionEvent',
      version === '1.6' ? 1 : 2,
    );
    expect(JSON.stringify(stop.payload)).toContain('"Local"');
    expect(server.calls.filter(({ action }) => action === 'Authorize')).toHaveLength(2);
  },
);

test.each(versions)('OCPP %s: one of the same group may end a session, a stranger may not', async (version) => {
  await using server = await startSmallServer({ answer: deciding });
  await using station = await startAccepted(server, { version });
  await station.present({ evseId: 1, token: 'FLEET-1' });
  expect(await station.present({ evseId: 1, token: 'GOOD' })).toBe('refused');
  expect(await station.present({ evseId: 1, token: 'FLEET-2' })).toBe('stopped');
});

test.each(versions)(
  'OCPP %s: the list decides while the server is away, the cache until it is cleared',
  async (version) => {
    await using server = await startSmallServer({ answer: deciding });
    await using station = await startAccepted(server, { version });
    await station.present({ evseId: 1, token: 'GOOD' });
    const take = (listVersion: number, type: string, tokens: Record<string, string | null>) =>
      sendList(server, version, { listVersion, type, tokens });
    expect(await take(3, 'Full', { LISTED: 'Accepted', LOST: 'Blocked' })).toEqual({ answer: { status: 'Accepted' } });
    expect(await take(3, 'Differential', {})).toEqual({ answer: { status: 'VersionMismatch' } });
    expect(await take(4, 'Differential', { LOST: null })).toEqual({ answer: { status: 'Accepted' } });
    expect(await server.ask('CP-1', 'GetLocalListVersion', {})).toEqual({
      answer: { [version === '1.6' ? 'listVersion' : 'versionNumber']: 4 },
    });
    expect([...station.tokens.list.keys()]).toEqual(['listed']);

    station.loseNetwork();
    await server.until(() => server.connected === 0 && !station.isOnline);
    expect((await station.tokens.authorize('LISTED')).status).toBe('Accepted');
    expect((await station.tokens.authorize('GOOD')).status).toBe('Accepted');
    expect((await station.tokens.authorize('NEVER SEEN')).status).toBe('Unknown');
    station.regainNetwork();
    await server.until(() => station.isOnline);
    expect(await server.ask('CP-1', 'ClearCache', {})).toEqual({ answer: { status: 'Accepted' } });
    expect(station.tokens.cache.size).toBe(0);
  },
);

function reserve(
  server: SmallServer,
  version: Version,
  { id, evseId, token }: { id: number; evseId?: number; token: string },
) {
  const until = new Date(Date.now() + 60_000).toISOString();
  return server.ask(
    'CP-1',
    'ReserveNow',
    version === '1.6'
      ? { reservationId: id, connectorId: evseId ?? 0, idTag: token, expiryDate: until }
      : { id, idToken: { idToken: token, type: 'ISO14443' }, expiryDateTime: until, ...(evseId && { evseId }) },
  );
}

test.each(versions)(
  'OCPP %s: a reserved EVSE is for its driver, and the start names the reservation',
  async (version) => {
    await using server = await startSmallServer({ answer: deciding });
    await using station = await startAccepted(server, { version });
    expect(await reserve(server, version, { id: 5, evseId: 1, token: 'GOOD' })).toEqual({
      answer: { status: 'Accepted' },
    });
    expect(connectorOf(station, 1).state.status).toBe('reserved');
    expect(await reserve(server, version, { id: 6, evseId: 1, token: 'FLEET' })).toEqual({
      answer: { status: 'Occupied' },
    });
    expect(await reserve(server, version, { id: 6, token: 'FLEET' })).toEqual({ answer: { status: 'Accepted' } });
    expect(await reserve(server, version, { id: 7, token: 'FLEET' })).toEqual({ answer: { status: 'Occupied' } });
    expect(await station.present({ evseId: 1, token: 'FLEET-9' })).toBe('reserved-for-others');
    expect(await station.present({ evseId: 1, token: 'GOOD' })).toBe('started');
    const start = await server.received(version === '1.6' ? 'StartTransaction' : 'TransactionEvent');
    expect(start.payload['reservationId']).toBe(5);
    expect(await server.ask('CP-1', 'CancelReservation', { reservationId: 6 })).toEqual({
      answer: { status: 'Accepted' },
    });
    expect(await server.ask('CP-1', 'CancelReservation', { reservationId: 6 })).toEqual({
      answer: { status: 'Rejected' },
    });
  },
);

test.each(twos)('OCPP %s: a reservation that ends by itself is told', async (version) => {
  await using server = await startSmallServer({ answer: deciding });
  await using station = await startAccepted(server, { version });
  await reserve(server, version, { id: 5, evseId: 1, token: 'GOOD' });
  station.reservations.end(5, 'Expired');
  expect((await server.received('ReservationStatusUpdate')).payload).toEqual({
    reservationId: 5,
    reservationUpdateStatus: 'Expired',
  });
  expect(connectorOf(station, 1).state.status).toBe('available');
});

test.each(twos)('OCPP %s: the cost that is told is kept for the display', async (version) => {
  await using server = await startSmallServer({ answer: deciding });
  await using station = await startAccepted(server, { version });
  expect(await server.ask('CP-1', 'CostUpdated', { transactionId: 'T-1', totalCost: 1.5 })).toEqual({ answer: {} });
  expect(station.till.costs.get('T-1')).toBe(1.5);
});

test('a 2.1 station holds tariffs, and its terminal settles', async () => {
  await using server = await startSmallServer({ answer: deciding });
  await using station = await startAccepted(server, { version: '2.1' });
  const ask = (action: string, payload: object) => server.ask('CP-1', action, payload);
  const tariff = (tariffId: string, currency = 'EUR') => ({ tariffId, currency });
  expect(await ask('GetTariffs', { evseId: 0 })).toEqual({ answer: { status: 'NoTariff' } });
  expect(await ask('SetDefaultTariff', { evseId: 1, tariff: tariff('day') })).toEqual({
    answer: { status: 'Accepted' },
  });
  expect(await ask('SetDefaultTariff', { evseId: 2, tariff: tariff('day') })).toEqual({
    answer: { status: 'DuplicateTariffId' },
  });
  expect(await ask('GetTariffs', { evseId: 1 })).toEqual({
    answer: { status: 'Accepted', tariffAssignments: [{ tariffId: 'day', tariffKind: 'DefaultTariff', evseIds: [1] }] },
  });
  const session = station.sessions.start({ evseId: 1, token: 'GOOD', tokenType: 'DirectPayment', ref: 'T-1' });
  expect((await server.received('TransactionEvent')).payload).toMatchObject({ idToken: { type: 'DirectPayment' } });
  const change = (currency: string) =>
    ask('ChangeTransactionTariff', { transactionId: session.ref, tariff: tariff('night', currency) });
  expect(await change('BRL')).toEqual({ answer: { status: 'NoCurrencyChange' } });
  expect(await change('EUR')).toEqual({ answer: { status: 'Accepted' } });
  expect(await ask('ClearTariffs', {})).toEqual({
    answer: { clearTariffsResult: [{ tariffId: 'day', status: 'Accepted' }] },
  });
  expect(await ask('NotifyWebPaymentStarted', { evseId: 2, timeout: 60 })).toEqual({ answer: {} });
  expect(station.till.webPayments.has(2)).toBe(true);
  const settlementTime = '2026-03-01T08:00:00Z';
  await station.till.settle({ pspRef: 'PSP-1', status: 'Settled', settlementAmount: 4.2, settlementTime });
  expect((await server.received('NotifySettlement')).payload).toMatchObject({ pspRef: 'PSP-1', settlementAmount: 4.2 });
  await station.till.validateVat({ vatNumber: 'NL123456789B01' });
  await server.received('VatNumberValidation');
});
