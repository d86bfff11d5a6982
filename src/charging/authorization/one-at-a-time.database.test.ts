import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Driver } from '#contract/access/driver.ts';
import { type House, openHouse } from '../../../test/support/house.ts';
import { scale } from '../../../test/support/scale.ts';
import { type SessionStation, sessionStation } from '../../../test/support/session-station.ts';
import { enterGroup, enterToken } from '../../../test/support/tokens.ts';

let sigec: House;
beforeAll(async () => {
  sigec = await openHouse({ OCPP_UNKNOWN_STATIONS: 'accept' });
});
afterAll(() => sigec[Symbol.asyncDispose]());

const count = scale({ test: 12, soak: 60 });

type Answer = [number, string, { idTokenInfo?: { status: string } }];

/** What a 2.0.1 station tells with a token, and what it hears about it. */
async function tell(station: SessionStation, token: string, more: object): Promise<string | undefined> {
  const [, , { idTokenInfo }] = (await station.ask([
    2,
    `${Math.random()}`,
    'TransactionEvent',
    {
      eventType: 'Started',
      triggerReason: 'Authorized',
      timestamp: new Date().toISOString(),
      seqNo: 0,
      evse: { id: 1, connectorId: 1 },
      idToken: { idToken: token, type: 'ISO14443' },
      ...more,
    },
  ])) as Answer;
  return idTokenInfo?.status;
}

const finish = (station: SessionStation, token: string, ref: string) =>
  tell(station, token, { ...named(ref), eventType: 'Ended', triggerReason: 'StopAuthorized', seqNo: 9 });

const named = (ref: string) => ({ transactionInfo: { transactionId: ref } });

async function stations(name: string, many: number): Promise<AsyncDisposableStack & { all: SessionStation[] }> {
  const opened = new AsyncDisposableStack();
  const all: SessionStation[] = [];
  for (let index = 0; index < many; index += 1)
    all.push(opened.use(await sessionStation(sigec.addresses.ocpp, `${name}-${index}`, '2.0.1')));
  return Object.assign(opened, { all });
}

test('of many starts of one driver in the same instant, with different tokens, exactly one passes', async () => {
  await using opened = await stations('RUSH', count);
  const driver = await sigec.api.post<Driver>('/api/drivers', { name: 'Rush', oneAtATime: true });
  for (let index = 0; index < count; index += 1) await enterToken(sigec, `RUSH-${index}`, { driverId: driver.id });
  const round = (name: string) =>
    Promise.all(opened.all.map((station, index) => tell(station, `RUSH-${index}`, named(`${name}-${index}`))));

  const first = await round('A');
  expect(first.filter((status) => status === 'Accepted')).toHaveLength(1);
  expect(first.filter((status) => status === 'ConcurrentTx')).toHaveLength(count - 1);

  // Told again to the letter, each hears what it heard before: a session is never in its own way.
  expect(await round('A')).toEqual(first);

  // As soon as it has ended there is room for one again, and what was refused does not count.
  const winner = first.indexOf('Accepted');
  await finish(opened.all[winner] as SessionStation, `RUSH-${winner}`, `A-${winner}`);
  const second = await round('B');
  expect(second.filter((status) => status === 'Accepted')).toHaveLength(1);
});

test('a session that was refused counts once its token was accepted after all', async () => {
  await using opened = await stations('SECOND', 3);
  const [one, two, three] = opened.all as [SessionStation, SessionStation, SessionStation];
  const group = await enterGroup(sigec, 'SECOND-GROUP', { oneAtATime: true });
  await enterToken(sigec, 'SECOND', { groupId: group.id });
  expect(await tell(one, 'SECOND', named('S-1'))).toBe('Accepted');
  expect(await tell(two, 'SECOND', named('S-2'))).toBe('ConcurrentTx');
  await finish(one, 'SECOND', 'S-1');
  // The vehicle is still plugged in, and the driver shows the card again.
  const again = { ...named('S-2'), eventType: 'Updated', seqNo: 1 };
  expect(await tell(two, 'SECOND', again)).toBe('Accepted');
  expect(await tell(three, 'SECOND', named('S-3'))).toBe('ConcurrentTx');
  // The same when the station tells its refused start again, to the letter.
  await finish(two, 'SECOND', 'S-2');
  const lost = { ...named('S-4'), timestamp: new Date().toISOString() };
  expect(await tell(one, 'SECOND', { ...named('S-5') })).toBe('Accepted');
  expect(await tell(three, 'SECOND', lost)).toBe('ConcurrentTx');
  await finish(one, 'SECOND', 'S-5');
  expect(await tell(three, 'SECOND', lost)).toBe('Accepted');
  expect(await tell(one, 'SECOND', named('S-6'))).toBe('ConcurrentTx');
});
