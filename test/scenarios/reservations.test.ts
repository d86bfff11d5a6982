import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Reservation, ReservationList } from '../../src/contract/access/reservation.ts';
import type { CommandRecord } from '../../src/contract/commands/command.ts';
import type { SessionPage } from '../../src/contract/sessions/session.ts';
import { openReservingStation } from '../support/reserving-station.ts';
import { startSigec, type TestSigec } from '../support/sigec.ts';
import { enterGroup } from '../support/tokens.ts';

const versions = ['1.6', '2.0.1', '2.1'] as const;
const minuteMs = 60_000;

let sigec: TestSigec;
beforeAll(async () => {
  sigec = await startSigec({ OCPP_UNKNOWN_STATIONS: 'accept' });
});
afterAll(() => sigec[Symbol.asyncDispose]());

const inMinutes = (minutes: number) => new Date(Date.now() + minutes * minuteMs).toISOString();

async function runningAt(stationId: string) {
  const { sessions } = await sigec.api.get<SessionPage>(`/api/stations/${stationId}/sessions?state=running`);
  return sessions;
}

describe.each(versions)('OCPP %s', (version) => {
  test('a reserved EVSE is kept for its driver, and used by them', async () => {
    await using at = await openReservingStation(sigec, { version });
    const [driver, stranger] = [await at.card('A'), await at.card('B')];
    const reservation = await at.reserve({ tokenId: driver.id, evseId: 1, minutes: 20 });
    expect(reservation).toMatchObject({ status: 'active', code: 'Accepted', why: null, evseId: 1, endedAt: null });
    expect(reservation.createdBy).toEqual(expect.any(String));
    expect(Date.parse(reservation.expiresAt) - Date.parse(reservation.startsAt)).toBe(20 * minuteMs);
    await at.connector(1, 'reserved');
    expect(await at.station.present({ evseId: 1, token: stranger.value })).toBe('reserved-for-others');
    expect(await at.station.present({ evseId: 1, token: driver.value })).toBe('started');
    const used = await at.until(reservation.id, { status: 'used' });
    const [session] = await runningAt(at.id);
    expect(used).toMatchObject({ sessionRef: session?.ref, why: null, endedAt: session?.startedAt });
    await expect(at.cancel(reservation.id)).rejects.toThrow(/409.*is over already \(used/);
  });

  test('a start that names no reservation uses that of its token, its group or any EVSE', async () => {
    await using at = await openReservingStation(sigec, { version, oddities: ['forgets-reservation-ids'] });
    const { id: groupId } = await enterGroup(sigec, `G-${at.id}`);
    const [driver, colleague] = [await at.card('A', { groupId }), await at.card('B', { groupId })];
    const loner = await at.card('C');
    const named = await at.reserve({ tokenId: driver.id, evseId: 1 });
    expect(named.groupId).toBe(groupId);
    const any = await at.reserve({ tokenId: loner.id });
    expect(await at.station.present({ evseId: 1, token: colleague.value })).toBe('started');
    await at.until(named.id, { status: 'used', sessionRef: expect.any(String) as string });
    await at.until(any.id, { status: 'active' });
    expect(await at.station.present({ evseId: 2, token: loner.value })).toBe('started');
    await at.until(any.id, { status: 'used', sessionRef: expect.any(String) as string });
    expect((await runningAt(at.id)).map(({ reservationId }) => reservationId)).toEqual([null, null]);
  });

  test('what is in the way is told before anything is sent', async () => {
    await using at = await openReservingStation(sigec, { version });
    const [driver, other, blocked] = [await at.card('A'), await at.card('B'), await at.card('C')];
    await sigec.api.post(`/api/tokens/${blocked.id}/block`);
    const refused = async (wanted: object, sentence: RegExp) => {
      await expect(at.reserve({ tokenId: driver.id, ...wanted })).rejects.toThrow(sentence);
    };
    await refused({ tokenId: `tok_${'0'.repeat(32)}`, evseId: 1 }, /404.*no token/);
    await refused(
      { tokenId: blocked.id, evseId: 1 },
      /409.*may not charge at station .* The token is blocked; unblock it/,
    );
    await refused({ evseId: 7 }, /400.*has no EVSE 7; it has 1, 2/);
    await refused({ startsAt: inMinutes(-10) }, /400.*which is over; leave startsAt out/);
    await refused({ startsAt: inMinutes(400 * 24 * 60) }, /400.*a year ahead at most/);
    await expect(sigec.api.post('/api/reservations', { stationId: 'NOWHERE', tokenId: driver.id })).rejects.toThrow(
      /404.*no station/,
    );

    expect(await at.station.present({ evseId: 1, token: other.value })).toBe('started');
    await at.connector(1, 'occupied');
    const [session] = await runningAt(at.id);
    await refused({ evseId: 1 }, new RegExp(`409.*in use by session ${session?.id}.*plan it for later`));
    const later = await at.reserve({ tokenId: driver.id, evseId: 1, startsAt: inMinutes(60) });
    expect(later).toMatchObject({ status: 'planned', code: null });
    await refused(
      { tokenId: other.id, evseId: 1, startsAt: inMinutes(80) },
      new RegExp(`409.*is reserved from .* \\(reservation ${later.id}\\).*another EVSE`),
    );
    await refused(
      { evseId: 2, startsAt: inMinutes(75) },
      /409.*holds reservation .* already; give that one back first/,
    );
    expect(await at.reserve({ tokenId: other.id, evseId: 1, startsAt: inMinutes(95) })).toMatchObject({
      status: 'planned',
    });

    const [connector] = at.station.connectors.find({ evseId: 2 });
    if (connector === undefined) throw new Error('There is no EVSE 2.');
    at.station.changeConnector(connector, { status: 'faulted', activity: null, fault: 'GroundFailure' } as never);
    await at.connector(2, 'faulted');
    await refused({ evseId: 2 }, /409.*EVSE 2 of station .* is faulted; choose another EVSE/);
    await refused({}, /409.*No EVSE of station .* is free now/);
    expect(await at.asked()).toBe(0);

    // The command goes the same way.
    const path = `/api/stations/${at.id}/commands`;
    const command = await sigec.api.post<CommandRecord>(`${path}/reserve`, {
      input: { tokenId: driver.id, evseId: 1 },
    });
    expect(command.outcome).toMatchObject({
      status: 'not-sent',
      reason: expect.stringContaining('in use by session') as string,
    });

    at.station.loseNetwork();
    await at.link('offline');
    await refused({ evseId: 1 }, /409.*is offline since .*; give startsAt to plan it/);
    expect(await at.reserve({ tokenId: driver.id, evseId: 1, startsAt: inMinutes(200) })).toMatchObject({
      status: 'planned',
    });
    expect(await at.asked()).toBe(0);
  });

  test('a station that says it has no reservations, or no such connector, is not asked', async () => {
    await using at = await openReservingStation(sigec, { version });
    const { id: tokenId } = await at.card('A');
    await using client = await openClient();
    const tell = (component: string, variable: string, evseId: number, value: string) =>
      client.query(
        `insert into variable values ($1, $2, '', $3, 0, $4, '', 'actual', $5, null, null, null, false, 'report', now())`,
        [at.id, component, evseId, variable, value],
      );
    await tell('Connector', 'ConnectorType', 1, 'cType2');
    await tell('Connector', 'ConnectorType', 2, 'cCCS2');
    await expect(at.reserve({ tokenId, connectorType: 'cG105' })).rejects.toThrow(
      /400.*has no connector cG105; it has cType2, cCCS2/,
    );
    await expect(at.reserve({ tokenId, evseId: 1, connectorType: 'cCCS2' })).rejects.toThrow(
      /400.*EVSE 1 .*it has cType2/,
    );
    await tell('ReservationCtrlr', 'NonEvseSpecific', 0, 'false');
    await expect(at.reserve({ tokenId })).rejects.toThrow(/400.*name one with evseId/);
    if (version === '1.6') await tell('Vendor', 'SupportedFeatureProfiles', 0, 'Core, RemoteTrigger');
    else await tell('ReservationCtrlr', 'Enabled', 0, 'false');
    await expect(at.reserve({ tokenId, evseId: 1 })).rejects.toThrow(/409.*says that it has no reservations/);
    expect(await at.asked()).toBe(0);
  });

  test('of many who want the same at once one wins, and of many who want any as many as there are EVSEs', async () => {
    await using at = await openReservingStation(sigec, { version });
    const cards = await Promise.all(Array.from({ length: 8 }, (_, index) => at.card(`C${index}`)));
    const race = async (wanted: object) => {
      const ends = await Promise.allSettled(cards.map(({ id }) => at.reserve({ tokenId: id, ...wanted })));
      const won = ends.flatMap((end) => (end.status === 'fulfilled' ? [end.value] : []));
      const lost = ends.flatMap((end) => (end.status === 'rejected' ? [String(end.reason)] : []));
      return { won, lost };
    };
    const named = await race({ evseId: 1 });
    expect(named.won).toMatchObject([{ status: 'active' }]);
    for (const sentence of named.lost) expect(sentence).toMatch(/409.*EVSE 1 .* is reserved/);
    for (const { id } of named.won) await at.cancel(id);
    await at.connector(1, 'available');
    const planned = await race({ startsAt: inMinutes(30) });
    expect(planned.won).toHaveLength(2);
    for (const sentence of planned.lost)
      expect(sentence).toMatch(/409.*All 2 EVSEs .* are reserved; the first is free from/);
    expect(await at.asked()).toBe(1);
  });

  test('a station that forgets its reservations at boot is asked again with the same number', async () => {
    await using at = await openReservingStation(sigec, { version, oddities: ['forgets-reservations'] });
    const { id: tokenId, value } = await at.card('A');
    const { id } = await at.reserve({ tokenId, evseId: 1 });
    const [kept] = at.station.reservations.open.values();
    at.station.reboot('RemoteReset');
    await expect.poll(() => at.station.reservations.open.size).toBe(0);
    await expect.poll(() => [...at.station.reservations.open.values()], { timeout: 15_000 }).toEqual([kept]);
    await at.until(id, { status: 'active' });
    expect(await at.asked()).toBe(2);
    expect(await at.station.present({ evseId: 1, token: value })).toBe('started');
    await at.until(id, { status: 'used' });
  });

  test('what a station cannot keep any more after it was away is removed, unless its driver came meanwhile', async () => {
    await using at = await openReservingStation(sigec, { version });
    const [driver, other] = [await at.card('A'), await at.card('B')];
    const lost = await at.reserve({ tokenId: driver.id, evseId: 1 });
    const used = await at.reserve({ tokenId: other.id, evseId: 2 });
    at.station.loseNetwork();
    await at.link('offline');
    at.station.reservations.forget();
    const [connector] = at.station.connectors.find({ evseId: 1 });
    if (connector === undefined) throw new Error('There is no EVSE 1.');
    at.station.changeConnector(connector, { status: 'occupied', activity: 'preparing', fault: null } as never);
    at.station.sessions.start({ evseId: 2, token: other.value });
    at.station.regainNetwork();
    expect(await at.until(lost.id, { status: 'removed' })).toMatchObject({
      code: 'Occupied',
      why: expect.stringContaining('did not keep it when it was asked again: Occupied') as string,
      endedAt: expect.any(String) as string,
    });
    await at.until(used.id, { status: 'used', sessionRef: expect.any(String) as string });
    await expect
      .poll(async () =>
        (await at.events('reservation-changed')).map(({ body }) => [body['reservationId'], body['status']]),
      )
      .toEqual(
        expect.arrayContaining([
          [lost.id, 'removed'],
          [used.id, 'used'],
        ]),
      );
  });

  test('what is given back while the station is offline is told once it is back', async () => {
    await using at = await openReservingStation(sigec, { version });
    const [driver, other] = [await at.card('A'), await at.card('B')];
    const { id } = await at.reserve({ tokenId: driver.id, evseId: 1 });
    at.station.loseNetwork();
    await at.link('offline');
    expect(await at.cancel(id)).toMatchObject({
      status: 'cancelled',
      why: expect.stringContaining('it is told as soon as it can be') as string,
    });
    expect(await at.cancel(id)).toMatchObject({ status: 'cancelled' });
    expect(at.station.reservations.open.size).toBe(1);
    at.station.regainNetwork();
    await expect.poll(() => at.station.reservations.open.size, { timeout: 15_000 }).toBe(0);
    await at.connector(1, 'available');
    expect(await at.reserve({ tokenId: other.id, evseId: 1 })).toMatchObject({ status: 'active' });
    expect(await at.until(id, { status: 'cancelled' })).toMatchObject({ code: 'Accepted' });
  });

  test('lists are filtered, one is read, and what is not there is said', async () => {
    await using at = await openReservingStation(sigec, { version });
    const { id: tokenId } = await at.card('A');
    const { id } = await at.reserve({ tokenId, evseId: 1, startsAt: inMinutes(10) });
    const list = async (query: string) =>
      (await sigec.api.get<ReservationList>(`/api/reservations?${query}`)).reservations.map((one) => one.id);
    expect(await list(`stationId=${at.id}`)).toEqual([id]);
    expect(await list(`tokenId=${tokenId}&status=planned`)).toEqual([id]);
    expect(await list(`tokenId=${tokenId}&status=active`)).toEqual([]);
    expect(await list(`stationId=${at.id}&siteId=nowhere`)).toEqual([]);
    expect(await sigec.api.get<Reservation>(`/api/stations/${at.id}/reservations/${id}`)).toMatchObject({
      id,
      tokenId,
    });
    expect(await at.cancel(id)).toMatchObject({ status: 'cancelled', why: null });
    expect(await at.asked()).toBe(0);
    await expect(at.cancel(id + 1)).rejects.toThrow(/404.*has no reservation/);
  });
});

test('a token has one reservation at a time at a site, and a site lists its own', async () => {
  await using here = await openReservingStation(sigec, { version: '1.6' });
  await using there = await openReservingStation(sigec, { version: '2.0.1' });
  await using elsewhere = await openReservingStation(sigec, { version: '2.1' });
  const site = { id: 'praia', name: 'Praia', timeZone: 'America/Sao_Paulo', currency: 'BRL' };
  await sigec.api.post('/api/sites', site);
  for (const { id } of [here, there]) await sigec.api.put(`/api/sites/praia/stations/${id}`, {});
  const { id: tokenId } = await here.card('A');
  const first = await here.reserve({ tokenId, evseId: 1 });
  await expect(there.reserve({ tokenId, evseId: 1 })).rejects.toThrow(
    new RegExp(`409.*holds reservation ${first.id} at station ${here.id}`),
  );
  const second = await elsewhere.reserve({ tokenId, evseId: 1 });
  expect(second).toMatchObject({ status: 'active' });
  const { reservations } = await sigec.api.get<ReservationList>('/api/reservations?siteId=praia');
  expect(reservations.map(({ id }) => id)).toEqual([first.id]);
  await here.cancel(first.id);
  expect(await there.reserve({ tokenId, evseId: 1 })).toMatchObject({ status: 'active' });
});

async function openClient() {
  const { Client } = await import('pg');
  const client = new Client(sigec.databaseUrl);
  await client.connect();
  return Object.assign(client, { [Symbol.asyncDispose]: () => client.end() });
}
