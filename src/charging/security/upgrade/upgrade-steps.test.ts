import { expect, test } from 'vitest';
import { upgradeSteps } from './upgrade-steps.ts';

const way = { version: '2.0.1', from: 0, to: 3, hasPassword: false, needsRoot: true } as const;
const named = (given: Parameters<typeof upgradeSteps>[0]) =>
  upgradeSteps(given).map(({ profile, act }) => `${profile} ${act}`);

test('every profile is proven by a sign-in before the next one begins', () => {
  expect(named(way)).toEqual([
    '1 set-password',
    '1 set-network-profile',
    '1 set-profile',
    '1 restart',
    '1 sign-in',
    '2 install-root',
    '2 set-network-profile',
    '2 set-profile',
    '2 restart',
    '2 sign-in',
    '3 issue-certificate',
    '3 set-network-profile',
    '3 set-profile',
    '3 restart',
    '3 sign-in',
  ]);
});

test('OCPP 1.6 has one connection and no network profiles', () => {
  expect(named({ ...way, version: '1.6', to: 1 })).toEqual([
    '1 set-password',
    '1 set-profile',
    '1 restart',
    '1 sign-in',
  ]);
});

test('what the station has is not given again', () => {
  const steps = named({ ...way, from: 1, to: 2, hasPassword: true, needsRoot: false });
  expect(steps).toEqual(['2 set-network-profile', '2 set-profile', '2 restart', '2 sign-in']);
});

test('a station without a password that goes straight on from TLS gets none', () => {
  expect(named({ ...way, from: 2, hasPassword: true })[0]).toBe('3 issue-certificate');
});
