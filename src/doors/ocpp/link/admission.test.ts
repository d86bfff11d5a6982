import type { IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import type { Charging } from '#charging/open-charging.ts';
import { type Business, fakeBusiness } from '../../../../test/support/fake-business.ts';
import { Admission } from './admission.ts';

type Asked = { url?: string; protocols?: string; password?: string; user?: string };

function requestOf({ url = '/CP-1', protocols = 'ocpp1.6', password, user = 'CP-1' }: Asked): IncomingMessage {
  const authorization = password && `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
  const headers = { 'sec-websocket-protocol': protocols, ...(authorization && { authorization }) };
  return { url, headers, socket: { remoteAddress: '192.0.2.1' } } as unknown as IncomingMessage;
}

function admitting(business: Business = {}) {
  const { charging, recorded } = fakeBusiness<Charging>({ isStationPassword: false, ...business });
  const warnings: unknown[] = [];
  const log = { warn: (facts: unknown) => void warnings.push(facts) };
  const admission = new Admission({ charging, log } as unknown as ConstructorParameters<typeof Admission>[0]);
  const judge = (asked: Asked = {}) => admission.judge(requestOf(asked));
  return { judge, warnings, asked: (path: string) => recorded.filter(([name]) => name === path) };
}

test('a station is admitted with its version and until when that holds', async () => {
  const until = new Date('2026-03-01T08:00:00Z');
  const { judge, asked } = admitting({ admitStation: { status: 'accepted', until } });
  expect(await judge({ password: 'its own' })).toMatchObject({
    status: 'admitted',
    stationId: 'CP-1',
    isPending: false,
    address: '192.0.2.1',
    until,
    version: { name: '1.6' },
  });
  expect(asked('admitStation')).toMatchObject([
    ['admitStation', { stationId: 'CP-1', password: Buffer.from('its own'), version: '1.6', address: '192.0.2.1' }],
  ]);
});

test('a pending station is admitted as such, one without a common version too', async () => {
  const { judge } = admitting({ admitStation: { status: 'pending' } });
  const verdict = await judge({ protocols: 'ocpp9' });
  expect(verdict).toMatchObject({ status: 'admitted', isPending: true, version: undefined });
  expect(verdict).not.toHaveProperty('until');
});

test('a station that is refused is known by its visit', async () => {
  const { judge } = admitting({ admitStation: { status: 'refused', reason: 'wrong-password' } });
  expect(await judge({ password: 'wrong' })).toMatchObject({
    status: 'refused',
    reason: 'wrong-password',
    visitor: { stationId: 'CP-1', password: Buffer.from('wrong') },
  });
});

test('credentials of another name are wrong, and leave no trace at the station they try to use', async () => {
  const { judge, asked } = admitting({ admitStation: { status: 'accepted' } });
  expect(await judge({ user: 'CP-2', password: 'of CP-2' })).toEqual({
    status: 'refused',
    reason: 'wrong-password',
    visitor: undefined,
  });
  expect(asked('admitStation')).toEqual([]);
});

test('an address without a station id is turned away, and people hear of it once', async () => {
  const { judge, warnings, asked } = admitting({ noteNameless: true });
  const turnedAway = { status: 'turned-away', refusal: { status: 404, reason: 'no-station-id' } };
  expect(await judge({ url: '/' })).toEqual(turnedAway);
  expect(asked('noteNameless')).toEqual([['noteNameless', { address: '192.0.2.1', version: '1.6' }]]);
  expect(warnings).toEqual([{ address: '192.0.2.1', path: '/' }]);
  const known = admitting({ noteNameless: false });
  expect(await known.judge({ url: '/' })).toEqual(turnedAway);
  expect(known.warnings).toEqual([]);
});

test('whoever has failed too often is turned away, but for the right password', async () => {
  const { judge, asked } = admitting({
    admitStation: ({ password }: { password: Buffer }) =>
      String(password) === 'right' ? { status: 'accepted' } : { status: 'refused', reason: 'wrong-password' },
    isStationPassword: ({ password }: { password: Buffer }) => String(password) === 'right',
  });
  for (let count = 0; count < 30; count += 1) await judge({ password: 'wrong' });
  expect(asked('admitStation')).toHaveLength(30);
  expect(await judge({ password: 'wrong' })).toEqual({
    status: 'turned-away',
    refusal: { status: 429, reason: 'too-many-failures' },
  });
  expect(asked('admitStation')).toHaveLength(30);
  expect(await judge({ password: 'right' })).toMatchObject({ status: 'admitted' });
});

test('an attempt that fails for a reason of ours does not count as wrong', async () => {
  let isAway = true;
  const { judge } = admitting({
    admitStation: () => {
      if (isAway) throw new Error('the database is away');
      return { status: 'accepted' };
    },
  });
  for (let count = 0; count < 30; count += 1) await expect(judge()).rejects.toThrow('away');
  isAway = false;
  expect(await judge()).toMatchObject({ status: 'admitted' });
});
