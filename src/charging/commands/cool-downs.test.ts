import { describe, expect, test } from 'vitest';
import type { Outcome } from '#contract/commands/command.ts';
import { scriptedPool } from '../../../test/support/scripted-pool.ts';
import { CoolDowns } from './cool-downs.ts';

const noon = Date.parse('2026-03-01T12:00:00Z');
const outcome = (status: Outcome['status'], losses: Outcome['losses'] = []): Outcome => ({
  status,
  code: null,
  reason: null,
  answer: {},
  losses,
});

function opened(rows: object[] = []) {
  const clock = { at: noon, now: () => new Date(clock.at) };
  const { pool, asked } = scriptedPool(['from command', rows]);
  const rules = { coolDownSeconds: { reset: 60, unlock: 10 } } as never;
  const coolDowns = new CoolDowns({ pool, clock, rules });
  const command = (name: string, input: object = {}) => ({
    stationId: 'CP-1',
    name,
    input: input as Record<string, unknown>,
  });
  const refusal = (name: string, input: object = {}) => coolDowns.refusal(command(name, input), [])?.reason;
  const done = (name: string, input: object, how: Outcome) => coolDowns.begin(command(name, input))(how);
  return { clock, asked, coolDowns, command, refusal, done };
}

const again = (kind: string, seconds: number) =>
  `The station was asked for ${kind} a moment ago; it may be asked again in ${seconds} seconds.`;

test('the same is not asked again until its time is over', () => {
  const { clock, refusal, done } = opened();
  expect(refusal('reset')).toBeUndefined();
  done('reset', {}, outcome('accepted'));
  expect(refusal('reset')).toBe(again('reset', 60));
  clock.at += 59_001;
  expect(refusal('reset')).toBe(again('reset', 1));
  clock.at = noon + 60_000;
  expect(refusal('reset')).toBeUndefined();
});

test('it counts while the station has not answered', () => {
  const { coolDowns, command, refusal } = opened();
  const end = coolDowns.begin(command('reset'));
  expect(refusal('reset')).toBe(again('reset', 60));
  end(outcome('rejected'));
  expect(refusal('reset')).toBeUndefined();
});

test.each([
  ['accepted', true],
  ['no-answer', true],
  ['rejected', false],
  ['not-sent', false],
] as const)('a command that ended %s counts: %s', (status, counts) => {
  const { refusal, done } = opened();
  done('unlock', { evseId: 1, connectorId: 1 }, outcome(status));
  expect(refusal('unlock', { evseId: 1, connectorId: 1 }) !== undefined).toBe(counts);
});

test('another place may be asked', () => {
  const { refusal, done } = opened();
  done('unlock', { evseId: 1, connectorId: 1 }, outcome('accepted'));
  expect(refusal('unlock', { evseId: 1, connectorId: 2 })).toBeUndefined();
  expect(refusal('unlock', { evseId: 2, connectorId: 1 })).toBeUndefined();
  expect(refusal('unlock', { evseId: 1 })).toBeDefined();
  expect(refusal('reset')).toBeUndefined();
});

describe('a reset of one EVSE', () => {
  test.each([
    [outcome('accepted'), false],
    [outcome('accepted', [{ field: 'evseId', why: 'x' }]), true],
    [outcome('accepted', [{ field: 'when', why: 'x' }]), false],
    [outcome('no-answer'), true],
  ])('that ended %o was one of the whole station: %s', (how, isWhole) => {
    const { refusal, done } = opened();
    done('reset', { evseId: 1 }, how);
    expect(refusal('reset', { evseId: 2 }) !== undefined).toBe(isWhole);
    expect(refusal('reset', { evseId: 1 })).toBeDefined();
  });
});

test('raw messages that do the same count as the same', () => {
  const { refusal, done } = opened();
  done('raw', { action: 'UnlockConnector' }, outcome('accepted'));
  expect(refusal('unlock', { evseId: 3 })).toBeDefined();
  expect(refusal('raw', { action: 'Reset' })).toBeUndefined();
  expect(refusal('raw', { action: 'Other' })).toBeUndefined();
});

test('what the table holds counts, and is read only where there is a time', async () => {
  const row = {
    name: 'reset',
    input: { evseId: 2 },
    asked_at: new Date(noon - 20_000),
    status: 'accepted',
    losses: null,
  };
  const { asked, coolDowns, command } = opened([row]);
  expect(await coolDowns.load(command('trigger'))).toBeUndefined();
  const read = await coolDowns.load(command('reset', { evseId: 2 }));
  expect(asked).toMatchObject([{ values: ['CP-1', ['reset', 'raw'], new Date(noon - 60_000)] }]);
  expect(coolDowns.refusal(command('reset', { evseId: 2 }), read ?? [])?.reason).toBe(again('reset', 40));
  expect(coolDowns.refusal(command('reset', { evseId: 1 }), read ?? [])).toBeUndefined();
});

test('the youngest counts', () => {
  const { clock, refusal, done } = opened();
  done('unlock', {}, outcome('accepted'));
  clock.at += 5_000;
  done('unlock', {}, outcome('accepted'));
  expect(refusal('unlock')).toBe(again('unlock', 10));
});
