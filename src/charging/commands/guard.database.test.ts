import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { CommandRecord } from '#contract/commands/command.ts';
import { type Actor, system } from '#principals/actor.ts';
import { type AnsweringStation, connectAnswering } from '../../../test/support/answering-station.ts';
import { actorOf, type CommandNode, openCommandNode } from '../../../test/support/command-node.ts';
import { freshDatabase } from '../../../test/support/postgres.ts';
import { maxWritten } from './refusal-limit.ts';

const agent = actorOf('agent');
const program = actorOf('program');
const cache = (stationId: string, actor: Actor) => ({ stationId, name: 'clear-cache', input: {}, actor });

const connect = (node: CommandNode, stationId: string, answers = {}) =>
  connectAnswering(node.ocpp, { stationId, version: '2.0.1', answers });

const heard = (stations: readonly AnsweringStation[]) => stations.reduce((sum, { asked }) => sum + asked.length, 0);

function count(records: readonly CommandRecord[]): Record<string, number> {
  const ends = Map.groupBy(records, ({ outcome }) => outcome?.code ?? outcome?.status ?? 'open');
  return Object.fromEntries([...ends].map(([end, each]) => [end, each.length]));
}

test('of a hundred commands at once exactly as many leave as the hour has left, and no restart forgives', async () => {
  await using database = await freshDatabase();
  const env = { BUDGET_COMMANDS_PER_HOUR: 'agent=12' };
  const nodeId = randomUUID();
  {
    await using node = await openCommandNode(database, { env, nodeId });
    await using one = await connect(node, 'CP-1');
    await using two = await connect(node, 'CP-2');
    await node.charging.runCommand(cache('CP-1', agent));
    await node.charging.runCommand(cache('CP-2', agent));
    const asks = Array.from({ length: 100 }, (_, index) => cache(`CP-${(index % 2) + 1}`, agent));
    const records = await Promise.all(asks.map((ask) => node.charging.runCommand(ask)));
    expect(count(records)).toEqual({ Accepted: 10, OverBudget: 90 });
    expect(heard([one, two])).toBe(12);
    const [refused] = records.filter(({ outcome }) => outcome?.code === 'OverBudget');
    expect(refused?.outcome).toMatchObject({
      status: 'not-sent',
      reason: expect.stringMatching(/12 commands an hour.*free at 2/) as string,
    });
    expect(await node.charging.runCommand(cache('CP-1', actorOf('agent', 'another')))).toMatchObject({
      outcome: { status: 'accepted' },
    });
    const audit = await database.pool.query(
      "select outcome, details ->> 'code' as code from audit where principal = 'agent'",
    );
    expect(audit.rows.filter(({ outcome }) => outcome === 'refused')).toHaveLength(maxWritten);
  }
  await using again = await openCommandNode(database, { env, nodeId });
  await using station = await connect(again, 'CP-1');
  expect(await again.charging.runCommand(cache('CP-1', agent))).toMatchObject({ outcome: { code: 'OverBudget' } });
  expect(station.asked).toEqual([]);
});

test('a program that is refused in a loop fills no books: some rows a minute, and one entry that says how many more', async () => {
  await using database = await freshDatabase();
  const clock = { at: new Date(), now: () => clock.at };
  const rows = async () => Number((await database.pool.query('select id from command')).rowCount);
  const counts = async () =>
    (
      await database.pool.query<Record<string, unknown>>(
        "select principal, door, outcome, details from audit where action = 'commands-refused' order by seq",
      )
    ).rows;
  {
    await using node = await openCommandNode(database, { env: { BUDGET_COMMANDS_PER_HOUR: 'agent=1' }, clock });
    await using station = await connect(node, 'CP-1');
    const ask = (actor: Actor) => node.charging.runCommand(cache('CP-1', actor));
    await ask(agent);
    const refused = await Promise.all(Array.from({ length: maxWritten + 40 }, () => ask(agent)));
    expect(count(refused)).toEqual({ OverBudget: maxWritten + 40 });
    expect(await rows()).toBe(1 + maxWritten);
    const last = refused.at(-1);
    expect(last?.outcome?.reason).toMatch(/1 commands an hour.*counted and not listed/);
    await expect(node.charging.getCommand(last?.id ?? '')).rejects.toThrow('There is no command');
    expect(await ask(program), 'the key of somebody else').toMatchObject({ outcome: { status: 'accepted' } });
    expect(await counts()).toEqual([]);

    clock.at = new Date(clock.at.getTime() + 60_000);
    expect((await ask(agent)).outcome?.reason).not.toContain('not listed');
    expect(await rows()).toBe(1 + maxWritten + 2);
    const entry = {
      principal: 'agent',
      door: 'mcp',
      outcome: 'refused',
      details: { refused: maxWritten + 40, withoutRow: 40, byCode: { OverBudget: 40 } },
    };
    await expect.poll(counts).toMatchObject([entry]);
    await node.charging.killSwitch.change({ isOn: true }, program);
    await Promise.all(Array.from({ length: maxWritten + 1 }, () => ask(agent)));
    expect(heard([station])).toBe(2);
  }
  expect(await counts(), 'a stop leaves none uncounted').toMatchObject([
    {},
    { details: { refused: maxWritten + 2, withoutRow: 2, byCode: { KillSwitch: 2 } } },
  ]);
});

test('what the rules would say can be asked beforehand, and asking counts nothing', async () => {
  await using database = await freshDatabase();
  const env = {
    BUDGET_COMMANDS_PER_HOUR: 'agent=3,program=100',
    BUDGET_STATIONS_PER_COMMAND: 'agent=2,program=100',
    BUDGET_KW_PER_MINUTE: 'program=50',
    COOL_DOWN_SECONDS: 'reset=60',
  };
  const clock = { at: new Date(), now: () => clock.at };
  await using node = await openCommandNode(database, { env, clock });
  await using one = await connect(node, 'CP-1');
  await using two = await connect(node, 'CP-2');
  const { charging } = node;
  const would = (name: string, stationIds: string[], actor = agent, input: Record<string, unknown> = {}) =>
    charging.wouldRefuse({ stationIds, name, input, actor });
  for (let asked = 0; asked < 10; asked += 1) expect(await would('reset', ['CP-1', 'CP-2'])).toBeUndefined();
  expect(await would('reset', ['CP-1', 'CP-2', 'CP-3'])).toMatchObject({
    code: 'OverBudget',
    isForGood: true,
    reason: expect.stringContaining('2 stations at once') as string,
  });
  expect(await would('reset', ['CP-1', 'CP-1', 'CP-1']), 'one station').toBeUndefined();
  await expect(would('explode', ['CP-1'])).rejects.toThrow('There is no command');

  await charging.runCommand({ stationId: 'CP-1', name: 'reset', input: {}, actor: agent });
  expect(await would('reset', ['CP-1', 'CP-2'])).toMatchObject({ code: 'CoolingDown', stationIds: ['CP-1'] });
  expect(await would('reset', ['CP-2'])).toBeUndefined();
  await charging.runCommand(cache('CP-1', agent));
  expect(await would('reset', ['CP-1', 'CP-2']), 'two, and one is left').toMatchObject({
    code: 'OverBudget',
    reason: expect.stringMatching(/1 are left, and these are 2\. They are free at 2/) as string,
  });
  expect(await would('clear-cache', ['CP-2'])).toBeUndefined();
  expect(await charging.runCommand(cache('CP-2', agent))).toMatchObject({ outcome: { status: 'accepted' } });
  expect(await would('clear-cache', ['CP-2'])).toMatchObject({ code: 'OverBudget' });
  expect(await would('clear-charging-profiles', ['CP-1', 'CP-2'], program), '22 kW each').toBeUndefined();
  expect(await would('clear-charging-profiles', ['CP-1', 'CP-2', 'CP-3'], program)).toMatchObject({
    code: 'OverBudget',
  });
  await charging.killSwitch.change({ isOn: true }, program);
  expect(await would('clear-cache', ['CP-1'], program)).toMatchObject({ code: 'KillSwitch' });
  expect(await would('clear-cache', ['CP-1'], system), 'ourselves too').toMatchObject({ code: 'KillSwitch' });
  expect(heard([one, two])).toBe(3);
  expect((await database.pool.query('select id from command')).rowCount).toBe(3);
});

test('after an hour they are free again, and what was refused meanwhile was not counted', async () => {
  await using database = await freshDatabase();
  const clock = { at: new Date(), now: () => clock.at };
  const pass = (minutes: number) => (clock.at = new Date(clock.at.getTime() + minutes * 60_000));
  await using node = await openCommandNode(database, { env: { BUDGET_COMMANDS_PER_HOUR: 'agent=2' }, clock });
  await using _station = await connect(node, 'CP-1');
  const ask = async () => (await node.charging.runCommand(cache('CP-1', agent))).outcome;
  const begun = clock.at.getTime();
  expect([await ask(), (pass(20), await ask()), await ask()]).toMatchObject([
    { status: 'accepted' },
    { status: 'accepted' },
    {
      code: 'OverBudget',
      reason: expect.stringContaining(new Date(Math.ceil(begun / 1000) * 1000 + 3_600_000).toISOString()) as string,
    },
  ]);
  pass(39);
  expect(await ask()).toMatchObject({ code: 'OverBudget' });
  pass(2);
  expect([await ask(), await ask()]).toMatchObject([{ status: 'accepted' }, { code: 'OverBudget' }]);
  pass(20);
  await using fresh = await openCommandNode(database, { env: { BUDGET_COMMANDS_PER_HOUR: 'agent=2' }, clock });
  await using _other = await connect(fresh, 'CP-2');
  expect(await fresh.charging.runCommand(cache('CP-2', agent))).toMatchObject({ outcome: { status: 'accepted' } });
});

test('what one node let pass counts on the other a second later', async () => {
  await using database = await freshDatabase();
  const clock = { at: new Date(), now: () => clock.at };
  const env = { BUDGET_COMMANDS_PER_HOUR: 'agent=5' };
  await using one = await openCommandNode(database, { env, clock });
  await using two = await openCommandNode(database, { env, clock });
  await using a = await connect(one, 'CP-1');
  await using b = await connect(two, 'CP-2');
  await two.charging.runCommand(cache('CP-2', agent));
  for (let left = 4; left > 0; left -= 1) await one.charging.runCommand(cache('CP-1', agent));
  clock.at = new Date(clock.at.getTime() + 1_000);
  expect(await two.charging.runCommand(cache('CP-2', agent))).toMatchObject({ outcome: { code: 'OverBudget' } });
  expect(await one.charging.runCommand(cache('CP-1', agent))).toMatchObject({ outcome: { code: 'OverBudget' } });
  expect(await two.charging.runCommand(cache('CP-2', program))).toMatchObject({ outcome: { status: 'accepted' } });
  expect([heard([a]), heard([b])]).toEqual([4, 2]);
});

test('more stations at once than the kind of key may ask: none is asked', async () => {
  await using database = await freshDatabase();
  await using node = await openCommandNode(database, { env: { BUDGET_STATIONS_PER_COMMAND: 'agent=1' } });
  await using one = await connect(node, 'CP-1');
  await using two = await connect(node, 'CP-2');
  const ask = { stationIds: ['CP-1', 'CP-2'], name: 'clear-cache', input: {} };
  const refused = {
    outcome: { status: 'not-sent', code: 'OverBudget', reason: expect.stringContaining('1 stations') as string },
  };
  expect(await node.charging.runManyCommands({ ...ask, actor: agent })).toMatchObject([refused, refused]);
  expect(heard([one, two])).toBe(0);
  const done = { outcome: { status: 'accepted' } };
  expect(await node.charging.runManyCommands({ ...ask, actor: program })).toMatchObject([done, done]);
});

test('power that is set or freed within a minute is bounded, whichever way it is asked for', async () => {
  await using database = await freshDatabase();
  const clock = { at: new Date(), now: () => clock.at };
  await using node = await openCommandNode(database, { env: { BUDGET_KW_PER_MINUTE: 'agent=100' }, clock });
  await using station = await connect(node, 'CP-1');
  const limit = async (kw: number, actor = agent) => {
    const input = {
      purpose: 'charging-station-max-profile',
      kind: 'absolute',
      startsAt: clock.at.toISOString(),
      unit: 'W',
      periods: [{ startSeconds: 0, limit: kw * 1000 }],
    };
    return (await node.charging.runCommand({ stationId: 'CP-1', name: 'set-charging-profile', input, actor })).outcome;
  };
  expect(await limit(101)).toMatchObject({
    code: 'OverBudget',
    reason: expect.stringContaining('ask for less') as string,
  });
  expect(await limit(60)).toMatchObject({ status: 'accepted' });
  clock.at = new Date(clock.at.getTime() + 30_000);
  expect(await limit(30)).toMatchObject({ status: 'accepted' });
  expect(await limit(50)).toMatchObject({
    code: 'OverBudget',
    reason: expect.stringMatching(/10 kW are left, and this is 50 kW/) as string,
  });
  const clear = { stationId: 'CP-1', name: 'clear-charging-profiles', input: {}, actor: agent };
  expect(await node.charging.runCommand(clear)).toMatchObject({ outcome: { code: 'OverBudget' } });
  const payload = {
    evseId: 0,
    chargingProfile: {
      id: 1,
      stackLevel: 0,
      chargingProfilePurpose: 'ChargingStationMaxProfile',
      chargingProfileKind: 'Relative',
      chargingSchedule: [{ id: 1, chargingRateUnit: 'A', chargingSchedulePeriod: [{ startPeriod: 0, limit: 32 }] }],
    },
  };
  const raw = { stationId: 'CP-1', action: 'SetChargingProfile', payload, actor: agent };
  expect(await node.charging.runRaw(raw)).toMatchObject({
    outcome: { code: 'OverBudget', reason: expect.stringContaining('22.1 kW') as string },
  });
  expect(await limit(50, system)).toMatchObject({ status: 'accepted' });
  clock.at = new Date(clock.at.getTime() + 31_000);
  expect(await limit(50)).toMatchObject({ status: 'accepted' });
  expect(heard([station])).toBe(4);
});

test('the same command at the same place has to wait, whoever asks; what did nothing has not to', async () => {
  await using database = await freshDatabase();
  const env = { COOL_DOWN_SECONDS: 'reset=60,unlock=10' };
  const clock = { at: new Date(), now: () => clock.at };
  const nodeId = randomUUID();
  let word = 'Unlocked';
  const unlock = (evseId: number, actor: Actor) => ({ stationId: 'CP-1', name: 'unlock', input: { evseId }, actor });
  {
    await using node = await openCommandNode(database, { env, clock, nodeId });
    await using station = await connect(node, 'CP-1', { UnlockConnector: () => ({ status: word }) });
    const run = async (evseId: number, actor: Actor = agent) =>
      (await node.charging.runCommand(unlock(evseId, actor))).outcome;
    const at = await Promise.all(Array.from({ length: 20 }, () => node.charging.runCommand(unlock(1, agent))));
    expect(count(at)).toEqual({ Unlocked: 1, CoolingDown: 19 });
    expect(await run(1, program)).toMatchObject({
      status: 'not-sent',
      code: 'CoolingDown',
      reason: expect.stringContaining('10 seconds') as string,
    });
    expect(await run(2)).toMatchObject({ status: 'accepted' });
    expect(await run(1, system)).toMatchObject({ status: 'accepted' });
    const raw = {
      stationId: 'CP-1',
      action: 'UnlockConnector',
      payload: { evseId: 1, connectorId: 1 },
      actor: program,
    };
    expect(await node.charging.runRaw(raw)).toMatchObject({ outcome: { code: 'CoolingDown' } });
    word = 'UnlockFailed';
    expect(await run(3)).toMatchObject({ status: 'rejected' });
    expect(await run(3)).toMatchObject({ status: 'rejected' });
    expect(heard([station])).toBe(5);
  }
  await using again = await openCommandNode(database, { env, clock, nodeId });
  await using _station = await connect(again, 'CP-1', { UnlockConnector: () => ({ status: 'Unlocked' }) });
  expect(await again.charging.runCommand(unlock(2, agent))).toMatchObject({ outcome: { code: 'CoolingDown' } });
  clock.at = new Date(clock.at.getTime() + 10_001);
  expect(await again.charging.runCommand(unlock(2, agent))).toMatchObject({ outcome: { status: 'accepted' } });
});

test('a station is not restarted again under the number of another EVSE, where its version restarts all of it', async () => {
  await using database = await freshDatabase();
  await using node = await openCommandNode(database, { env: { COOL_DOWN_SECONDS: 'reset=60' } });
  const reset = (stationId: string, evseId: number) =>
    node.charging.runCommand({ stationId, name: 'reset', input: { when: 'now', evseId }, actor: agent });
  await using whole = await connectAnswering(node.ocpp, { stationId: 'CP-1', version: '1.6', answers: {} });
  const atOnce = await Promise.all([1, 2, 3].map((evseId) => reset('CP-1', evseId)));
  expect(count(atOnce)).toEqual({ Accepted: 1, CoolingDown: 2 });
  expect(await reset('CP-1', 4)).toMatchObject({ outcome: { code: 'CoolingDown' } });
  expect(heard([whole])).toBe(1);
  await using byEvse = await connect(node, 'CP-2');
  expect(await reset('CP-2', 1)).toMatchObject({ outcome: { status: 'accepted' } });
  expect(await reset('CP-2', 2)).toMatchObject({ outcome: { status: 'accepted' } });
  expect(await reset('CP-2', 1)).toMatchObject({ outcome: { code: 'CoolingDown' } });
  expect(heard([byEvse])).toBe(2);

  await using other = await openCommandNode(database, { env: { COOL_DOWN_SECONDS: 'reset=60' } });
  const elsewhere = { stationId: 'CP-1', name: 'reset', input: { when: 'now', evseId: 5 }, actor: program };
  expect(await other.charging.runCommand(elsewhere), 'from the table').toMatchObject({
    outcome: { code: 'CoolingDown' },
  });
});
