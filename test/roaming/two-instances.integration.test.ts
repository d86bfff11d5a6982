import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PartnerRecord } from '../../src/contract/roaming/partner.ts';
import { type AnsweringStation, connectAnswering } from '../support/answering-station.ts';
import { readExchanges } from './published/exchanges.ts';
import { planted } from './published/planted.ts';
import { becomes, connectPartners, openPair, openStation, type Pair, stateOf } from './roaming-pair.ts';
import type { Recorded } from './wire-recorder.ts';

describe.each(['2.3.0', '2.2.1'] as const)('over OCPI %s', (version) => {
  let pair: Pair;
  let station: AnsweringStation;
  let ids: { there: string; here: string };
  let tokenId: string;

  type Locations = { locations: { id: string; evses: { uid: string; status: string }[] }[]; total: number };
  type Records = { records: PartnerRecord[] };

  beforeAll(async () => {
    pair = await openPair({ version });
    const { home, away } = pair;
    station = await openStation(away);
    await away.api.post('/api/tariffs', {
      id: 'net',
      currency: 'EUR',
      perKwh: '0.39',
      taxIncluded: false,
      taxes: [{ name: 'MwSt', percent: '19' }],
    });
    const added = await home.api.post<{ token: { id: string } }>('/api/tokens', { value: 'HOMECARD1' });
    tokenId = added.token.id;
    ids = await connectPartners(home, away, 'net');
  }, 120_000);
  afterAll(async () => {
    await station?.[Symbol.asyncDispose]();
    await pair?.[Symbol.asyncDispose]();
  });

  const evse = async () =>
    (await pair.home.api.get<Locations>(`/api/partners/${ids.here}/locations`)).locations[0]?.evses[0];
  const records = async (side: 'home' | 'away') =>
    (await pair[side].api.get<Records>(`/api/partners/${side === 'home' ? ids.here : ids.there}/records`)).records;

  async function charge(wh: number, during: () => Promise<void> = async () => undefined): Promise<void> {
    const at = (minute: number) => new Date(Date.now() - 3_600_000 + minute * 60_000 + wh).toISOString();
    const started = await station.call('StartTransaction', {
      connectorId: 1,
      idTag: 'HOMECARD1',
      meterStart: 0,
      timestamp: at(0),
    });
    expect(started['idTagInfo']).toMatchObject({ status: 'Accepted' });
    await during();
    await station.call('StopTransaction', {
      transactionId: started['transactionId'],
      meterStop: wh,
      timestamp: at(30),
    });
  }

  test('both are connected over the version that both speak', async () => {
    await becomes(() => stateOf(pair.home, ids.here), 'connected');
    await becomes(() => stateOf(pair.away, ids.there), 'connected');
    expect(await pair.home.api.get(`/api/partners/${ids.here}`)).toMatchObject({ version });
  });

  test('a location arrives, and what its EVSE does', async () => {
    expect(await pair.home.api.get<Locations>(`/api/partners/${ids.here}/locations`)).toMatchObject({
      locations: expect.any(Array) as unknown,
    });
    await becomes(async () => (await evse())?.status, 'AVAILABLE');
    await station.call('StatusNotification', { connectorId: 1, errorCode: 'NoError', status: 'Charging' });
    await becomes(async () => (await evse())?.status, 'CHARGING');
    await station.call('StatusNotification', { connectorId: 1, errorCode: 'NoError', status: 'Available' });
    await becomes(async () => (await evse())?.status, 'AVAILABLE');
  });

  test('our driver charges there by card, and the record costs what the bill says, on both sides', async () => {
    // The provider is asked for each start.
    const asked = async () => (await station.call('Authorize', { idTag: 'HOMECARD1' }))['idTagInfo'];
    await becomes(asked, expect.objectContaining({ status: 'Accepted' }));
    await charge(12_345);
    await becomes(async () => (await records('home')).length, 1);
    const [received] = await records('home');
    expect(received).toMatchObject({
      state: 'received',
      energyKwh: 12.345,
      net: '4.81',
      total: '5.72',
      currency: 'EUR',
      doubts: [],
    });
    await becomes(async () => (await records('away'))[0]?.state, 'delivered');
    const [sent] = await records('away');
    expect(sent?.proof).toContain(`/ocpi/${version}/emsp/cdrs/`);
    const { sessions } = await pair.away.api.get<{ sessions: { id: string }[] }>('/api/sessions');
    const bill = await pair.away.api.get<{ total: string }>(`/api/sessions/${sessions[0]?.id}/bill`);
    expect(bill.total).toBe('5.72');
  });

  test('a card that its provider blocks is refused at the station at once', async () => {
    const { token } = await pair.home.api.post<{ token: { id: string } }>('/api/tokens', { value: 'OTHERCARD' });
    const known = async () => (await station.call('Authorize', { idTag: 'OTHERCARD' }))['idTagInfo'];
    expect(await pair.home.api.post(`/api/tokens/${token.id}/block`)).toMatchObject({ isBlocked: true });
    await becomes(known, expect.objectContaining({ status: 'Blocked' }));
  });

  test('a session is started remotely with the token of its provider, and its result comes back', async () => {
    const place = await evse();
    const asked = await pair.home.api.post<{ id: string; answer: string }>(`/api/partners/${ids.here}/sessions`, {
      tokenId,
      locationId: 'depot',
      evseUid: place?.uid,
    });
    expect(asked.answer).toBe('ACCEPTED');
    const command = async () =>
      (
        await pair.home.api.get<{ commands: { id: string; result: string | null; sessionId: string | null }[] }>(
          `/api/partners/${ids.here}/commands`,
        )
      ).commands.find(({ id }) => id === asked.id);
    await becomes(async () => (await command())?.result, 'ACCEPTED');
    expect(station.asked.at(-1)).toMatchObject({ action: 'RemoteStartTransaction', payload: { idTag: 'HOMECARD1' } });
    let sessionId: string | null | undefined;
    await charge(8_000, async () => {
      await becomes(async () => (await command())?.sessionId, expect.stringMatching(/^[0-9a-f-]{36}$/));
      sessionId = (await command())?.sessionId;
      const stopped = await pair.home.api.post<{ answer: string }>(
        `/api/partners/${ids.here}/sessions/${sessionId}/stop`,
      );
      expect(stopped.answer).toBe('ACCEPTED');
      await becomes(async () => station.asked.at(-1)?.action, 'RemoteStopTransaction');
    });
    await becomes(async () => (await records('home')).length, 2);
  });

  test('people see live sessions and prices on both sides', async () => {
    type Seen = { sessions: { direction: string; status: string; energyKwh: number; total: string | null }[] };
    const seen = async (side: 'home' | 'away') =>
      (await pair[side].api.get<Seen>(`/api/partners/${side === 'home' ? ids.here : ids.there}/sessions`)).sessions;
    await charge(3_000, async () => {
      await becomes(
        async () => (await seen('home'))[0],
        expect.objectContaining({ direction: 'there', status: 'ACTIVE' }),
      );
      expect((await seen('away'))[0]).toMatchObject({ direction: 'here', status: 'ACTIVE' });
    });
    await becomes(async () => (await seen('home')).filter(({ energyKwh }) => energyKwh === 3)[0]?.status, 'COMPLETED');
    const prices = [{ type: 'ENERGY', price: 0.39, vat: 19, stepSize: 1 }];
    type Tariffs = { tariffs: { direction: string; elements: { prices: { type: string }[] }[] }[] };
    for (const [side, id, direction] of [
      ['home', ids.here, 'theirs'],
      ['away', ids.there, 'shown'],
    ] as const) {
      const { tariffs } = await pair[side].api.get<Tariffs>(`/api/partners/${id}/tariffs`);
      expect(tariffs).toMatchObject([{ direction, id: 'net', currency: 'EUR', isStale: false }]);
      expect(tariffs[0]?.elements[0]?.prices.filter(({ type }) => type === 'ENERGY')).toEqual(prices);
    }
  });

  test('a session is limited by the provider of its driver, and the limit is taken away', async () => {
    type Sessions = { sessions: { id: string; direction: string; status: string }[] };
    type Made = { id: string; answer: string };
    const result = async (id: string) =>
      (
        await pair.home.api.get<{ commands: { id: string; result: string | null }[] }>(
          `/api/partners/${ids.here}/commands`,
        )
      ).commands.find((each) => each.id === id)?.result;
    const running = async () =>
      (await pair.home.api.get<Sessions>(`/api/partners/${ids.here}/sessions`)).sessions.find(
        ({ direction, status }) => direction === 'there' && status === 'ACTIVE',
      )?.id;
    let ended = '';
    await charge(5_000, async () => {
      await becomes(running, expect.any(String));
      ended = (await running()) ?? '';
      const path = `/api/partners/${ids.here}/sessions/${ended}/limit`;
      const set = await pair.home.api.put<Made>(path, {
        unit: 'A',
        periods: [
          { startSeconds: 0, limit: 10.07 },
          { startSeconds: 600, limit: 16 },
        ],
      });
      expect(set.answer).toBe('ACCEPTED');
      await becomes(() => result(set.id), 'ACCEPTED');
      const { action, payload } = station.asked.at(-1) as { action: string; payload: { csChargingProfiles: object } };
      expect(action).toBe('SetChargingProfile');
      expect(payload.csChargingProfiles).toMatchObject({
        chargingProfilePurpose: 'TxProfile',
        chargingSchedule: {
          chargingRateUnit: 'A',
          chargingSchedulePeriod: [
            { startPeriod: 0, limit: 10 },
            { startPeriod: 600, limit: 16 },
          ],
        },
      });
      const cleared = await pair.home.api.delete<Made>(path);
      await becomes(() => result(cleared.id), 'ACCEPTED');
      expect(station.asked.at(-1)?.action).toBe('ClearChargingProfile');
    });
    const over = () =>
      pair.home.api.put<Made>(`/api/partners/${ids.here}/sessions/${ended}/limit`, {
        unit: 'W',
        periods: [{ startSeconds: 0, limit: 5_000 }],
      });
    expect((await over()).answer).toBe('REJECTED');
  });

  test('a partner sees the sites that it was granted, and its drivers charge there alone', async () => {
    const tap = async () =>
      ((await station.call('Authorize', { idTag: 'HOMECARD1' }))['idTagInfo'] as { status: string }).status;
    const started = async () => {
      const made = await pair.home.api.post<{ answer: string }>(`/api/partners/${ids.here}/sessions`, {
        tokenId,
        locationId: 'depot',
        evseUid: (await evse())?.uid,
      });
      return made.answer;
    };
    await pair.away.api.put(`/api/partners/${ids.there}`, { siteIds: [] });
    await becomes(async () => (await evse())?.status, 'REMOVED');
    expect(await tap()).toBe('Blocked');
    expect(await started()).not.toBe('ACCEPTED');
    await pair.away.api.put(`/api/partners/${ids.there}`, { siteIds: ['depot'] });
    await becomes(async () => (await evse())?.status, 'AVAILABLE');
    expect(await tap()).toBe('Accepted');
    expect(await pair.away.api.get(`/api/partners/${ids.there}`)).toMatchObject({ siteIds: ['depot'] });
  });

  test('an EVSE is kept free at the partner, given back, and whose reservation is lost hears of it', async () => {
    type Made = { reservationId: string; id: string; answer: string };
    type Kept = { reservations: { id: number; status: string; tokenId: string }[] };
    const reserve = async () =>
      pair.home.api.post<Made>(`/api/partners/${ids.here}/reservations`, {
        tokenId,
        locationId: 'depot',
        evseUid: (await evse())?.uid,
        minutes: 20,
      });
    const result = async (id: string) =>
      (
        await pair.home.api.get<{ commands: { id: string; result: string | null }[] }>(
          `/api/partners/${ids.here}/commands`,
        )
      ).commands.find((each) => each.id === id)?.result;
    const there = async () => (await pair.away.api.get<Kept>('/api/reservations')).reservations;

    const made = await reserve();
    expect(made.answer).toBe('ACCEPTED');
    await becomes(() => result(made.id), 'ACCEPTED');
    expect(station.asked.at(-1)).toMatchObject({ action: 'ReserveNow', payload: { idTag: 'HOMECARD1' } });
    expect((await there())[0]).toMatchObject({ status: 'active' });
    const taken = await reserve();
    await becomes(() => result(taken.id), 'EVSE_OCCUPIED');

    const given = await pair.home.api.delete<Made>(`/api/partners/${ids.here}/reservations/${made.reservationId}`);
    await becomes(() => result(given.id), 'ACCEPTED');
    expect((await there())[0]).toMatchObject({ status: 'cancelled' });
    const again = await pair.home.api.delete<Made>(`/api/partners/${ids.here}/reservations/${made.reservationId}`);
    await becomes(() => result(again.id), 'UNKNOWN_RESERVATION');

    const lost = await reserve();
    await becomes(() => result(lost.id), 'ACCEPTED');
    await pair.away.api.delete(`/api/stations/CP-1/reservations/${(await there())[0]?.id}`);
    await becomes(() => result(lost.id), 'CANCELED_RESERVATION');
  });

  test('a corrected bill is a credit and a new record, and the balances stay equal', async () => {
    const { sessions } = await pair.away.api.get<{ sessions: { id: string }[] }>('/api/sessions');
    const credits = async () => (await records('home')).filter(({ credits: credited }) => credited !== null).length;
    expect(await credits()).toBe(0);
    await pair.away.api.post(`/api/sessions/${sessions[0]?.id}/corrections`, { amount: '-1.00', reason: 'goodwill' });
    await becomes(credits, 1);
    type Balances = {
      balances: { receivable: string; payable: string; recordsSent: number; recordsReceived: number }[];
    };
    const balances = async () => {
      const [owed, owing] = await Promise.all([
        pair.away.api.get<Balances>(`/api/partners/${ids.there}`),
        pair.home.api.get<Balances>(`/api/partners/${ids.here}`),
      ]);
      return { ours: owed.balances[0], theirs: owing.balances[0] };
    };
    // What was sent is known there a moment later.
    await becomes(async () => {
      const { ours, theirs } = await balances();
      return [ours?.recordsSent === theirs?.recordsReceived, Number(ours?.receivable) === Number(theirs?.payable)];
    }, [true, true]);
    expect(Number((await balances()).ours?.receivable)).toBeGreaterThan(0);
  });

  test('at a station of 2.x it begins as well: the token is told as the kind that it is', async () => {
    await pair.away.api.post('/api/stations/CP-2/accept', { withPassword: false });
    await using newer = await connectAnswering(pair.away.addresses.ocpp, { stationId: 'CP-2', version: '2.0.1' });
    await pair.away.api.put('/api/sites/depot/stations/CP-2', {});
    const place = { evseId: 1, connectorId: 1 };
    const timestamp = new Date().toISOString();
    await newer.call('StatusNotification', { ...place, timestamp, connectorStatus: 'Available' });
    const uids = async () =>
      (await pair.home.api.get<Locations>(`/api/partners/${ids.here}/locations`)).locations[0]?.evses.map(
        ({ uid }) => uid,
      );
    const before = (await evse())?.uid;
    await becomes(async () => (await uids())?.length, 2);
    const evseUid = (await uids())?.find((uid) => uid !== before);
    await pair.home.api.post(`/api/partners/${ids.here}/sessions`, { tokenId, locationId: 'depot', evseUid });
    const started = () => newer.asked.find(({ action }) => action === 'RequestStartTransaction')?.payload;
    await becomes(async () => started() !== undefined, true);
    const { idToken, remoteStartId } = started() ?? {};
    expect(idToken).toEqual({ idToken: 'HOMECARD1', type: 'ISO14443' });
    const begun = await newer.call('TransactionEvent', {
      eventType: 'Started',
      timestamp,
      triggerReason: 'RemoteStart',
      seqNo: 0,
      idToken,
      evse: { id: 1, connectorId: 1 },
      transactionInfo: { transactionId: 'T-2X', remoteStartId },
    });
    expect(begun['idTokenInfo']).toMatchObject({ status: 'Accepted' });
    const end = { eventType: 'Ended', timestamp, triggerReason: 'RemoteStop', seqNo: 1 };
    await newer.call('TransactionEvent', { ...end, transactionInfo: { transactionId: 'T-2X' } });
  });

  test('tokens change on both sides, and everything goes on', async () => {
    await pair.home.api.post(`/api/partners/${ids.here}/rotation`);
    await pair.away.api.post(`/api/partners/${ids.there}/rotation`);
    const pulled = await pair.home.api.post<{ outcomes: { module: string; failure: string | null }[] }>(
      `/api/partners/${ids.here}/pull`,
    );
    expect(pulled.outcomes.map(({ failure }) => failure)).toEqual(pulled.outcomes.map(() => null));
  });

  test('who is removed hears it, and may come again', async () => {
    await pair.home.api.delete(`/api/partners/${ids.here}`);
    expect(await stateOf(pair.home, ids.here)).toBe('left');
    expect(await stateOf(pair.away, ids.there)).toBe('left');
    const again = await connectPartners(pair.home, pair.away, 'net');
    await becomes(() => stateOf(pair.away, again.there), 'connected');
  });

  test('all that was said fits the documents of OCPI', () => {
    const { findings, checked } = readExchanges(pair.recorded());
    expect(findings).toEqual([]);
    for (const kind of [
      'location',
      'evse',
      'tariff',
      'token',
      'session',
      'cdr',
      'authorization',
      'startSession',
      'setProfile',
    ])
      expect([kind, checked.get(kind)]).toEqual([kind, expect.any(Number)]);
  });

  test.each(planted)('the documents are read so closely that it is seen where $what', ({ at, plant }) => {
    const isMeant = ({ method, url }: Recorded) => at.test(`${method} ${new URL(url).pathname}`);
    const meant = pair.recorded().filter((each) => isMeant(each) && each.answered.status < 300);
    const exchange = meant.toSorted((a, b) => b.answered.body.length - a.answered.body.length)[0];
    expect(exchange).toBeDefined();
    expect(readExchanges([plant(exchange as Recorded)]).findings).not.toEqual([]);
  });
});
