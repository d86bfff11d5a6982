import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { EventPage } from '#contract/event.ts';
import type { AcceptedStation, Station } from '#contract/stations/station.ts';
import { type House, openHouse } from '../../../../test/support/house.ts';
import { bootPayload, connectRaw, statusOfRefusal } from '../../../../test/support/raw-station.ts';

let sigec: House;
beforeAll(async () => {
  sigec = await openHouse({ OCPP_UNKNOWN_STATIONS: 'pending' });
});
afterAll(() => sigec[Symbol.asyncDispose]());

const boot = [2, 'boot', 'BootNotification', bootPayload['2.0.1']];
const accept = (id: string, withPassword: boolean) =>
  sigec.api.post<AcceptedStation>(`/api/stations/${id}/accept`, { withPassword });
/** Transactions of other databases on the same server hold the position of readers back for a moment. */
const eventsOf = async (stationId: string, kind: string, count: number) => {
  const read = async () => {
    const { events } = await sigec.api.get<EventPage>('/api/events?limit=1000');
    return events.filter((event) => event.stationId === stationId && event.kind === kind);
  };
  await expect.poll(read, { timeout: 5_000 }).toHaveLength(count);
  return read();
};
const station = (id: string) => sigec.api.get<Station>(`/api/stations/${id}`);

test('an unknown station is pending, is accepted by a person, and boots at once', async () => {
  await using pending = await connectRaw(sigec.addresses.ocpp, 'STRANGER');
  expect(await pending.ask(boot)).toMatchObject([3, 'boot', { status: 'Pending' }]);
  const status = [
    2,
    's',
    'StatusNotification',
    { evseId: 1, connectorId: 1, connectorStatus: 'Available', timestamp: '2026-03-01T08:00:00Z' },
  ];
  expect(await pending.ask(status)).toMatchObject([4, 's', 'SecurityError', expect.any(String), {}]);
  expect(await station('STRANGER')).toMatchObject({
    link: { state: 'pending', reason: 'unknown-station' },
    vendor: 'Ipê',
    acceptedAt: null,
  });

  const trigger = pending.next();
  expect(await accept('STRANGER', false)).toMatchObject({ password: null, station: { link: { state: 'online' } } });
  const [, id, action, payload] = (await trigger) as [number, string, string, unknown];
  expect([action, payload]).toEqual(['TriggerMessage', { requestedMessage: 'BootNotification' }]);
  pending.send(JSON.stringify([3, id, { status: 'Accepted' }]));
  expect(await pending.ask(boot)).toMatchObject([3, 'boot', { status: 'Accepted' }]);
  expect(await pending.ask(status)).toEqual([3, 's', {}]);
});

test('a message that carries energy is kept, without its token, before a waiting station hears that it is refused', async () => {
  await using pending = await connectRaw(sigec.addresses.ocpp, 'EARLY', { protocols: ['ocpp1.6'] });
  const start = { connectorId: 1, idTag: 'SECRET-TAG', meterStart: 100, timestamp: '2026-03-01T08:00:00Z' };
  expect(await pending.ask([2, 'tx', 'StartTransaction', start])).toMatchObject([
    4,
    'tx',
    'SecurityError',
    expect.any(String),
    {},
  ]);
  const [kept] = await eventsOf('EARLY', 'message-refused', 1);
  expect(kept).toMatchObject({ flags: ['not-accepted'], body: { action: 'StartTransaction' } });
  expect(JSON.stringify(kept)).toContain('"meterStart\\":100');
  expect(JSON.stringify(kept)).not.toContain('SECRET-TAG');
});

test('an accepted station needs its password, as text or as the bytes that its digits stand for', async () => {
  const { password } = await accept('LOCKED', true);
  expect(password).toMatch(/^[0-9a-f]{40}$/);
  const url = sigec.addresses.ocpp;
  expect(await statusOfRefusal(url, { stationId: 'LOCKED' })).toBe(401);
  expect(await station('LOCKED')).toMatchObject({ link: { state: 'pending', reason: 'no-password' } });
  expect(await statusOfRefusal(url, { stationId: 'LOCKED', password: 'wrong' })).toBe(401);
  expect(await statusOfRefusal(url, { stationId: 'LOCKED', password: password ?? '', user: 'OTHER' })).toBe(401);
  await using asText = await connectRaw(url, 'LOCKED', { password: password ?? '' });
  expect(await asText.ask(boot)).toMatchObject([3, 'boot', { status: 'Accepted' }]);
  asText.socket.close();
  await asText.closed;
  await using asBytes = await connectRaw(url, 'LOCKED', { password: Buffer.from(password ?? '', 'hex') });
  expect(await asBytes.ask(boot)).toMatchObject([3, 'boot', { status: 'Accepted' }]);
});

test('accepting twice is refused, and so is an id that no station can have', async () => {
  await accept('TWICE', false);
  await expect(accept('TWICE', false)).rejects.toThrow('409');
  await expect(accept('a:b', false)).rejects.toThrow('400');
});

test('whoever fails in the name of a known station takes nothing from it, and a person can renew its password', async () => {
  const { password: old } = await accept('KNOWN', true);
  const url = sigec.addresses.ocpp;
  expect(await statusOfRefusal(url, { stationId: 'KNOWN' })).toBe(401);
  await expect(accept('KNOWN', false)).rejects.toThrow(/409.*new one/);
  await using asBefore = await connectRaw(url, 'KNOWN', { password: old ?? '' });
  asBefore.socket.close();
  await asBefore.closed;
  const renewed = await sigec.api.post<AcceptedStation>('/api/stations/KNOWN/password');
  expect(renewed).toMatchObject({
    station: { id: 'KNOWN', hasPassword: true },
    password: expect.stringMatching(/^[0-9a-f]{40}$/) as string,
  });
  expect(await statusOfRefusal(url, { stationId: 'KNOWN', password: old ?? '' })).toBe(401);
  await using now = await connectRaw(url, 'KNOWN', { password: renewed.password ?? '' });
  expect(await now.ask(boot)).toMatchObject([3, 'boot', { status: 'Accepted' }]);
  await expect(sigec.api.post('/api/stations/NOBODY/password')).rejects.toThrow('404');
});

test('an accepted station gets its password even if its connection cannot be recorded', async () => {
  await using pending = await connectRaw(sigec.addresses.ocpp, 'UNLUCKY');
  await pending.ask(boot);
  const database = new Client({ connectionString: sigec.databaseUrl });
  await database.connect();
  await database.query(`
    create function fail() returns trigger language plpgsql as $$ begin raise exception 'no' using errcode = 'XX000'; end $$;
    create trigger fail before update on station for each row when (new.id = 'UNLUCKY' and new.link_node is not null) execute function fail()`);
  expect(await accept('UNLUCKY', true)).toMatchObject({ password: expect.any(String) as string });
  expect(await pending.closed).toBe(1013);
  await database.query('drop trigger fail on station; drop function fail');
  await database.end();
});

test('a name that is not the one in the address changes nothing', async () => {
  await using open = await openHouse({ OCPP_UNKNOWN_STATIONS: 'accept' });
  expect(await statusOfRefusal(open.addresses.ocpp, { stationId: 'VICTIM', password: 'x', user: 'OTHER' })).toBe(401);
  await expect(open.api.get('/api/stations/VICTIM')).rejects.toThrow('404');
});

test('a message that carries energy is kept even when its frame is broken', async () => {
  await accept('BROKEN', false);
  await using station = await connectRaw(sigec.addresses.ocpp, 'BROKEN');
  await station.ask(boot);
  const ended = { eventType: 'Ended', seqNo: 3, idToken: { idToken: 'SECRET-TAG', type: 'ISO14443' } };
  const deep = JSON.parse(`${'['.repeat(40)}${']'.repeat(40)}`) as unknown;
  const broken = [
    JSON.stringify([2, 'five', 'TransactionEvent', ended, 1]),
    JSON.stringify([2, 'deep', 'TransactionEvent', { ...ended, deep }]),
    JSON.stringify([2, 'x'.repeat(40), 'TransactionEvent', ended]),
  ];
  for (const text of broken)
    expect(await station.ask(text)).toMatchObject([4, expect.any(String), 'RpcFrameworkError', expect.any(String), {}]);
  const kept = await eventsOf('BROKEN', 'message-refused', 3);
  expect(kept).toMatchObject(broken.map(() => ({ flags: ['invalid'], body: { action: 'TransactionEvent' } })));
  expect(JSON.stringify(kept)).not.toContain('SECRET-TAG');
});

test('strangers cannot fill the ledger', async () => {
  await using pending = await connectRaw(sigec.addresses.ocpp, 'GREEDY', { protocols: ['ocpp1.6'] });
  const large = JSON.stringify([2, 'm', 'MeterValues', { connectorId: 1, junk: 'x'.repeat(500_000) }]);
  for (let i = 0; i < 36; i += 1) pending.send(large);
  expect(await pending.closed).toBe(1013);
});
