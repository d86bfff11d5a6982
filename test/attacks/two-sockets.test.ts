import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import type { EventPage } from '../../src/contract/event.ts';
import type { AcceptedStation, Station } from '../../src/contract/stations/station.ts';
import { bootPayload, connectRaw } from '../support/raw-station.ts';
import { startSigec, type TestSigec } from '../support/sigec.ts';

let sigec: TestSigec;
beforeAll(async () => {
  sigec = await startSigec({ OCPP_UNKNOWN_STATIONS: 'pending' });
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

test('A4 a second socket with the same identity is told to go while the first one lives, and both addresses are written down', async () => {
  await accept('TWIN', false);
  await using first = await connectRaw(sigec.addresses.ocpp, 'TWIN', { answers: true });
  await first.ask(boot);
  await using second = await connectRaw(sigec.addresses.ocpp, 'TWIN');
  expect(await second.ask(boot)).toEqual(['closed', 1008]);
  expect(await first.ask([2, 'h', 'Heartbeat', {}])).toMatchObject([3, 'h', {}]);
  expect(await station('TWIN')).toMatchObject({ link: { state: 'online' } });
  expect(await eventsOf('TWIN', 'duplicate-identity', 1)).toMatchObject([
    { body: { kept: '127.0.0.1', refused: '127.0.0.1', contests: 1 } },
  ]);
});

test('A5 the end of a replaced socket does not remove the one that took its place', async () => {
  await accept('REBORN', false);
  await using dead = await connectRaw(sigec.addresses.ocpp, 'REBORN', { autoPong: false });
  await dead.ask(boot);
  await using alive = await connectRaw(sigec.addresses.ocpp, 'REBORN');
  expect(await alive.ask(boot)).toMatchObject([3, 'boot', { status: 'Accepted' }]);
  await dead.closed;
  expect(await alive.ask([2, 'h', 'Heartbeat', {}])).toMatchObject([3, 'h', {}]);
  expect(await station('REBORN')).toMatchObject({ link: { state: 'online' } });
  const asked = sigec.api.post('/api/stations/REBORN/commands/trigger', { input: { message: 'heartbeat' } });
  const heard = await Promise.race([alive.next(), asked]); // who is not found is not asked
  expect(heard).toMatchObject([2, expect.any(String), 'TriggerMessage', {}]);
  alive.send(JSON.stringify([3, (heard as [number, string])[1], { status: 'Accepted' }]));
  expect(await asked).toMatchObject({ outcome: { status: 'accepted' } });
});

test('A4 of two newcomers for a dead socket only one takes its place', async () => {
  await accept('RUSH', false);
  await using dead = await connectRaw(sigec.addresses.ocpp, 'RUSH', { autoPong: false });
  await dead.ask(boot);
  const [one, other] = await Promise.all([1, 2].map(() => connectRaw(sigec.addresses.ocpp, 'RUSH')));
  expect(await Promise.race([one?.closed, other?.closed])).toBe(1008);
  const open = [one, other].filter((newcomer) => newcomer?.socket.readyState === WebSocket.OPEN);
  expect(open).toHaveLength(1);
  expect(await open[0]?.ask(boot)).toMatchObject([3, 'boot', { status: 'Accepted' }]);
  await open[0]?.[Symbol.asyncDispose]();
});

test('A4 the third contest freezes commands to the station, on its next socket too, and its data still counts', async () => {
  await accept('FOUGHT', false);
  const first = await connectRaw(sigec.addresses.ocpp, 'FOUGHT', { answers: true });
  await first.ask(boot);
  for (let contest = 0; contest < 5; contest += 1) {
    await using rival = await connectRaw(sigec.addresses.ocpp, 'FOUGHT');
    expect(await rival.ask(boot)).toEqual(['closed', 1008]);
  }
  const contests = await eventsOf('FOUGHT', 'duplicate-identity', 2); // not one per attempt
  expect(contests.map(({ flags }) => flags)).toEqual([[], ['quarantined']]);
  await first[Symbol.asyncDispose]();
  await using next = await connectRaw(sigec.addresses.ocpp, 'FOUGHT');
  await next.ask(boot);
  const reset = await sigec.api.post('/api/stations/FOUGHT/commands/reset', { input: { when: 'now' } });
  expect(reset).toMatchObject({ outcome: { status: 'not-sent' } });
  expect(await next.ask([2, 'h', 'Heartbeat', {}])).toMatchObject([3, 'h', {}]);
});

test('A4 a station that floods us is alive, although its socket is not read for the moment', async () => {
  await accept('EAGER', false);
  await using eager = await connectRaw(sigec.addresses.ocpp, 'EAGER');
  await eager.ask(boot);
  const flood = setInterval(() => {
    for (let i = 0; i < 40; i += 1) eager.send('[3,"ghost",{}]');
  }, 10);
  await using rival = await connectRaw(sigec.addresses.ocpp, 'EAGER');
  expect(await rival.ask(boot)).toEqual(['closed', 1008]);
  clearInterval(flood);
  expect(eager.socket.readyState).toBe(WebSocket.OPEN);
});
