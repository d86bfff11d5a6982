import { expect, test } from 'vitest';
import { accepting, startSmallServer } from '../../test/support/small-station-server.ts';
import { startAccepted } from '../../test/support/test-station.ts';
import { ChargingProfiles } from './charging-profiles.ts';
import type { ProfileQuirk } from './profile-quirks.ts';

const noon = new Date('2026-03-01T12:00:00Z');
type Change = { stackLevel?: number; kind?: string; unit?: string; phases?: number };
const profile = (limit: number, { stackLevel = 0, kind = 'Absolute', unit = 'A', phases }: Change = {}) =>
  ({
    id: 1,
    stackLevel,
    chargingProfilePurpose: 'TxDefaultProfile',
    chargingProfileKind: kind,
    chargingSchedule: [
      {
        id: 1,
        chargingRateUnit: unit,
        startSchedule: '2026-03-01T11:00:00Z',
        chargingSchedulePeriod: [{ startPeriod: 0, limit, ...(phases !== undefined && { numberPhases: phases }) }],
      },
    ],
  }) as never;
const held = (...args: Parameters<typeof profile>) => ({ evseId: 1, source: 'CSO', profile: profile(...args) });

test.each<[ProfileQuirk, Parameters<typeof profile>]>([
  ['rejects-stack-levels', [16, { stackLevel: 1 }]],
  ['needs-absolute', [16, { kind: 'Relative' }]],
  ['needs-relative', [16]],
  ['only-watts', [16]],
  ['only-amperes', [11_000, { unit: 'W' }]],
  ['rejects-zero', [0]],
])('a station that %s refuses what others take', (quirk, args) => {
  expect(new ChargingProfiles([quirk]).refusalOf(held(...args))).toBeTypeOf('string');
  expect(new ChargingProfiles().refusalOf(held(...args))).toBeUndefined();
});

test.each<[ProfileQuirk, Parameters<typeof profile>, number | undefined]>([
  ['ignores-profiles', [10], undefined],
  ['sticks-at-9-amperes', [16], 9],
  ['coarse-steps', [15.9], 13],
  ['stale-profile', [16], 8],
  ['ignores-number-of-phases', [3_680, { unit: 'W', phases: 1 }], 5.3],
])('a station that %s takes the profile and does something else', (quirk, args, amperes) => {
  const profiles = new ChargingProfiles([quirk]);
  profiles.put(held(...args));
  expect(profiles.limitA(1, noon)).toBe(amperes);
});

test('profiles count once smart charging is switched on', () => {
  let isOn = false;
  const profiles = new ChargingProfiles(['load-balancing-off'], () => isOn);
  profiles.put(held(10));
  expect(profiles.limitA(1, noon)).toBeUndefined();
  isOn = true;
  expect(profiles.limitA(1, noon)).toBe(10);
});

test('OCPP 2.1: a profile with a maximum of time offline gives way to the one below, and is gone when it says so', () => {
  const profiles = new ChargingProfiles();
  profiles.put(held(6));
  const offline = { maxOfflineDuration: 900, invalidAfterOfflineDuration: true, id: 2, stackLevel: 1 };
  profiles.put({ ...held(-10), profile: { ...(profile(-10) as object), ...offline } as never });
  const later = (seconds: number) => new Date(noon.getTime() + seconds * 1000);
  profiles.goOffline(noon);
  expect([profiles.limitA(1, later(899)), profiles.limitA(1, later(900))]).toEqual([-10, 6]);
  profiles.comeOnline(later(901));
  expect(profiles.limitA(1, later(902))).toBe(6);
});

test('a session takes its profiles with it', async () => {
  await using server = await startSmallServer({ answer: accepting() });
  await using station = await startAccepted(server, { version: '2.1' });
  const session = station.sessions.start({ evseId: 1, token: 'DRIVER-1' });
  const own = { ...(profile(7) as object), chargingProfilePurpose: 'TxProfile', transactionId: session.ref };
  await server.ask('CP-1', 'SetChargingProfile', { evseId: 1, chargingProfile: own });
  expect(station.profiles.all).toHaveLength(1);
  station.sessions.stop(session, 'Local');
  expect(station.profiles.all).toEqual([]);
});

test('one that breaks when it is made inoperative works again after a restart', async () => {
  await using server = await startSmallServer({ answer: accepting() });
  await using station = await startAccepted(server, { version: '1.6', profileQuirks: ['breaks-when-inoperative'] });
  await server.ask('CP-1', 'ChangeAvailability', { connectorId: 1, type: 'Inoperative' });
  expect(station.connectors.find({ evseId: 1 })[0]?.state.status).toBe('faulted');
  station.reboot('LocalReset');
  expect(station.connectors.find({ evseId: 1 })[0]?.state.status).toBe('available');
});
