import type { X509Certificate } from 'node:crypto';
import type { Pool } from 'pg';
import { expect, test } from 'vitest';
import type { Entry } from '#ledger/ledger-types.ts';
import {
  type AdmitNeeds,
  admitStation,
  isStationPassword,
  noteNameless,
  noteRefused,
  unprotected,
  type Visitor,
} from './admit-station.ts';
import { PendingStations } from './pending-stations.ts';
import { SignIns } from './sign-ins.ts';
import { hashPassword } from './station-password.ts';
import { type Registered, StationRegister } from './station-register.ts';

const now = new Date('2026-03-01T08:00:00Z');
const installationKey = Buffer.alloc(32, 7);
const secret = 'a'.repeat(40);
const other = 'b'.repeat(40);
const own = { serialNumber: '0A', subject: 'CN=CP-1\nserialNumber=TED-1' } as X509Certificate;
const tls = { isTls: true, clientCertificate: null };

const open = { isLoopbackOnly: true, unknownStations: 'pending', minimumProfile: 0 } as const;
const guarded = { isLoopbackOnly: false, unknownStations: 'accept', minimumProfile: 1 } as const;

function house(policy: AdmitNeeds['policy'], station?: Partial<Registered>) {
  const batches: Entry[] = [];
  const lowProfiles: string[] = [];
  let reads = 0;
  const pool = { query: () => Promise.resolve({ rows: [], count: (reads += 1) }) };
  const register = new StationRegister(pool as unknown as Pool);
  if (station !== undefined) register.update('CP-1', station);
  const needs: AdmitNeeds = {
    signIns: new SignIns(),
    isOwnCertificate: ({ certificate }) => Promise.resolve(certificate === own),
    noteLowProfile: (stationId) => Promise.resolve(void lowProfiles.push(stationId)),
    register,
    pendingStations: new PendingStations(),
    ledger: { commit: (batch: Entry) => Promise.resolve(void batches.push(batch)) } as unknown as AdmitNeeds['ledger'],
    clock: { now: () => now },
    installationKey,
    policy,
  };
  return {
    needs,
    lowProfiles,
    kinds: () => batches.flatMap(({ events = [] }) => events.map(({ kind }) => kind)),
    reads: () => reads,
    admit: (visitor: Partial<Visitor> = {}) => admitStation(needs, { ...visiting, ...visitor }),
    pending: () => needs.pendingStations.get('CP-1')?.reason,
  };
}

const visiting: Visitor = {
  stationId: 'CP-1',
  password: null,
  version: '2.0.1',
  address: '192.0.2.7',
  security: unprotected,
};
const withPassword = { password: hashPassword(installationKey, secret) };
const candidate = (id: string, isAccepted: boolean) => ({ id, isAccepted, ...hashPassword(installationKey, other) });
const refused = (reason: string) => ({ status: 'refused', reason });

test('an unknown station waits, comes in or is sent away, as the policy says', async () => {
  const waiting = house(open);
  expect(await waiting.admit()).toEqual({ status: 'pending' });
  expect([waiting.pending(), waiting.kinds()]).toEqual(['unknown-station', ['station-pending']]);
  const welcome = house({ ...open, unknownStations: 'accept' });
  expect(await welcome.admit()).toEqual({ status: 'accepted', profile: 0 });
  expect(welcome.needs.register.has('CP-1')).toBe(true);
  expect(await house({ ...open, unknownStations: 'refuse' }).admit()).toEqual(refused('unknown-station'));
});

test('where others reach this machine, or nobody may come unproven, no stranger comes in', async () => {
  const welcoming = { ...open, unknownStations: 'accept' } as const;
  expect(await house({ ...welcoming, isLoopbackOnly: false }).admit()).toEqual(refused('unknown-station'));
  expect(await house({ ...welcoming, minimumProfile: 1 }).admit()).toEqual(refused('unknown-station'));
});

test('a password proves profile 1, over TLS profile 2', async () => {
  const plain = house(guarded, withPassword);
  expect(await plain.admit({ password: Buffer.from(secret) })).toEqual({ status: 'accepted', profile: 1 });
  expect(plain.needs.signIns.of('CP-1')).toEqual({ profile: 1, at: now });
  const safe = await house(guarded, withPassword).admit({ password: Buffer.from(secret), security: tls });
  expect(safe).toEqual({ status: 'accepted', profile: 2 });
});

test('a wrong password and none are told apart, and refused', async () => {
  expect(await house(guarded, withPassword).admit({ password: Buffer.from(other) })).toEqual(refused('wrong-password'));
  expect(await house(guarded, withPassword).admit()).toEqual(refused('no-password'));
});

test('whoever is refused costs the same look-up as a stranger', async () => {
  const known = house(guarded, withPassword);
  await known.admit();
  expect(known.reads()).toBe(1);
  const right = house(guarded, withPassword);
  await right.admit({ password: Buffer.from(secret) });
  expect(right.reads()).toBe(0);
});

test('its own certificate proves profile 3, and its number and names are remembered', async () => {
  const house3 = house(guarded, withPassword);
  const security = { isTls: true, clientCertificate: own };
  expect(await house3.admit({ security })).toEqual({ status: 'accepted', profile: 3 });
  expect(house3.needs.signIns.of('CP-1')?.certificate).toEqual({ serialNumber: 'a', names: ['CP-1', 'TED-1'] });
});

test("another's certificate proves nothing beyond the password that came with it", async () => {
  const security = { isTls: true, clientCertificate: { serialNumber: '0B' } as X509Certificate };
  const asked = house(guarded, withPassword);
  expect(await asked.admit({ security })).toEqual(refused('wrong-certificate'));
  const both = await house(guarded, withPassword).admit({ security, password: Buffer.from(secret) });
  expect(both).toEqual({ status: 'accepted', profile: 2 });
  const floor3 = house(guarded, { ...withPassword, minimumProfile: 3 });
  expect(await floor3.admit({ security, password: Buffer.from(secret) })).toEqual(refused('wrong-certificate'));
});

test('no station comes below its own floor, nor below that of all', async () => {
  const password = Buffer.from(secret);
  const low = refused('profile-too-low');
  expect(await house(guarded, { ...withPassword, minimumProfile: 2 }).admit({ password })).toEqual(low);
  expect(await house({ ...guarded, minimumProfile: 2 }, withPassword).admit({ password })).toEqual(low);
  const exact = await house(guarded, { ...withPassword, minimumProfile: 2 }).admit({ password, security: tls });
  expect(exact).toEqual({ status: 'accepted', profile: 2 });
});

test('on a machine that nobody else reaches a station without a password needs none', async () => {
  expect(await house(open, { password: null }).admit()).toEqual({ status: 'accepted', profile: 0 });
  expect(await house(open, withPassword).admit()).toEqual(refused('no-password'));
  expect(await house(open, { minimumProfile: 1 }).admit()).toEqual(refused('no-password'));
  expect(await house({ ...open, minimumProfile: 1 }, {}).admit()).toEqual(refused('no-password'));
  expect(await house({ ...open, isLoopbackOnly: false }, {}).admit()).toEqual(refused('no-password'));
});

test('an exemption holds for its network, for its time, and for who shows nothing else', async () => {
  const until = new Date(now.getTime() + 1);
  const exemption = { network: '192.0.2.0/24', until };
  expect(await house(guarded, { ...withPassword, exemption }).admit()).toEqual({
    status: 'accepted',
    profile: 0,
    until,
  });
  const asked = (more: Partial<Visitor>, station: Partial<Registered> = {}) =>
    house(guarded, { ...withPassword, exemption, ...station }).admit(more);
  expect(await asked({ address: '198.51.100.7' })).toEqual(refused('no-password'));
  expect(await asked({ password: Buffer.from(other) })).toEqual(refused('wrong-password'));
  expect(
    await asked({ security: { isTls: true, clientCertificate: { serialNumber: '0B' } as X509Certificate } }),
  ).toEqual(refused('wrong-certificate'));
  expect(await asked({}, { exemption: { ...exemption, until: now } })).toEqual(refused('no-password'));
  expect(await asked({}, { minimumProfile: 1 })).toEqual(refused('no-password'));
  const strict = house({ ...guarded, minimumProfile: 2 }, { ...withPassword, exemption });
  expect(await strict.admit()).toEqual(refused('no-password'));
});

test('one that a person rejected may come in to hear so, if it proves itself', async () => {
  const rejected = house(guarded, { ...withPassword, isRejected: true });
  expect(await rejected.admit({ password: Buffer.from(secret) })).toEqual({ status: 'pending' });
  expect([rejected.pending(), rejected.needs.signIns.of('CP-1')]).toEqual(['rejected', undefined]);
  expect(await rejected.admit()).toEqual(refused('no-password'));
});

test('the floor rises with the first sign-in by the wanted profile, not before', async () => {
  const password = Buffer.from(secret);
  const wanted = { ...withPassword, wantedProfile: 2 };
  const before = house(guarded, wanted);
  await before.admit({ password });
  expect([before.kinds(), before.needs.register.get('CP-1')?.minimumProfile]).toEqual([[], 0]);
  const after = house(guarded, wanted);
  await after.admit({ password, security: tls });
  expect(after.kinds()).toEqual(['security-profile-reached']);
  expect(after.needs.register.get('CP-1')).toMatchObject({ minimumProfile: 2, wantedProfile: null });
});

test('a new password that is used becomes the only one', async () => {
  const changing = house(guarded, { ...withPassword, candidates: [candidate('n', false), candidate('m', true)] });
  await changing.admit({ password: Buffer.from(other) });
  expect(changing.kinds()).toEqual(['password-changed']);
  const { candidates = [], password } = changing.needs.register.get('CP-1') ?? {};
  expect(candidates).toEqual([]);
  expect(password).not.toEqual(withPassword.password);
});

test('with the old password a new one that was never accepted goes, an accepted one stays', async () => {
  const changing = house(guarded, { ...withPassword, candidates: [candidate('n', false), candidate('m', true)] });
  await changing.admit({ password: Buffer.from(secret) });
  expect(changing.kinds()).toEqual(['password-change-failed']);
  const { candidates = [], password } = changing.needs.register.get('CP-1') ?? {};
  expect(candidates.map(({ id }) => id)).toEqual(['m']);
  expect(password).toEqual(withPassword.password);
  const waiting = house(guarded, { ...withPassword, candidates: [candidate('m', true)] });
  await waiting.admit({ password: Buffer.from(secret) });
  expect(waiting.kinds()).toEqual([]);
});

test('a flood is asked for the password without the database, also for names that nobody has', () => {
  const { needs, reads } = house(guarded, { ...withPassword, candidates: [candidate('n', false)] });
  const shows = (stationId: string, text: string) =>
    isStationPassword(needs, { stationId, password: Buffer.from(text) });
  expect([shows('CP-1', secret), shows('CP-1', other), shows('CP-1', 'c'), shows('CP-2', secret)]).toEqual([
    true,
    true,
    false,
    false,
  ]);
  expect(reads()).toBe(0);
});

test('a refusal is written down once, and a low profile is told apart', async () => {
  const asked = house(guarded, withPassword);
  await noteRefused(asked.needs, visiting, 'wrong-password');
  await noteRefused(asked.needs, visiting, 'profile-too-low');
  expect([asked.kinds(), asked.lowProfiles]).toEqual([['station-pending'], ['CP-1']]);
  expect(await noteNameless(asked.needs, visiting)).toBe(true);
  expect(await noteNameless(asked.needs, visiting)).toBe(false);
  expect(asked.kinds()).toEqual(['station-pending', 'station-pending']);
});
