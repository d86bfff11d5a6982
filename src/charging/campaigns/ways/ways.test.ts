import type { Pool } from 'pg';
import { expect, test } from 'vitest';
import type { CommandRecord, Outcome } from '#contract/commands/command.ts';
import type { FirmwareImage } from '#contract/stations/firmware-image.ts';
import { system } from '#principals/actor.ts';
import { PutOff } from '../../commands/unless-kill-switch.ts';
import { certificateWay } from './certificate-way.ts';
import { firmwareWay } from './firmware-way.ts';
import { type RunCommand, runAtStation } from './run-at-station.ts';
import { settingsWay } from './settings-way.ts';
import type { Way } from './way.ts';

type Candidate = Parameters<Way['whyNot']>[0];
type Asked = Parameters<Way['look']>[0];

const askedAt = new Date('2026-03-01T08:00:00Z');
const later = new Date('2026-03-01T08:10:00Z');
const atStation = (more: object = {}) =>
  ({ stationId: 'CP-1', askedAt, bootedAt: null, version: '1.0', isOnline: true, ...more }) as unknown as Asked;
const ended = (outcome: object | null) => ({ outcome }) as CommandRecord;
const accepted = (answer: object = {}) => ended({ status: 'accepted', code: null, reason: null, answer });

const command = { stationId: 'CP-1', name: 'reset', input: { type: 'soft' }, why: 'A campaign.' } as const;

test('a command of a campaign is asked by the system, and its outcome told', async () => {
  const asked: unknown[] = [];
  const run: RunCommand = async (ask) => (asked.push(ask), accepted());
  expect(await runAtStation(run, command)).toMatchObject({ outcome: { status: 'accepted' } });
  expect(asked).toEqual([{ ...command, actor: system, answerWithinSeconds: 60 }]);
});

test.each<[string, Partial<Outcome> | null, object]>([
  ['refused', { status: 'rejected' }, { status: 'failed', reason: 'refused' }],
  ['not answered', { status: 'no-answer' }, { status: 'failed', reason: 'no-answer' }],
  ['without an outcome', null, { status: 'failed', reason: 'no-answer' }],
  ['not sent: offline', { status: 'not-sent', code: null, reason: 'the station is offline' }, { status: 'put-off' }],
  ['not sent: cooling down', { status: 'not-sent', code: 'CoolDown', reason: 'later' }, { status: 'put-off' }],
  [
    'not sent: no message',
    { status: 'not-sent', code: null, reason: 'no message' },
    { status: 'failed', reason: 'not-sent' },
  ],
  ['not sent: no reason', { status: 'not-sent', code: null, reason: null }, { status: 'failed', reason: 'not-sent' }],
])('a command of a campaign that was %s', async (_what, outcome, asked) => {
  expect(await runAtStation(async () => ended(outcome), command)).toEqual({ ended: asked });
});

test('the kill switch puts a campaign off; a fault of ours does not hide', async () => {
  const stopped = async () => Promise.reject(new PutOff());
  expect(await runAtStation(stopped, command)).toEqual({ ended: { status: 'put-off' } });
  const broken = async () => Promise.reject(new Error('a fault'));
  await expect(runAtStation(broken, command)).rejects.toThrow('a fault');
});

const variables = [
  { name: 'HeartbeatInterval', value: '60' },
  { name: 'Language', value: 'pt' },
];

/** A station with these values, which takes new ones as told; null: it does not tell them. */
function settings(values: readonly (string | null)[], taken: readonly string[] = ['accepted', 'reboot-required']) {
  const asked: [string, object][] = [];
  const runCommand: RunCommand = async ({ name, input }) => {
    asked.push([name, input]);
    const statuses =
      name === 'get-variables'
        ? values.map((value) => ({ status: 'accepted', value }))
        : taken.map((status) => ({ status }));
    return accepted({ results: statuses });
  };
  return { asked, way: settingsWay({ runCommand }, variables) };
}

test('settings are read before they are set, so that they can be given back', async () => {
  const { way, asked } = settings(['300', null]);
  const before = [
    { name: 'HeartbeatInterval', value: '300' },
    { name: 'Language', value: null },
  ];
  expect(await way.ask(atStation())).toEqual({ status: 'asked', values: before });
  expect(asked).toEqual([
    ['get-variables', { variables: [{ name: 'HeartbeatInterval' }, { name: 'Language' }] }],
    ['set-variables', { variables }],
  ]);
});

test('a station that has all the settings is left out; one that refuses a value has failed', async () => {
  expect(await settings(['60', 'pt']).way.ask(atStation())).toEqual({ status: 'skipped', reason: 'already-there' });
  expect(await settings(['60', 'en'], ['accepted', 'rejected']).way.ask(atStation())).toEqual({
    status: 'failed',
    reason: 'value-refused',
  });
});

test.each([
  ['has them', ['60', 'pt'], { status: 'in-place' }],
  ['does not tell one', ['60', null], { status: 'in-place' }],
  ['has another value', ['60', 'en'], { status: 'failed', reason: 'value-differs' }],
])('a station that was given settings and %s', async (_what, values, look) => {
  expect(await settings(values).way.look(atStation())).toEqual(look);
});

test('a station that cannot be asked is looked at again', async () => {
  const runCommand: RunCommand = async () =>
    ended({ status: 'not-sent', code: null, reason: 'the station is offline' });
  const way = settingsWay({ runCommand }, variables);
  expect(await way.look(atStation())).toEqual({ status: 'under-way' });
  expect(await way.ask(atStation())).toEqual({ status: 'put-off' });
});

test('old settings are given back as far as they were told', async () => {
  const values = [
    { name: 'HeartbeatInterval', value: '300' },
    { name: 'Language', value: null },
  ];
  const { way, asked } = settings(['300']);
  expect(await way.undo?.(atStation({ before: { values } }))).toEqual({ status: 'asked' });
  expect(asked).toEqual([['set-variables', { variables: [values[0]] }]]);
  expect(await way.lookBack?.(atStation({ before: { values } }))).toEqual({ status: 'in-place' });
  for (const before of [null, { values: [values[1]] }])
    expect(await way.undo?.(atStation({ before }))).toEqual({ status: 'failed', reason: 'not-rolled-back' });
});

test('a certificate is renewed at stations that have one', async () => {
  const renewed: unknown[] = [];
  let hasIt = false;
  const way = certificateWay({
    startRenewals: async (...what) => renewed.push(what),
    hasDeliveredSince: async (_stationId, since) => hasIt && since === askedAt,
    holders: new Set(['CP-1']),
  });
  expect(way.whyNot({ stationId: 'CP-1' } as Candidate)).toBeUndefined();
  expect(way.whyNot({ stationId: 'CP-2' } as Candidate)).toBe('nothing-to-renew');
  expect(await way.ask(atStation())).toEqual({ status: 'asked' });
  expect(renewed).toEqual([[{ stationIds: ['CP-1'] }, system]]);
  expect(await way.look(atStation())).toEqual({ status: 'under-way' });
  hasIt = true;
  expect(await way.look(atStation())).toEqual({ status: 'in-place' });
});

const image = { id: 'new', vendor: 'Acme', model: 'One', version: '2.0' } as FirmwareImage;
const old = { ...image, id: 'old', version: '1.0' };

/** `reports`: what the station said of its update, the latest first. */
function firmware(
  reports: readonly string[] = [],
  more: { rollback?: FirmwareImage; model?: null; isSigned?: boolean } = {},
) {
  const asked: object[] = [];
  const runCommand: RunCommand = async ({ name, input }) => (asked.push([name, input]), accepted());
  const signed = { signature: 'signed', signingCertificate: more.isSigned === true ? 'by' : null };
  const catalogue = { orderFor: async (id: string) => ({ location: `https://files/${id}`, ...signed }) };
  const pool = { query: async () => ({ rows: reports.map((status) => ({ status })) }) };
  const way = firmwareWay(
    { runCommand, catalogue, pool: pool as unknown as Pool },
    {
      image: more.model === null ? { ...image, model: null } : image,
      rollback: more.rollback ?? null,
    },
  );
  return { way, asked };
}

test.each([
  ['takes part', { vendor: 'Acme', model: 'One', version: '1.0' }, undefined],
  ['has it already', { vendor: 'Acme', model: 'One', version: '2.0' }, 'already-there'],
  ['is of another vendor', { vendor: 'Other', model: 'One', version: '1.0' }, 'other-product'],
  ['is of another model', { vendor: 'Acme', model: 'Two', version: '1.0' }, 'other-product'],
])('firmware for a station that %s', (_what, candidate, why) => {
  expect(firmware().way.whyNot(candidate as Candidate)).toBe(why);
});

test('an image for all models of a vendor is for each of them', () => {
  const { way } = firmware([], { model: null });
  expect(way.whyNot({ vendor: 'Acme', model: 'Two', version: '1.0' } as Candidate)).toBeUndefined();
});

test('firmware is asked for with its signature where it has a whole one', async () => {
  const signed = firmware([], { isSigned: true });
  expect(await signed.way.ask(atStation())).toEqual({ status: 'asked' });
  const location = 'https://files/new';
  const whole = { location, signature: 'signed', signingCertificate: 'by' };
  expect(signed.asked).toEqual([['update-firmware', whole]]);
  const unsigned = firmware();
  await unsigned.way.ask(atStation());
  expect(unsigned.asked).toEqual([['update-firmware', { location }]]);
});

test.each<[string, string[], object, object]>([
  ['has said nothing', [], {}, { status: 'under-way' }],
  ['could not fetch it', ['downloading', 'download-failed'], {}, { status: 'failed', reason: 'download-failed' }],
  ['does not trust it', ['invalid-signature'], {}, { status: 'failed', reason: 'signature-invalid' }],
  ['has restarted with it', [], { bootedAt: later, version: '2.0' }, { status: 'in-place' }],
  ['had restarted before it was asked', [], { bootedAt: askedAt, version: '2.0' }, { status: 'under-way' }],
  ['is away again', [], { bootedAt: later, version: '2.0', isOnline: false }, { status: 'under-way' }],
  ['restarted for another reason', ['downloading'], { bootedAt: later }, { status: 'under-way' }],
  [
    'installed it and has another version',
    ['installed'],
    { bootedAt: later },
    { status: 'failed', reason: 'other-version' },
  ],
  [
    'restarted to install and has another',
    ['install-rebooting'],
    { bootedAt: later },
    { status: 'failed', reason: 'other-version' },
  ],
])('a station that was asked for firmware and %s', async (_what, reports, station, look) => {
  expect(await firmware(reports).way.look(atStation(station))).toEqual(look);
});

test.each<[string, object, string]>([
  ['came back', { bootedAt: later }, 'other-version'],
  ['is away', { bootedAt: later, isOnline: false }, 'not-back'],
  ['never restarted', {}, 'not-back'],
  ['restarted before', { bootedAt: askedAt }, 'not-back'],
])('firmware took too long at a station that %s', (_what, station, why) => {
  expect(firmware().way.whyLate(atStation(station))).toBe(why);
});

test('the image before is given back where there is one', async () => {
  expect(firmware().way.undo).toBeUndefined();
  const { way, asked } = firmware([], { rollback: old });
  expect(await way.undo?.(atStation({ version: '1.0' }))).toEqual({ status: 'skipped', reason: 'already-there' });
  expect(await way.undo?.(atStation({ version: '2.0' }))).toEqual({ status: 'asked' });
  expect(asked).toEqual([['update-firmware', { location: 'https://files/old' }]]);
  expect(await way.lookBack?.(atStation({ bootedAt: later, version: '1.0' }))).toEqual({ status: 'in-place' });
});
