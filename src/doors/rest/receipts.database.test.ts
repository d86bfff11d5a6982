import { afterEach, beforeEach, expect, test } from 'vitest';
import type { SignedSample } from '#charging/meter-values/sample.ts';
import type { SessionEvent } from '#charging/sessions/record/session-event.ts';
import type { Receipt } from '#contract/billing/receipt.ts';
import { sample, sessionEvent } from '../../../test/support/charging-session.ts';
import { openRestDoor, type RestDoor } from '../../../test/support/http-door.ts';
import { ocmfMeter } from '../../../test/support/ocmf-meter.ts';

const system = { principal: null, door: 'system' } as const;
const register = 'Energy.Active.Import.Register';
let door: RestDoor;
let driverId: string;
let tokenHash: string;
beforeEach(async () => {
  door = await openRestDoor();
  await door.charging.acceptStation('CP-1', { withPassword: false }, system);
  const address = { street: 'Rua <A> 7', city: 'Porto', postalCode: '4000-001', country: 'PT' };
  await post('/api/sites', { id: 'porto', name: 'Porto', timeZone: 'Europe/Lisbon', currency: 'EUR', address });
  await put('/api/sites/porto/stations/CP-1', {});
  await post('/api/tariffs', {
    id: 'day',
    currency: 'EUR',
    prices: [{ name: 'Day', perKwh: '0.5' }],
    sessionFee: '1',
    taxes: [{ name: 'IVA', percent: '23' }],
  });
  await post('/api/tariff-assignments', { tariffId: 'day', siteId: 'porto', validFrom: '2024-01-01T00:00:00Z' });
  driverId = (await post<{ id: string }>('/api/drivers', { name: 'Ana "Zé" <Silva>' })).id;
  tokenHash = (await post<{ token: { id: string } }>('/api/tokens', { value: 'CARD00001234', driverId })).token.id;
});
afterEach(() => door[Symbol.asyncDispose]());

async function send<Answer>(method: string, path: string, body: object): Promise<Answer> {
  const headers = { 'content-type': 'application/json' };
  const response = await door.fetch(path, { method, key: await door.key(), headers, body: JSON.stringify(body) });
  const answer = (await response.json()) as Answer;
  expect({ status: response.status, answer }).toMatchObject({ status: response.ok ? response.status : 'ok' });
  return answer;
}
const post = <Answer>(path: string, body: object) => send<Answer>('POST', path, body);
const put = <Answer>(path: string, body: object) => send<Answer>('PUT', path, body);

function event(
  seqNo: number,
  wh: number,
  more: Partial<SessionEvent> = {},
  signed: SignedSample | null = null,
): SessionEvent {
  const at = new Date(Date.UTC(2026, 2, 1, 8, seqNo * 10));
  return sessionEvent(seqNo, { at, samples: [sample(register, wh, { at, unit: 'Wh', signed })], ...more });
}
const begin = (signed: SignedSample | null = null) =>
  event(0, 1000, { kind: 'started', token: { hash: tokenHash, type: 'iso14443' } }, signed);
const end = (signed: SignedSample | null = null) =>
  event(3, 5000, { kind: 'ended', stopReason: 'Local', chargingState: null }, signed);

const meter = ocmfMeter();
const timeOf = (count: number) => new Date(Date.UTC(2026, 2, 1, 8, count * 10)).toISOString();
type Reading = { number: number; reason: string; count: number; kwh: number };
function sign({ number, reason, count, kwh }: Reading, publicKey: string | null): SignedSample {
  const record = meter.record({ number, readings: [{ reason, at: timeOf(count), kwh }] });
  return { data: Buffer.from(record).toString('base64'), method: '', encoding: 'OCMF', publicKey };
}
const signedBegin = () => begin(sign({ number: 1, reason: 'B', count: 0, kwh: 1 }, meter.envelope));
const signedEnd = () => end(sign({ number: 2, reason: 'E', count: 3, kwh: 5 }, null));

async function record(...events: SessionEvent[]): Promise<string> {
  for (const one of events) await door.charging.sessions.record(one);
  return (await door.charging.sessions.findByRef('CP-1', 'S-1'))?.id ?? '';
}
const ask = async (id: string, query = '') =>
  door.fetch(`/api/sessions/${id}/receipt${query}`, { key: await door.key() });
async function receiptOf(id: string): Promise<Receipt> {
  await expect.poll(async () => (await ask(id)).status, { timeout: 10_000 }).toBe(200);
  return (await (await ask(id)).json()) as Receipt;
}

test('a receipt tells who, where, how much and how it came about, the same however often it is asked for', async () => {
  const id = await record(begin(), event(1, 3000), end());
  const receipt = await receiptOf(id);
  expect(receipt).toMatchObject({
    site: { name: 'Porto', address: ['Rua <A> 7', '4000-001 Porto', 'PT'] },
    stationId: 'CP-1',
    evseId: 1,
    token: '…1234',
    driver: 'Ana "Zé" <Silva>',
    timeZone: 'Europe/Lisbon',
    energyWh: 4000,
    firstRegisterWh: 1000,
    lastRegisterWh: 5000,
    bill: { state: 'final', total: '3.00', tariffId: 'day', tariffVersion: 1 },
    signedValues: [],
  });
  expect(await (await ask(id)).json()).toEqual(receipt);
  expect(receipt.number).toMatch(/^[\dA-F]{8}-[\dA-F]{8}$/);
});

test('as a page it is in the language asked for, escaped, with the steps and the corrections', async () => {
  const id = await record(begin(), event(1, 3000), end());
  await receiptOf(id);
  await post(`/api/sessions/${id}/corrections`, { amount: '-0.50', reason: 'Cable was <slow>' });
  const page = await (await ask(id, '?format=html&language=pt-BR')).text();
  expect(page).toContain('<html lang="pt-BR">');
  expect(page).toContain('Ana &quot;Zé&quot; &lt;Silva&gt;');
  expect(page).toContain('Rua &lt;A&gt; 7');
  expect(page).toContain('Cable was &lt;slow&gt;');
  expect(page).not.toMatch(/<script|<Silva|<A>/i);
  expect(page).toMatch(/4,000\skWh/);
  expect(page).toMatch(/−?-?€\s?0,50/);
  expect(page).toMatch(/Total[^]*€\s2,50/);
  expect(await (await ask(id, '?format=html')).text()).toContain('<html lang="en">');
});

test('signed meter values are on it with what was found about them', async () => {
  const id = await record(signedBegin(), signedEnd());
  const { signedValues } = await receiptOf(id);
  expect(signedValues.map(({ verdict, encoding }) => [verdict, encoding])).toEqual([
    ['verified-by-own-key', 'OCMF'],
    ['verified-by-own-key', 'OCMF'],
  ]);
  const page = await (await ask(id, '?format=html')).text();
  expect(page).toContain('signature verified by the key that the station sent along');
  expect(page).toContain(signedValues[0]?.data);
});

test('of a session that runs there is none yet, and it says when', async () => {
  const id = await record(begin(), event(1, 3000));
  const response = await ask(id);
  expect([response.status, await response.json()]).toMatchObject([
    409,
    { code: 'CONFLICT', message: expect.stringContaining('once it has ended') as string },
  ]);
  expect((await ask('019a0000-0000-7000-8000-000000000000')).status).toBe(404);
});

test('of somebody who was forgotten it names nobody, and what was paid stays', async () => {
  const id = await record(signedBegin(), event(1, 3000), signedEnd());
  expect((await receiptOf(id)).signedValues).toHaveLength(2);
  await post(`/api/drivers/${driverId}/forget`, {});
  expect(await receiptOf(id)).toMatchObject({ token: null, driver: null, signedValues: [], bill: { total: '3.00' } });
  const page = await (await ask(id, '?format=html')).text();
  expect(page).not.toMatch(/Silva|1234/);
});

test('in a report somebody who was forgotten has a row and no name', async () => {
  const id = await record(begin(), event(1, 3000), end());
  await receiptOf(id);
  const rows = async () =>
    (
      (await (await door.fetch('/api/reports?by=driver&month=2026-03', { key: await door.key() })).json()) as {
        rows: object[];
      }
    ).rows;
  expect(await rows()).toMatchObject([{ key: driverId, name: 'Ana "Zé" <Silva>', sessions: 1 }]);
  await post(`/api/drivers/${driverId}/forget`, {});
  expect(await rows()).toMatchObject([{ key: driverId, name: null, sessions: 1, revenue: [{ amount: '3.00' }] }]);
  const page = await (
    await door.fetch('/api/reports?by=driver&month=2026-03&format=html', { key: await door.key() })
  ).text();
  expect(page).toContain('Forgotten driver');
});

test('who may not read drivers learns no name from receipts and reports', async () => {
  const id = await record(begin(), event(1, 3000), end());
  await receiptOf(id);
  const key = await door.key({ role: 'viewer', scopes: ['sessions:read', 'reports:read'] });
  expect((await door.fetch(`/api/drivers/${driverId}`, { key })).status).toBe(403);
  const paths = ['/api/reports?by=driver&month=2026-03', `/api/sessions/${id}/receipt`];
  for (const path of paths.flatMap((each) => [each, `${each}${each.includes('?') ? '&' : '?'}format=html`])) {
    const response = await door.fetch(path, { key });
    expect(response.status).toBe(200);
    expect(await response.text()).not.toMatch(/Silva|Forgotten/);
  }
  const { rows } = (await (await door.fetch(paths[0] ?? '', { key })).json()) as { rows: object[] };
  expect(rows).toMatchObject([{ key: driverId, name: driverId }]);
  const both = await door.key({ role: 'viewer', scopes: ['sessions:read', 'drivers:read'] });
  expect(await (await door.fetch(paths[1] ?? '', { key: both })).json()).toMatchObject({ driver: 'Ana "Zé" <Silva>' });
});

test('after a late event there is none until it is billed, so that energy and cost belong together', async () => {
  const id = await record(begin(), end());
  await receiptOf(id);
  const held = await door.database.connect();
  await held.query('begin');
  await held.query('lock table bill in exclusive mode'); // the biller waits here
  await record(event(2, 9000));
  const response = await ask(id);
  await held.end();
  expect([response.status, await response.json()]).toMatchObject([
    409,
    { code: 'CONFLICT', message: expect.stringContaining('being billed') as string },
  ]);
  const { energyWh, bill, flags } = await receiptOf(id);
  expect([energyWh, bill.cost?.lines[0]]).toMatchObject([8000, { kind: 'energy', quantity: '8' }]);
  expect(flags).toContain('meter-reset');
  const page = await (await ask(id, '?format=html&language=pt-BR')).text();
  expect(page).toContain('o medidor voltou atrás');
});
