import { describe, expect, test } from 'vitest';
import { scriptedPool } from '../../../test/support/scripted-pool.ts';
import { textWith } from '../../../test/support/some.ts';
import { Budgets } from './budgets.ts';

const all = (number: number) => ({ agent: number, program: number, person: number });
const noon = Date.parse('2026-03-01T12:00:00Z');
const minutesAgo = (minutes: number) => new Date(noon - minutes * 60_000);
type Row = { asked_at: Date; power_kw: number | null; is_own: boolean };

async function budgets(rules: { stations?: number; commands?: number; kw?: number }, rows: Row[] = []) {
  const clock = { at: noon, now: () => new Date(clock.at) };
  const answers = [...rows];
  const { pool, asked } = scriptedPool(['from command', () => answers]);
  const { stations = 10, commands = 100, kw = 1000 } = rules;
  const made = new Budgets({
    pool,
    clock,
    nodeId: 'n1',
    rules: {
      stationsPerCommand: all(stations),
      commandsPerHour: all(commands),
      kwPerMinute: all(kw),
      coolDownSeconds: {},
    },
  });
  await made.load('key');
  const spend = (wanted: { stations?: number; kw?: number } = {}) =>
    made.spend({ askedBy: 'key', kind: 'agent', stations: 1, kw: 0, ...wanted });
  const refusal = (commands_: number) =>
    made.refusal({ askedBy: 'key', kind: 'program', commands: commands_, stations: 1, kw: 0 });
  return { made, clock, asked, answers, spend, refusal };
}

describe('stations at once', () => {
  test('as many as allowed pass, one more never does', async () => {
    const { spend } = await budgets({ stations: 2 });
    expect(spend({ stations: 2 })).toBeUndefined();
    expect(spend({ stations: 3 })).toEqual({
      code: 'OverBudget',
      isForGood: true,
      reason: 'The key of an agent may ask 2 stations at once, and this asks 3; name fewer.',
    });
  });
});

describe('commands an hour', () => {
  test('the one too many is told when the next is free', async () => {
    const { spend, clock } = await budgets({ commands: 2 });
    expect(spend()).toBeUndefined();
    clock.at += 60_000;
    expect(spend()).toBeUndefined();
    expect(spend()).toEqual({
      code: 'OverBudget',
      reason:
        'The key of an agent may ask for 2 commands an hour, and this one has. The next is free at 2026-03-01T13:00:00.000Z.',
    });
    clock.at = noon + 3_600_000;
    expect(spend()).toBeUndefined();
  });

  test('what was refused is not counted', async () => {
    const { spend } = await budgets({ commands: 1, stations: 1 });
    expect(spend({ stations: 2 })).toBeDefined();
    expect(spend()).toBeUndefined();
  });

  test('what other nodes let pass counts', async () => {
    const row = (minutes: number, is_own: boolean): Row => ({ asked_at: minutesAgo(minutes), power_kw: null, is_own });
    const { spend } = await budgets({ commands: 3 }, [row(61, true), row(60, false), row(50, false), row(40, true)]);
    expect(spend()).toBeUndefined();
    expect(spend()?.reason).toContain('The next is free at 2026-03-01T12:10:00.000Z.');
  });

  test('several at once need as many free', async () => {
    const { spend, refusal } = await budgets({ commands: 3 });
    expect(refusal(3)).toBeUndefined();
    expect(refusal(4)).toMatchObject({
      isForGood: true,
      reason: textWith('and these are 4; ask for fewer.'),
    });
    spend();
    spend();
    expect(refusal(2)?.reason).toBe(
      'The key of a program may ask for 3 commands an hour, of which 1 are left, and these are 2. They are free at 2026-03-01T13:00:00.000Z.',
    );
    expect(refusal(1)).toBeUndefined();
  });
});

describe('power a minute', () => {
  test('commands without power cost none', async () => {
    const { spend } = await budgets({ kw: 0 });
    expect(spend()).toBeUndefined();
  });

  test('more than a minute allows never passes', async () => {
    const { spend } = await budgets({ kw: 10 });
    expect(spend({ kw: 10 })).toBeUndefined();
    expect(spend({ kw: 10.06 })).toMatchObject({
      isForGood: true,
      reason: textWith('and this is 10.1 kW; ask for less.'),
    });
  });

  test('what is left is told, and when enough is free', async () => {
    const { spend, clock } = await budgets({ kw: 30 });
    spend({ kw: 10 });
    clock.at += 10_000;
    spend({ kw: 15 });
    clock.at += 5_000;
    expect(spend({ kw: 5 })).toBeUndefined();
    expect(spend({ kw: 12 })?.reason).toBe(
      'The key of an agent may set or free 30 kW a minute, of which 0 kW are left, and this is 12 kW. They are free at 2026-03-01T12:01:10.000Z.',
    );
    clock.at = noon + 60_000;
    expect(spend({ kw: 10 })).toBeUndefined();
  });
});

test('what is known is read again after a second, and only what is new', async () => {
  const { made, clock, asked, answers, spend } = await budgets({ commands: 1 });
  clock.at += 999;
  expect(made.load('key')).toBeUndefined();
  clock.at += 1;
  answers.push({ asked_at: new Date(noon + 500), power_kw: 7, is_own: false });
  await Promise.all([made.load('key'), made.load('key')]);
  expect(asked.map(({ values }) => values.slice(1))).toEqual([
    [new Date(noon - 3_600_000), 'n1', true],
    [new Date(noon - 10_000), 'n1', false],
  ]);
  expect(spend()).toBeDefined();
  // Read once more, the same row is not counted twice; an hour later it is gone.
  clock.at += 1_000;
  await made.load('key');
  expect(spend()?.reason).toContain('2026-03-01T13:00:01.000Z');
  answers.length = 0;
  clock.at = noon + 3_600_501;
  await made.load('key');
  expect(spend()).toBeUndefined();
});

test('an actor that nobody read about is a fault of ours', async () => {
  const { made } = await budgets({});
  expect(() => made.spend({ askedBy: 'stranger', kind: 'person', stations: 1, kw: 0 })).toThrow('was not read');
});
