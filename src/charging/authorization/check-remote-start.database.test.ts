import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RefusalList } from '#contract/access/token.ts';
import type { SessionOrder } from '#contract/sessions/order.ts';
import { type House, openHouse } from '../../../test/support/house.ts';
import { sessionStation } from '../../../test/support/session-station.ts';
import { enterGroup, enterToken } from '../../../test/support/tokens.ts';

let sigec: House;
beforeAll(async () => {
  sigec = await openHouse({ OCPP_UNKNOWN_STATIONS: 'accept' });
});
afterAll(() => sigec[Symbol.asyncDispose]());

const start = (body: object) => sigec.api.post<SessionOrder>('/api/sessions/start', body);

test('a token that may not charge there starts nothing remotely, by no way, and the refusal is kept', async () => {
  await using station = await sessionStation(sigec.addresses.ocpp, 'AFAR-1', '2.0.1');
  const token = await enterToken(sigec, 'AFAR-BLOCKED', { isBlocked: true });
  const said = /403.*NOT_ALLOWED.*Nothing was sent.*blocked; unblock it/;
  await expect(start({ stationId: 'AFAR-1', tokenId: token.id, evseId: 1 })).rejects.toThrow(said);
  await expect(start({ stationId: 'AFAR-1', token: 'afar-blocked' })).rejects.toThrow(said);
  const input = { tokenId: token.id };
  await expect(sigec.api.post('/api/stations/AFAR-1/commands/start-session', { input })).rejects.toThrow(said);
  const { refusals } = await sigec.api.get<RefusalList>(`/api/refusals?tokenId=${token.id}`);
  expect(refusals).toHaveLength(3);
  expect(refusals.at(-1)).toMatchObject({
    stationId: 'AFAR-1',
    evseId: 1,
    reason: 'blocked',
    facts: { purpose: 'start', askedBy: expect.any(String) as string },
  });
  // The next thing the station hears is the answer to its own question: it was asked nothing.
  expect(await station.ask([2, 'beat', 'Heartbeat', {}])).toMatchObject([3, 'beat', {}]);
  expect(await sigec.api.get('/api/stations/AFAR-1/commands')).toMatchObject({ commands: [] });
});

test('a token nobody entered is not sent', async () => {
  await using station = await sessionStation(sigec.addresses.ocpp, 'AFAR-2', '1.6');
  await expect(start({ stationId: 'AFAR-2', token: 'STRANGER' })).rejects.toThrow(/404.*Add it first/);
  await expect(start({ stationId: 'AFAR-2', tokenId: 'tok_nobody' })).rejects.toThrow(/404.*tok_nobody/);
  await expect(start({ stationId: 'NOWHERE', token: 'STRANGER' })).rejects.toThrow(/404.*NOWHERE/);
  expect(await station.ask([2, 'beat', 'Heartbeat', {}])).toMatchObject([3, 'beat', {}]);
});

test('somebody who has one session at a time is told where it runs', async () => {
  await using here = await sessionStation(sigec.addresses.ocpp, 'AFAR-3', '2.0.1');
  await using there = await sessionStation(sigec.addresses.ocpp, 'AFAR-4', '2.1');
  const group = await enterGroup(sigec, 'AFAR-GROUP', { oneAtATime: true });
  const token = await enterToken(sigec, 'AFAR-ONE', { groupId: group.id });
  await there.start({ token: 'AFAR-ONE' });
  await expect(start({ stationId: 'AFAR-3', tokenId: token.id })).rejects.toThrow(
    /403.*has one at station AFAR-4; end session [0-9a-f-]{36} first/,
  );
  expect(await here.ask([2, 'beat', 'Heartbeat', {}])).toMatchObject([3, 'beat', {}]);
});

test('a card that is named by its value goes out as the card it is, and its start is accepted', async () => {
  await using station = await sessionStation(sigec.addresses.ocpp, 'AFAR-5', '2.0.1');
  await enterToken(sigec, 'AFAR-CARD', { type: 'iso15693' });
  const starting = start({ stationId: 'AFAR-5', token: 'AFAR-CARD' });
  const { payload } = await station.answer({ status: 'Accepted' });
  expect(payload).toMatchObject({ idToken: { idToken: 'AFAR-CARD', type: 'ISO15693' } });
  expect(await starting).toMatchObject({ result: 'accepted', advice: null });
});

test('a start that the station refuses comes with what to do', async () => {
  await using station = await sessionStation(sigec.addresses.ocpp, 'AFAR-6', '2.0.1');
  const token = await enterToken(sigec, 'AFAR-BUSY');
  const report = (connectorStatus: string) =>
    station.ask([
      2,
      connectorStatus,
      'StatusNotification',
      { timestamp: new Date().toISOString(), connectorStatus, evseId: 1, connectorId: 1 },
    ]);
  const refused = async (evseId: number) => {
    const starting = start({ stationId: 'AFAR-6', tokenId: token.id, evseId });
    await station.answer({ status: 'Rejected' });
    return (await starting).advice;
  };
  await report('Occupied');
  expect(await refused(1)).toBe(
    'EVSE 1 of station AFAR-6 is occupied. Stop the session there first, or name another EVSE.',
  );
  await report('Faulted');
  expect(await refused(1)).toMatch(/reports a fault/);
  expect(await refused(2)).toMatch(/was never reported/);
});
