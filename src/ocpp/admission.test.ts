import { afterAll, beforeAll, expect, test } from 'vitest';
import type { EventPage } from '#contract/event.ts';
import type { AcceptedStation, Station } from '#contract/station.ts';
import { bootPayload, connectRaw, statusOfRefusal } from '../../test/support/raw-station.ts';
import { startSigec, type TestSigec } from '../../test/support/sigec.ts';

let sigec: TestSigec;
beforeAll(async () => {
  sigec = await startSigec({ OCPP_UNKNOWN_STATIONS: 'knock' });
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
  await expect.poll(read).toHaveLength(count);
  return read();
};
const station = (id: string) => sigec.api.get<Station>(`/api/stations/${id}`);

test('an unknown station waits at the door, is let in by a person, and boots at once', async () => {
  await using knocking = await connectRaw(sigec.addresses.ocpp, 'STRANGER');
  expect(await knocking.ask(boot)).toMatchObject([3, 'boot', { status: 'Pending' }]);
  const status = [
    2,
    's',
    'StatusNotification',
    { evseId: 1, connectorId: 1, connectorStatus: 'Available', timestamp: '2026-03-01T08:00:00Z' },
  ];
  expect(await knocking.ask(status)).toMatchObject([4, 's', 'SecurityError', expect.any(String), {}]);
  expect(await station('STRANGER')).toMatchObject({
    link: { state: 'knocking', reason: 'unknown-station' },
    vendor: 'Ipê',
    acceptedAt: null,
  });

  const trigger = knocking.next();
  expect(await accept('STRANGER', false)).toMatchObject({ password: null, station: { link: { state: 'online' } } });
  const [, id, action, payload] = (await trigger) as [number, string, string, unknown];
  expect([action, payload]).toEqual(['TriggerMessage', { requestedMessage: 'BootNotification' }]);
  knocking.send(JSON.stringify([3, id, { status: 'Accepted' }]));
  expect(await knocking.ask(boot)).toMatchObject([3, 'boot', { status: 'Accepted' }]);
  expect(await knocking.ask(status)).toEqual([3, 's', {}]);
});

test('a message that carries energy is kept, without its token, before a waiting station hears that it is refused', async () => {
  await using knocking = await connectRaw(sigec.addresses.ocpp, 'EARLY', { protocols: ['ocpp1.6'] });
  const start = { connectorId: 1, idTag: 'SECRET-TAG', meterStart: 100, timestamp: '2026-03-01T08:00:00Z' };
  expect(await knocking.ask([2, 'tx', 'StartTransaction', start])).toMatchObject([
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
  expect(await station('LOCKED')).toMatchObject({ link: { state: 'knocking', reason: 'no-password' } });
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

test('of two connections with one identity the living one stays and the newcomer is told', async () => {
  await accept('TWIN', false);
  await using first = await connectRaw(sigec.addresses.ocpp, 'TWIN');
  await first.ask(boot);
  await using second = await connectRaw(sigec.addresses.ocpp, 'TWIN');
  expect(await second.closed).toBe(1008);
  expect(await first.ask([2, 'h', 'Heartbeat', {}])).toMatchObject([3, 'h', {}]);
  expect(await station('TWIN')).toMatchObject({ link: { state: 'online' } });
  expect(await eventsOf('TWIN', 'duplicate-identity', 1)).toHaveLength(1);
});

test('a dead connection is replaced, and its late end does not remove the new one', async () => {
  await accept('REBORN', false);
  await using dead = await connectRaw(sigec.addresses.ocpp, 'REBORN', { autoPong: false });
  await dead.ask(boot);
  await using alive = await connectRaw(sigec.addresses.ocpp, 'REBORN');
  expect(await alive.ask(boot)).toMatchObject([3, 'boot', { status: 'Accepted' }]);
  await dead.closed;
  expect(await alive.ask([2, 'h', 'Heartbeat', {}])).toMatchObject([3, 'h', {}]);
  expect(await station('REBORN')).toMatchObject({ link: { state: 'online' } });
});

test('the third contest freezes commands to the station', async () => {
  await accept('FOUGHT', false);
  await using first = await connectRaw(sigec.addresses.ocpp, 'FOUGHT');
  await first.ask(boot);
  for (let contest = 0; contest < 3; contest += 1) {
    await using rival = await connectRaw(sigec.addresses.ocpp, 'FOUGHT');
    expect(await rival.closed).toBe(1008);
  }
  const contests = await eventsOf('FOUGHT', 'duplicate-identity', 3);
  expect(contests.map(({ flags }) => flags)).toEqual([[], [], ['quarantined']]);
});
