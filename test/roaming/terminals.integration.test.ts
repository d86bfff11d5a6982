import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PartnerCapture } from '../../src/contract/roaming/partner.ts';
import type { AnsweringStation } from '../support/answering-station.ts';
import { startSigec, type TestSigec } from '../support/sigec.ts';
import { becomes, openStation } from './roaming-pair.ts';

/** Somebody who takes money at terminals (PTP), and speaks OCPI 2.3.0 by hand. */
const opened = new AsyncDisposableStack();
const heard: { method: string; path: string; body: Record<string, unknown> }[] = [];
const party = { country_code: 'DE', party_id: 'PTP' };
let sigec: TestSigec;
let station: AnsweringStation;
let token: string;
let partnerId: string;
let base: string;

beforeAll(async () => {
  const server = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk: Buffer) => (text += chunk.toString()));
    request.on('end', () => {
      const path = (request.url ?? '').split('?')[0] ?? '';
      heard.push({ method: request.method ?? '', path, body: (text === '' ? {} : JSON.parse(text)) as never });
      const endpoints = [
        { identifier: 'credentials', role: 'RECEIVER', url: `${base}/credentials` },
        { identifier: 'payments', role: 'SENDER', url: `${base}/payments` },
        ...['locations', 'tariffs', 'sessions', 'cdrs'].map((identifier) => ({
          identifier,
          role: 'RECEIVER',
          url: `${base}/${identifier}`,
        })),
        { identifier: 'commands', role: 'SENDER', url: `${base}/commands` },
      ];
      const isList = request.method === 'GET' && path.startsWith('/payments/');
      const data =
        path === '/versions'
          ? [{ version: '2.3.0', url: `${base}/2.3.0` }]
          : path === '/2.3.0'
            ? { version: '2.3.0', endpoints }
            : isList
              ? []
              : undefined;
      response.writeHead(path === '/cdrs' ? 201 : 200, {
        'content-type': 'application/json',
        ...(path === '/cdrs' && { location: `${base}/cdrs/1` }),
      });
      response.end(JSON.stringify({ data, status_code: 1000, timestamp: new Date().toISOString() }));
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  opened.defer(() => {
    server.closeAllConnections();
    server.close();
  });
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  sigec = opened.use(
    await startSigec({ OCPI_PARTY: 'BR-SIG', OCPI_NAME: 'Sigec', OCPI_HOSTS: base.replace('http://', '') }),
  );
  station = opened.use(await openStation(sigec));
  const taxes = [{ name: 'MwSt', percent: '19' }];
  await sigec.api.post('/api/tariffs', { id: 'net', currency: 'EUR', perKwh: '0.50', taxIncluded: false, taxes });
  const invited = await sigec.api.post<{ partner: { id: string }; token: string }>('/api/partners', {
    name: 'Terminals',
    parties: ['DE-PTP'],
    tariffId: 'net',
  });
  partnerId = invited.partner.id;
  token = invited.token;
  const registered = await ask('POST', 'credentials', {
    token: 'their-token-for-us',
    url: `${base}/versions`,
    roles: [{ role: 'PTP', ...party, business_details: { name: 'Terminals' } }],
  });
  token = (registered['data'] as { token: string }).token;
  await ask('GET', 'credentials');
}, 120_000);
afterAll(() => opened.disposeAsync());

async function ask(method: string, path: string, body?: unknown, version = '2.3.0'): Promise<Record<string, unknown>> {
  const response = await fetch(`${sigec.addresses.api}/ocpi/${version}/${path}`, {
    method,
    headers: { authorization: `Token ${btoa(token)}`, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return { httpStatus: response.status, ...((await response.json()) as object) };
}

const now = () => new Date().toISOString();
const captured = (id: string, reference: string, net: number, more: object = {}) => ({
  id,
  authorization_reference: reference,
  currency: 'EUR',
  eft_data: ['VISA **** 4242'],
  total_costs: { before_taxes: net, taxes: [{ name: 'MwSt', amount: Math.round(net * 19) / 100 }] },
  capture_status_code: 'SUCCESS',
  last_updated: now(),
  ...more,
});
const captures = async () =>
  (await sigec.api.get<{ captures: PartnerCapture[] }>(`/api/partners/${partnerId}/captures`)).captures;
const sent = (path: string) => heard.filter((each) => each.path === path);

async function chargeFor(reference: string, wh: number): Promise<void> {
  const begun = await ask('POST', 'cpo/commands/START_SESSION', {
    response_url: `${base}/commands/START_SESSION/${reference}`,
    token: { ...party, uid: `PAYER-${reference}`, type: 'AD_HOC_USER', contract_id: `C-${reference}` },
    location_id: 'depot',
    evse_uid: await evseUid(),
    authorization_reference: reference,
  });
  expect(begun).toMatchObject({ data: { result: 'ACCEPTED' } });
  await becomes(async () => station.asked.at(-1)?.payload['idTag'], `PAYER-${reference}`);
  const at = (minute: number) => new Date(Date.now() - 3_600_000 + minute * 60_000 + wh).toISOString();
  const begin = { connectorId: 1, idTag: `PAYER-${reference}`, meterStart: 0, timestamp: at(0) };
  const { transactionId } = await station.call('StartTransaction', begin);
  await station.call('StopTransaction', { transactionId, meterStop: wh, timestamp: at(30) });
  await becomes(async () => sent('/cdrs').some(({ body }) => body['authorization_reference'] === reference), true);
}
async function evseUid(): Promise<string | undefined> {
  const { data } = (await ask('GET', 'cpo/locations')) as { data: { evses: { uid: string }[] }[] };
  return data[0]?.evses[0]?.uid;
}

test('the version names the module, and an older one does not', async () => {
  const listed = async (version: string) => {
    const response = await fetch(`${sigec.addresses.api}/ocpi/${version}`, {
      headers: { authorization: `Token ${btoa(token)}` },
    });
    const { data } = (await response.json()) as { data: { endpoints: { identifier: string }[] } };
    return data.endpoints.map(({ identifier }) => identifier);
  };
  expect(await listed('2.3.0')).toEqual(expect.arrayContaining(['payments', 'bookings']));
  const older = await listed('2.2.1');
  expect(older.filter((module) => ['payments', 'bookings'].includes(module))).toEqual([]);
  expect(await ask('POST', 'cpo/payments/terminals', { terminal_id: 'T', last_updated: now() }, '2.2.1')).toMatchObject(
    {
      httpStatus: 404,
    },
  );
});

test('a terminal arrives, is told where it stands, and can be read back', async () => {
  const made = await ask('POST', 'cpo/payments/terminals', {
    terminal_id: 'T-1',
    reference: 'S-77',
    last_updated: now(),
  });
  expect(made).toMatchObject({ httpStatus: 201, status_code: 1000 });
  await sigec.api.put(`/api/partners/${partnerId}/terminals/T-1`, { locationIds: ['depot'] });
  const told = heard.findLast(({ method }) => method === 'PATCH');
  expect(told).toMatchObject({ path: '/payments/terminals/T-1', body: { location_ids: ['depot'], evse_uids: [] } });
  expect(await ask('GET', 'cpo/payments/terminals/T-1')).toMatchObject({
    data: { terminal_id: 'T-1', reference: 'S-77', location_ids: ['depot'] },
  });
  await sigec.api.post(`/api/partners/${partnerId}/terminals`, { reference: 'S-78', locationIds: ['depot'] });
  expect(heard.at(-1)).toMatchObject({ path: '/payments/terminals/activate', body: { reference: 'S-78' } });
});

test('what it takes for a session is compared with the record, and people hear of what differs', async () => {
  await becomes(async () => sent('/tariffs/BR/SIG/net').length > 0, true);
  await chargeFor('ref-1', 10_000);
  await chargeFor('ref-2', 10_000);
  await ask('POST', 'cpo/payments/financial-advice-confirmations', captured('F-1', 'ref-1', 5));
  await ask('POST', 'cpo/payments/financial-advice-confirmations', captured('F-2', 'ref-2', 4));
  await ask(
    'POST',
    'cpo/payments/financial-advice-confirmations',
    captured('F-3', 'ref-2', 0, { capture_status_code: 'FAILED', capture_status_message: 'card expired' }),
  );
  await ask('POST', 'cpo/payments/financial-advice-confirmations', captured('F-4', 'nobody', 1));
  const states = Object.fromEntries((await captures()).map(({ id, state, captured: taken }) => [id, [state, taken]]));
  expect(states).toEqual({
    'F-1': ['matches', '5.95'],
    'F-2': ['differs', '4.76'],
    'F-3': ['failed', '0.00'],
    'F-4': ['no-record', '1.19'],
  });
  const { events } = await sigec.api.get<{ events: { kind: string; body: { captureId: string } }[] }>(
    '/api/events?from=newest&limit=1000',
  );
  const told = events.filter(({ kind }) => kind === 'roaming-capture-differs');
  expect(told.map(({ body }) => body.captureId).toSorted()).toEqual(['F-2', 'F-3']);
});

test('who only takes money reads no tokens of ours and books nothing', async () => {
  expect(await ask('GET', 'emsp/tokens')).toMatchObject({ httpStatus: 404 });
  expect(await ask('POST', 'cpo/bookings', { request_id: 'R' })).toMatchObject({ httpStatus: 404 });
});
