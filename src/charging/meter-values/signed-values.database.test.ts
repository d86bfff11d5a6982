import { expect, test } from 'vitest';
import type { MeterKeyList } from '#contract/sessions/meter-keys.ts';
import type { SignedValues } from '#contract/sessions/signed-values.ts';
import { recordSession, sample, sessionEvent } from '../../../test/support/charging-session.ts';
import { openRestDoor, type RestDoor } from '../../../test/support/http-door.ts';
import { ocmfMeter, type Page } from '../../../test/support/ocmf-meter.ts';
import type { SessionEvent } from '../sessions/record/session-event.ts';
import type { SignedSample } from './sample.ts';

const energy = 'Energy.Active.Import.Register';
const minute = (count: number) => new Date(Date.UTC(2026, 2, 1, 8, count));
const reading = (reason: string, count: number, kwh: number) => ({ reason, at: minute(count).toISOString(), kwh });

/** As OCPP 2.x sends it. */
function signed(record: string, publicKey: string | null = null): SignedSample {
  return { data: Buffer.from(record).toString('base64'), method: '', encoding: 'OCMF', publicKey };
}

function event(seqNo: number, wh: number, value: SignedSample | null, more: Partial<SessionEvent> = {}): SessionEvent {
  const at = minute(seqNo);
  return sessionEvent(seqNo, { at, samples: [sample(energy, wh, { at, unit: 'Wh', signed: value })], ...more });
}

async function signedOf(door: RestDoor, id: string, query = ''): Promise<SignedValues> {
  const answer = await door.fetch(`/api/sessions/${id}/signed-values${query}`);
  expect(answer.status).toBe(200);
  return (await answer.json()) as SignedValues;
}

async function setKeys(door: RestDoor, keys: readonly object[]) {
  const answer = await door.fetch('/api/stations/CP-1/meter-keys', {
    method: 'PUT',
    key: await door.key(),
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ keys }),
  });
  return { status: answer.status, body: (await answer.json()) as MeterKeyList & { message?: string } };
}

/** A session of 3.2 kWh whose begin and end are signed; the key comes with the first value only. */
function wholeSession(meter: ReturnType<typeof ocmfMeter>, pages: { begin?: Partial<Page>; end?: Partial<Page> } = {}) {
  const begin = meter.record({ number: 34, readings: [reading('B', 0, 1)], ...pages.begin });
  const end = meter.record({ number: 35, readings: [reading('E', 2, 4.2)], ...pages.end });
  return {
    begin,
    end,
    events: [
      event(0, 1000, signed(begin, meter.envelope), { kind: 'started' }),
      event(1, 2500, null, { evseId: null }),
      event(2, 4200, signed(end), { kind: 'ended', evseId: null }),
    ],
  };
}

test('signed values come back to the letter, verified by the key that came along or by a stored one', async () => {
  await using door = await openRestDoor();
  const meter = ocmfMeter('secp256k1');
  const { events, begin, end } = wholeSession(meter);
  const id = await recordSession(door, events);

  const before = await signedOf(door, id);
  expect(before).toMatchObject({ sessionId: id, total: 2, differences: [] });
  expect(before.values.map(({ data }) => Buffer.from(data, 'base64').toString())).toEqual([begin, end]);
  expect(before.values.map(({ verdict }) => verdict)).toEqual(['verified-by-own-key', 'verified-by-own-key']);
  expect(before.values[1]).toMatchObject({
    at: minute(2).toISOString(),
    encoding: 'OCMF',
    publicKey: null,
    pagination: 'T35',
    readings: [{ kind: 'end', at: minute(2).toISOString(), wh: 4200, obis: '01-00:01.08.00.FF', meterStatus: 'G' }],
  });

  // Another meter's key for this EVSE, and this meter's for another EVSE, do not make it verified.
  const other = ocmfMeter('secp256k1');
  await setKeys(door, [
    { evseId: 1, publicKey: other.pem },
    { evseId: 2, publicKey: meter.pem },
  ]);
  expect((await signedOf(door, id)).values.map(({ verdict }) => verdict)).toEqual([
    'verified-by-own-key',
    'verified-by-own-key',
  ]);
  const { body } = await setKeys(door, [{ evseId: 1, publicKey: meter.point.toString('hex'), curve: 'secp256k1' }]);
  const after = await signedOf(door, id);
  expect(after.values).toMatchObject([
    { verdict: 'verified', keyId: body.keys[0]?.id },
    { verdict: 'verified', keyId: body.keys[0]?.id },
  ]);
});

test('a meter that was swapped keeps its key for the time in which it measured', async () => {
  await using door = await openRestDoor();
  const [old, young] = [ocmfMeter('secp384r1'), ocmfMeter('secp384r1')];
  const swappedAt = minute(1).toISOString();
  const id = await recordSession(door, [
    event(0, 1000, signed(old.record({ number: 1, readings: [reading('B', 0, 1)] })), { kind: 'started' }),
    event(2, 1100, signed(old.record({ number: 2, readings: [reading('C', 2, 1.1)] }))),
    event(3, 1200, signed(young.record({ number: 1, readings: [reading('E', 3, 1.2)] })), { kind: 'ended' }),
  ]);
  const keys = await setKeys(door, [
    { evseId: 1, publicKey: old.pem, validTo: swappedAt },
    { evseId: 1, publicKey: young.pem, validFrom: swappedAt },
  ]);
  expect(keys.status).toBe(200);
  expect((await signedOf(door, id)).values.map(({ verdict, reason }) => [verdict, reason])).toEqual([
    ['verified', null],
    ['failed', 'key-not-valid-then'],
    ['verified', null],
  ]);
});

test('in OCPP 1.6 a record stands there as text, or inside JSON with its key', async () => {
  await using door = await openRestDoor();
  const meter = ocmfMeter('brainpool384r1');
  const begin = meter.record({ number: 1, readings: [reading('B', 0, 1)] });
  const wrapped = {
    signedMeterData: Buffer.from(begin).toString('base64'),
    encodingMethod: 'OCMF',
    publicKey: meter.envelope,
  };
  const end = meter.record({ number: 2, readings: [reading('B', 0, 1), reading('L', 2, 4.2)] });
  const asText = (data: string): SignedSample => ({ data, method: null, encoding: null, publicKey: null });
  const id = await recordSession(door, [
    event(0, 1000, asText(JSON.stringify(wrapped)), { kind: 'started' }),
    event(2, 4200, asText(end), { kind: 'ended' }),
  ]);
  const { values, differences } = await signedOf(door, id);
  expect(values.map(({ verdict }) => verdict)).toEqual(['verified-by-own-key', 'verified-by-own-key']);
  expect(values[1]?.data).toBe(end);
  expect(differences).toEqual([]);
});

test.each([
  ['another begin', { begin: { readings: [reading('B', 0, 0.9)] } }, ['begin-register', 'energy']],
  ['another end', { end: { readings: [reading('E', 2, 4.3)] } }, ['end-register', 'energy']],
  ['a watt-hour of rounding', { end: { readings: [reading('E', 2, 4.2009)] } }, []],
  ['no begin', { begin: { readings: [reading('C', 0, 1)] } }, ['begin-missing']],
  ['no end', { end: { readings: [reading('C', 2, 4.2)] } }, ['end-missing']],
  ['a lost page', { end: { number: 37 } }, ['pagination-gap']],
  ['pages in the wrong order', { end: { number: 33 } }, ['pagination-fell']],
  ['one page twice', { end: { number: 34 } }, ['pagination-repeated']],
  [
    'a register of the session alone',
    {
      begin: { readings: [{ ...reading('B', 0, 0), obis: '01-00:B2.08.00*FF' }] },
      end: { readings: [{ ...reading('E', 2, 3.2), obis: '01-00:B2.08.00*FF' }] },
    },
    [],
  ],
  [
    'a register of what was given back',
    {
      begin: { readings: [reading('B', 0, 1)] },
      end: { readings: [{ ...reading('E', 2, 99), obis: '1-0:2.8.0' }] },
    },
    ['end-missing'],
  ],
])('signed readings with %s are compared with the session', async (_name, pages, kinds) => {
  await using door = await openRestDoor();
  const id = await recordSession(door, wholeSession(ocmfMeter(), pages).events);
  expect((await signedOf(door, id)).differences.map(({ kind }) => kind)).toEqual(kinds);
});

test('pages of sessions and pages of the grid are counted apart', async () => {
  await using door = await openRestDoor();
  const meter = ocmfMeter();
  const page = (nth: number, more: Partial<Page>) =>
    event(nth, 1000 + nth, signed(meter.record({ number: nth, readings: [reading('C', nth, 1)], ...more })));
  const id = await recordSession(door, [
    ...wholeSession(meter).events.slice(0, 1),
    page(1, { number: 700, context: 'F' }),
    page(2, { number: 35 }),
    page(3, { number: 702, context: 'F' }),
  ]);
  expect((await signedOf(door, id)).differences).toEqual([{ kind: 'pagination-gap', before: 'F700', after: 'F702' }]);
});

test('of very many signed values the first and the last are given', async () => {
  await using door = await openRestDoor();
  const meter = ocmfMeter();
  const many = Array.from({ length: 30 }, (_, nth) =>
    event(nth + 1, 1000 + nth, signed(meter.record({ number: 35 + nth, readings: [reading('C', nth + 1, 1)] }))),
  );
  const last = event(40, 2000, signed(meter.record({ number: 65, readings: [reading('E', 40, 2)] })), {
    kind: 'ended',
  });
  const id = await recordSession(door, [...wholeSession(meter).events.slice(0, 1), ...many, last]);
  const { total, values, differences } = await signedOf(door, id, '?limit=5');
  expect(total).toBe(32);
  expect(values.map(({ pagination }) => pagination)).toEqual(['T34', 'T35', 'T36', 'T64', 'T65']);
  expect(differences).toEqual([]);
});

test('keys that cannot be, stations that are not there, and agents are refused', async () => {
  await using door = await openRestDoor();
  await recordSession(door, [event(0, 1000, null, { kind: 'started' })]);
  const { pem, point } = ocmfMeter('secp256r1');
  const cases = [
    [{ evseId: 1, publicKey: 'no key' }, 'keys[0].publicKey is no public key of a meter'],
    [{ evseId: 1, publicKey: point.toString('hex') }, 'keys[0].publicKey is no public key of a meter'],
    [{ evseId: 1, publicKey: pem, curve: 'secp256k1' }, 'keys[0].curve is secp256k1, but the key is on secp256r1'],
    [{ evseId: 1, publicKey: pem, validFrom: minute(1), validTo: minute(0) }, 'keys[0].validTo must be later'],
    [{ evseId: 0, publicKey: pem }, 'evseId'],
  ] as const;
  for (const [key, sentence] of cases) {
    const { status, body } = await setKeys(door, [key]);
    expect([status, body.message]).toEqual([400, expect.stringContaining(sentence)]);
  }
  expect((await door.fetch('/api/stations/CP-9/meter-keys')).status).toBe(404);
  const asAgent = await door.fetch('/api/stations/CP-1/meter-keys', {
    method: 'PUT',
    key: await door.key({ kind: 'agent' }),
    headers: { 'content-type': 'application/json' },
    body: '{"keys":[]}',
  });
  expect(asAgent.status).toBe(403);
});

test('the list of keys that was set replaces the one before, and the ledger keeps both', async () => {
  await using door = await openRestDoor();
  await recordSession(door, [event(0, 1000, null, { kind: 'started' })]);
  const [first, second] = [ocmfMeter(), ocmfMeter('secp192k1')];
  await setKeys(door, [{ evseId: 1, publicKey: first.pem }]);
  await setKeys(door, [{ evseId: 2, publicKey: second.envelope, validFrom: '2026-03-01T10:00:00+02:00' }]);
  const { keys } = (await (await door.fetch('/api/stations/CP-1/meter-keys')).json()) as MeterKeyList;
  expect(keys).toMatchObject([
    { evseId: 2, curve: 'secp192k1', publicKey: second.der.toString('base64'), validFrom: '2026-03-01T08:00:00.000Z' },
  ]);
  const { rows } = await door.database.pool.query<{ curves: string[] }>(
    `select jsonb_path_query_array(body, '$.keys[*].curve') as curves from event where kind = 'meter-keys-set' order by id`,
  );
  expect(rows.map(({ curves }) => curves)).toEqual([['secp256r1'], ['secp192k1']]);
});
