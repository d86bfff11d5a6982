import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openReservingStation } from '../support/reserving-station.ts';
import { startSigec, type TestSigec } from '../support/sigec.ts';

const versions = ['1.6', '2.0.1', '2.1'] as const;
const minuteMs = 60_000;

/** The product's time runs as fast as ours, and can be set ahead. */
const clock = { aheadMs: 0, now: () => new Date(Date.now() + clock.aheadMs) };
const later = (minutes: number) => new Date(clock.now().getTime() + minutes * minuteMs).toISOString();
const pass = (minutes: number) => {
  clock.aheadMs += minutes * minuteMs;
};

let sigec: TestSigec;
beforeAll(async () => {
  sigec = await startSigec({ OCPP_UNKNOWN_STATIONS: 'accept' }, { clock });
});
afterAll(() => sigec[Symbol.asyncDispose]());

describe.each(versions)('OCPP %s', (version) => {
  const changes = async (at: Awaited<ReturnType<typeof openReservingStation>>, id: number) =>
    (await at.events('reservation-changed'))
      .filter(({ body }) => body['reservationId'] === id)
      .map(({ body }) => body['status']);

  test('one that nobody used expires by the clock, with an event, once', async () => {
    await using at = await openReservingStation(sigec, { version, clock });
    const { id: tokenId } = await at.card('A');
    const { id, expiresAt } = await at.reserve({ tokenId, evseId: 1, minutes: 30 });
    pass(31);
    await expect.poll(() => changes(at, id), { timeout: 15_000 }).toEqual(['active', 'expired']);
    expect(await at.until(id, { status: 'expired' })).toMatchObject({
      endedAt: expiresAt,
      why: expect.any(String) as string,
    });
    // Its EVSE can be reserved again, as soon as the station has given it up too.
    at.station.reservations.forget();
    await at.connector(1, 'available');
    expect(await at.reserve({ tokenId, evseId: 1 })).toMatchObject({ status: 'active' });
    expect(await changes(at, id)).toEqual(['active', 'expired']);
  });

  test('a planned one is asked for when its time has come', async () => {
    await using at = await openReservingStation(sigec, { version, clock });
    const { id: tokenId, value } = await at.card('A');
    const planned = await at.reserve({ tokenId, evseId: 2, startsAt: later(60), minutes: 45 });
    expect(planned).toMatchObject({ status: 'planned', code: null });
    expect(at.station.reservations.open.size).toBe(0);
    pass(61);
    expect(await at.until(planned.id, { status: 'active' })).toMatchObject({
      startsAt: planned.startsAt,
      expiresAt: planned.expiresAt,
    });
    expect(at.station.reservations.open.get(planned.id)?.expiresAt.toISOString()).toBe(planned.expiresAt);
    await at.connector(2, 'reserved');
    expect(await changes(at, planned.id)).toEqual(['asked', 'active']);
    expect(await at.station.present({ evseId: 2, token: value })).toBe('started');
    await at.until(planned.id, { status: 'used' });
  });

  test('a planned one that the station or the rules refuse then says why', async () => {
    await using at = await openReservingStation(sigec, { version, clock });
    const [early, late, stranger] = [await at.card('A'), await at.card('B'), await at.card('C')];
    const occupied = await at.reserve({ tokenId: early.id, evseId: 1, startsAt: later(30) });
    const blocked = await at.reserve({ tokenId: late.id, evseId: 2, startsAt: later(30) });
    await sigec.api.post(`/api/tokens/${late.id}/block`);
    expect(await at.station.present({ evseId: 1, token: stranger.value })).toBe('started');
    await at.connector(1, 'occupied');
    pass(31);
    expect(await at.until(occupied.id, { status: 'refused' })).toMatchObject({
      code: 'Occupied',
      why: 'The station did not take it: Occupied.',
    });
    expect((await at.until(blocked.id, { status: 'refused' })).why).toMatch(
      /may not charge .* The token is blocked; unblock it/,
    );
    expect(await at.asked()).toBe(1);
    await expect.poll(() => changes(at, occupied.id)).toEqual(['asked', 'refused']);
    await expect.poll(() => changes(at, blocked.id)).toEqual(['refused']);
  });

  test('a driver who came before their time has used it', async () => {
    await using at = await openReservingStation(sigec, { version, clock });
    const { id: tokenId, value } = await at.card('A');
    const { id } = await at.reserve({ tokenId, evseId: 1, startsAt: later(10) });
    pass(5);
    at.station.sessions.start({ evseId: 1, token: value });
    await at.connector(1, 'occupied');
    await at.until(id, { status: 'planned' });
    pass(6);
    await at.until(id, { status: 'used', sessionRef: expect.any(String) as string });
    expect(await at.asked()).toBe(0);
  });

  test('one whose station is offline all the time expires and says so; one that it comes back to is asked for', async () => {
    await using at = await openReservingStation(sigec, { version, clock });
    const [first, second] = [await at.card('A'), await at.card('B')];
    const missed = await at.reserve({ tokenId: first.id, evseId: 1, startsAt: later(10), minutes: 15 });
    const met = await at.reserve({ tokenId: second.id, evseId: 2, startsAt: later(10), minutes: 60 });
    at.station.loseNetwork();
    await at.link('offline');
    pass(30);
    expect(
      await at.until(missed.id, { status: 'expired', why: expect.stringContaining('offline') as string }),
    ).toMatchObject({
      why: 'The station was offline for all of its time, so it was never asked.',
    });
    await at.until(met.id, { status: 'planned' });
    at.station.regainNetwork();
    await at.until(met.id, { status: 'active' });
    await at.connector(2, 'reserved');
  });
});
