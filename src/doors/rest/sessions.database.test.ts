import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SessionDetail, SessionEventPage } from '#contract/sessions/detail.ts';
import type { SessionOrder } from '#contract/sessions/order.ts';
import type { ListedSession, SessionPage } from '#contract/sessions/session.ts';
import { type House, openHouse } from '../../../test/support/house.ts';
import { sessionStation } from '../../../test/support/session-station.ts';
import { enterToken } from '../../../test/support/tokens.ts';

let sigec: House;
beforeAll(async () => {
  sigec = await openHouse({ OCPP_UNKNOWN_STATIONS: 'accept' });
  for (const value of ['CARD-1', 'C', 'A']) await enterToken(sigec, value);
});
afterAll(() => sigec[Symbol.asyncDispose]());

const connect = (id: string, version: '1.6' | '2.0.1' | '2.1' = '2.0.1') =>
  sessionStation(sigec.addresses.ocpp, id, version);
const find = async (query: string) => (await sigec.api.get<SessionPage>(`/api/sessions?${query}`)).sessions;
const one = async (stationId: string) => (await find(`stationId=${stationId}`))[0] as ListedSession;
const detail = (id: string) => sigec.api.get<SessionDetail>(`/api/sessions/${id}`);
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();

describe.each(['1.6', '2.0.1', '2.1'] as const)('OCPP %s', (version) => {
  test('a start that is waited for tells when the session has really started, and who began it', async () => {
    await using station = await connect(`START-${version}`, version);
    const starting = sigec.api.post<SessionOrder>('/api/sessions/start?wait=20', {
      stationId: `START-${version}`,
      evseId: 1,
      token: 'CARD-1',
      why: 'the driver called',
    });
    const { payload } = await station.answer({ status: 'Accepted' });
    // Another driver is faster: that is not the session we asked for.
    if (version !== '1.6') await station.start({ token: 'CARD-OTHER', ref: 'other' });
    const ref = await station.start({ token: 'CARD-1', remoteStartId: payload['remoteStartId'] as number });
    const order = await starting;
    expect(order).toMatchObject({
      result: 'started',
      command: { name: 'start-session', outcome: { status: 'accepted' } },
      session: { ref, state: 'running' },
    });
    const { start } = await detail(order.session?.id ?? '');
    expect(start).toMatchObject({ by: 'remote', command: { id: order.command.id, why: 'the driver called' } });
  });

  test('a stop that is waited for tells the real end, why, and who asked', async () => {
    await using station = await connect(`STOP-${version}`, version);
    const ref = await station.start({ token: 'CARD-2', at: minutesAgo(60) });
    const { id } = await one(`STOP-${version}`);
    const stopping = sigec.api.post<SessionOrder>(`/api/sessions/${id}/stop?wait=20`, { why: 'closing time' });
    await station.answer({ status: 'Accepted' });
    await station.meter(ref, { registerWh: 5000 }); // an event of the session that is not its end
    await station.end(ref, { registerWh: 12_000, reason: 'Remote' });
    const order = await stopping;
    expect(order).toMatchObject({ result: 'ended', session: { id, state: 'ended', energyWh: 11_000 } });
    expect(await detail(id)).toMatchObject({
      end: { reason: 'Remote', by: 'remote', command: { id: order.command.id, why: 'closing time' } },
      averagePowerW: expect.closeTo(11_000, -2) as number,
      links: { stop: null },
    });
    await expect(sigec.api.post(`/api/sessions/${id}/stop`)).rejects.toThrow(/409.*CONFLICT.*ended already/);
  });
});

test('accepted is not started: without waiting, and when nothing follows', async () => {
  await using station = await connect('PROMISE');
  const ask = async (query: string) => {
    const starting = sigec.api.post<SessionOrder>(`/api/sessions/start${query}`, { stationId: 'PROMISE', token: 'C' });
    await station.answer({ status: 'Accepted' });
    return starting;
  };
  expect(await ask('')).toMatchObject({ result: 'accepted', session: null });
  expect(await ask('?wait=0.2')).toMatchObject({ result: 'not-seen', session: null });
});

test('what the station refuses is told with its word', async () => {
  await using station = await connect('REFUSES');
  const starting = sigec.api.post<SessionOrder>('/api/sessions/start', { stationId: 'REFUSES', token: 'C' });
  await station.answer({ status: 'Rejected', statusInfo: { reasonCode: 'Busy' } });
  expect(await starting).toMatchObject({
    result: 'refused',
    advice: expect.stringContaining('Plug the vehicle in first') as string,
    command: { outcome: { status: 'rejected' } },
  });
});

test('a station that is offline answers nobody: 409 with since when, and the command stays in the books', async () => {
  const station = await connect('AWAY');
  await station.start({ token: 'CARD' });
  await station[Symbol.asyncDispose]();
  const { id } = await one('AWAY');
  await expect
    .poll(async () => (await sigec.api.get<{ link: { state: string } }>('/api/stations/AWAY')).link.state)
    .toBe('offline');
  await expect(sigec.api.post('/api/sessions/start', { stationId: 'AWAY', token: 'C' })).rejects.toThrow(
    /409.*STATION_OFFLINE.*AWAY is offline since 20.*commandId/,
  );
  await expect(sigec.api.post(`/api/sessions/${id}/stop`)).rejects.toThrow(/409.*STATION_OFFLINE/);
  expect(await sigec.api.get('/api/stations/AWAY/commands')).toMatchObject({
    commands: [{ name: 'stop-session' }, { name: 'start-session' }],
  });
});

test('what cannot be asked is refused with a sentence', async () => {
  const start = (body: object) => sigec.api.post('/api/sessions/start', body);
  await expect(start({ stationId: 'AWAY' })).rejects.toThrow(/400.*token/);
  await expect(start({ stationId: 'AWAY', token: 'A', tokenId: 'tok_a' })).rejects.toThrow(/400.*one token/);
  await expect(start({ stationId: 'AWAY', token: 'A', nonsense: 1 })).rejects.toThrow(/400.*nonsense/);
  await expect(start({ stationId: 'NOBODY', token: 'A' })).rejects.toThrow(/404/);
  await expect(sigec.api.post('/api/sessions/start?wait=9999', { stationId: 'AWAY', token: 'A' })).rejects.toThrow(
    /400.*240/,
  );
  await expect(detail('019c0000-0000-7000-8000-000000000000')).rejects.toThrow(/404/);
  for (const wrong of ['flag=nonsense', 'isFlagged=maybe', 'evseId=1', 'from=yesterday', 'after=1', 'tokenHash=CARD'])
    await expect(find(wrong)).rejects.toThrow(/400/);
});

test('sessions are found by card, place, time, energy and oddity', async () => {
  await using station = await connect('FOUND');
  const first = await station.start({ token: 'Card-9', at: minutesAgo(90) });
  await station.end(first, { registerWh: 900, reason: 'EVDisconnected', at: minutesAgo(80) }); // less than at the start
  const second = await station.start({ token: 'Card-9', at: minutesAgo(30) });
  await station.meter(second, { registerWh: 13_000, powerW: 11_040 });
  const refs = async (query: string) => (await find(query)).map(({ ref }) => ref);

  const { hash } = await sigec.api.post<{ hash: string }>('/api/tokens/hash', { value: 'CARD-9' });
  expect(await refs(`tokenHash=${hash}`)).toEqual([second, first]);
  expect(await refs('stationId=FOUND&evseId=1')).toEqual([second, first]);
  expect(await refs('stationId=FOUND&evseId=2')).toEqual([]);
  expect(await refs('stationId=FOUND&state=ended')).toEqual([first]);
  expect(await refs(`stationId=FOUND&to=${minutesAgo(60)}`)).toEqual([first]);
  expect(await refs(`stationId=FOUND&from=${minutesAgo(60)}`)).toEqual([second]);
  expect(await refs('stationId=FOUND&minimumEnergyWh=12000')).toEqual([second]);
  expect(await refs('stationId=FOUND&isFlagged=true')).toEqual([first]);
  expect(await refs('stationId=FOUND&flag=meter-reset')).toEqual([first]);
  expect(await find('stationId=FOUND&state=running')).toMatchObject([{ powerW: 11_040, energyWh: 12_000 }]);

  const page = await sigec.api.get<SessionPage>('/api/stations/FOUND/sessions?limit=1&total=true');
  expect(page).toMatchObject({ sessions: [{ ref: second }], total: { count: 2, isAtLeast: false } });
  const next = await sigec.api.get<SessionPage>(`/api/stations/FOUND/sessions?limit=1&after=${page.next}`);
  expect(next).toMatchObject({ sessions: [{ ref: first }], next: null });
});

test('one session tells why it ended, what is odd about it and what shows it', async () => {
  await using station = await connect('ODD');
  const ref = await station.start({ token: 'CARD', registerWh: 5000, at: minutesAgo(30) });
  await station.meter(ref, { registerWh: 9000, at: minutesAgo(20) });
  await station.meter(ref, { registerWh: 100, at: minutesAgo(15) });
  await station.end(ref, { registerWh: 2100, reason: 'EVDisconnected', at: minutesAgo(10) });
  const { id } = await one('ODD');
  const session = await detail(id);
  expect(session).toMatchObject({
    energyWh: 6000,
    durationSeconds: 1200,
    averagePowerW: 18_000,
    start: { by: 'driver', command: null },
    end: { reason: 'EVDisconnected', by: 'driver', command: null },
    links: { self: `/api/sessions/${id}`, station: '/api/stations/ODD' },
  });
  expect(session.oddities.map(({ flag }) => flag)).toEqual(session.flags);
  expect(session.oddities).toContainEqual({
    flag: 'meter-reset',
    evidence: expect.objectContaining({ count: 1 }) as object,
  });
  await sigec.api.get(session.links.events);
  await sigec.api.get(session.links.meterValues);
});

test('a reset that ended a session is told with whoever asked for it', async () => {
  await using station = await connect('RESET');
  const ref = await station.start({ token: 'CARD' });
  const resetting = sigec.api.post<{ id: string }>('/api/stations/RESET/commands/reset', { input: { when: 'now' } });
  await station.answer({ status: 'Accepted' });
  const { id } = await resetting;
  await station.end(ref, { registerWh: 1000, reason: 'ImmediateReset' });
  const session = await detail((await one('RESET')).id);
  expect(session.end).toMatchObject({ by: 'remote', reason: 'ImmediateReset', command: { id, name: 'reset' } });
});

test('its events come in order, page by page', async () => {
  await using station = await connect('EVENTS');
  const ref = await station.start({ token: 'CARD' });
  for (const registerWh of [1100, 1200, 1300]) await station.meter(ref, { registerWh });
  await station.start({ token: 'CARD' }); // another session, which ends the first
  const { id } = (await find('stationId=EVENTS')).find((session) => session.ref === ref) as ListedSession;
  const seen: unknown[] = [];
  let after = '';
  do {
    const page = await sigec.api.get<SessionEventPage>(`/api/sessions/${id}/events?limit=3${after}`);
    expect(page.events.length).toBeLessThanOrEqual(3);
    seen.push(...page.events.map(({ body }) => [body['ref'], body['type'], body['seqNo']]));
    after = page.next === null ? '' : `&after=${page.next}`;
  } while (after !== '');
  expect(seen).toEqual([
    [ref, 'started', 0],
    [ref, 'updated', 1],
    [ref, 'updated', 2],
    [ref, 'updated', 3],
    [ref, 'closed-inferred', undefined],
  ]);
});
