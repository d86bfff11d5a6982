import { randomUUID } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { newToken } from '#contract/access/token.ts';
import type { CommandRecord } from '#contract/commands/command.ts';
import { type Actor, system } from '#principals/actor.ts';
import { connectAnswering } from '../../../test/support/answering-station.ts';
import { actorOf, openCommandNode } from '../../../test/support/command-node.ts';
import { eventLog } from '../../../test/support/event-log.ts';
import { type FreshDatabase, freshDatabase } from '../../../test/support/postgres.ts';
import { bootPayload, connectRaw } from '../../../test/support/raw-station.ts';

const person = actorOf('person');
const unlock = (stationId: string, actor: Actor = person) => ({
  stationId,
  name: 'unlock',
  input: { evseId: 1 },
  actor,
});
const unlocked = { UnlockConnector: () => ({ status: 'Unlocked' }) };
const blocked = {
  outcome: { status: 'not-sent', code: 'KillSwitch', reason: expect.stringContaining('kill switch') as string },
};

async function audited(database: FreshDatabase): Promise<{ action: string; outcome: string; principal: string }[]> {
  const sql = 'select action, outcome, principal from audit order by seq';
  return (await database.pool.query<{ action: string; outcome: string; principal: string }>(sql)).rows;
}

test('while it is on no command leaves, whoever asks and whichever way, and it is told and audited', async () => {
  await using database = await freshDatabase();
  await using node = await openCommandNode(database);
  const { charging } = node;
  await using station = await connectAnswering(node.ocpp, { stationId: 'CP-1', version: '2.0.1', answers: unlocked });
  const { token } = await charging.authorization.add(newToken.parse({ value: 'AABBCCDD' }), person);
  expect(charging.killSwitch.current()).toMatchObject({ isOn: false, since: null });
  await charging.killSwitch.change({ isOn: true, why: 'smoke at the depot' }, person);
  expect(charging.killSwitch.current()).toMatchObject({ isOn: true, why: 'smoke at the depot', by: 'person' });

  for (const actor of [person, actorOf('program'), actorOf('agent'), system])
    expect(await charging.runCommand(unlock('CP-1', actor))).toMatchObject(blocked);
  const many = { stationIds: ['CP-1'], name: 'reset', input: {}, actor: person };
  expect(await charging.runManyCommands(many)).toMatchObject([blocked]);
  expect(await charging.runRaw({ stationId: 'CP-1', action: 'ClearCache', payload: {}, actor: person })).toMatchObject(
    blocked,
  );
  const start = { stationId: 'CP-1', tokenId: token.id, actor: person, waitSeconds: 5 };
  expect(await charging.startSession(start)).toMatchObject({ result: 'not-sent', command: blocked });
  const reserve = charging.reservations.create({ stationId: 'CP-1', tokenId: token.id, minutes: 5 }, person);
  await expect(reserve).rejects.toThrow('kill switch');
  expect(station.asked).toEqual([]);

  const [newest] = await charging.findCommands('CP-1', 1);
  expect(newest).toMatchObject({ name: 'keep-reservation', ...blocked, endedAt: expect.any(String) as string });
  const commands = (await audited(database)).filter(({ action }) => action.startsWith('command:'));
  expect(commands).toHaveLength(8);
  expect(new Set(commands.map(({ outcome }) => outcome))).toEqual(new Set(['refused']));

  await charging.killSwitch.change({ isOn: false }, person);
  expect(await charging.runCommand(unlock('CP-1'))).toMatchObject({ outcome: { status: 'accepted' } });
  expect(station.asked).toHaveLength(1);
  const switched = (await audited(database)).filter(({ action }) => action.startsWith('kill-switch-'));
  expect(switched.map(({ action, principal }) => [action, principal])).toEqual([
    ['kill-switch-on', 'person'],
    ['kill-switch-off', 'person'],
  ]);
});

test('an agent switches nothing, and whoever switches it on again leaves the first reason', async () => {
  await using database = await freshDatabase();
  await using node = await openCommandNode(database);
  const { killSwitch } = node.charging;
  for (const isOn of [true, false])
    await expect(killSwitch.change({ isOn }, actorOf('agent'))).rejects.toThrow('agent');
  const first = await killSwitch.change({ isOn: true, why: 'first' }, person);
  expect(await killSwitch.change({ isOn: true, why: 'second' }, actorOf('program'))).toMatchObject({
    why: 'first',
    since: first.since,
  });
});

test('one that could not be written down does not hold, and whoever switched it hears so', async () => {
  await using database = await freshDatabase();
  await using node = await openCommandNode(database);
  await database.pool.query("alter table kill_switch add constraint never check (why <> 'unwritable')");
  const { killSwitch } = node.charging;
  await expect(killSwitch.change({ isOn: true, why: 'unwritable' }, person)).rejects.toThrow('cannot store');
  expect(killSwitch.current().isOn).toBe(false);
  expect(killSwitch.holding.aborted).toBe(false);
});

test.each([[['fine', 'unwritable']], [['unwritable', 'fine']]])(
  'of two who switch it on at once one cannot be written down (%j): nothing is let go, and the other holds',
  async (whys) => {
    await using database = await freshDatabase();
    await using node = await openCommandNode(database);
    await database.pool.query("alter table kill_switch add constraint never check (why <> 'unwritable')");
    const { killSwitch } = node.charging;
    for (let round = 0; round < 5; round += 1) {
      const switched = whys.map((why) => killSwitch.change({ isOn: true, why }, person));
      const { holding } = killSwitch;
      const told = await Promise.allSettled(switched);
      expect(killSwitch.holding, 'the same hold as from the beginning').toBe(holding);
      expect(killSwitch.current()).toMatchObject({ isOn: true, why: 'fine' });
      const fine = whys.indexOf('fine');
      expect(told[fine]).toMatchObject({ status: 'fulfilled', value: { isOn: true, why: 'fine' } });
      await killSwitch.change({ isOn: false }, person);
    }
    const both = await Promise.allSettled(
      [1, 2].map(() => killSwitch.change({ isOn: true, why: 'unwritable' }, person)),
    );
    expect(both).toMatchObject([{ status: 'rejected' }, { status: 'rejected' }]);
    expect(killSwitch.current().isOn).toBe(false);
    expect(killSwitch.holding.aborted).toBe(false);
  },
);

test('switched on here a moment after it was lifted elsewhere, it holds', async () => {
  await using database = await freshDatabase();
  await using one = await openCommandNode(database);
  await using two = await openCommandNode(database);
  await one.charging.killSwitch.change({ isOn: true, why: 'first' }, person);
  await expect.poll(() => two.charging.killSwitch.current().isOn).toBe(true);
  await one.charging.killSwitch.change({ isOn: false }, person);
  await two.charging.killSwitch.change({ isOn: true, why: 'again' }, person); // two may still believe that it is on
  await expect.poll(() => one.charging.killSwitch.current()).toMatchObject({ isOn: true, why: 'again' });
  expect(two.charging.killSwitch.current()).toMatchObject({ isOn: true, why: 'again' });
});

test('commands that wait in a queue do not leave; the one that was sent keeps its answer', async () => {
  await using database = await freshDatabase();
  await using node = await openCommandNode(database);
  await using station = await connectRaw(node.ocpp, 'CP-1');
  await station.ask([2, 'boot', 'BootNotification', bootPayload['2.0.1']]);
  const { charging } = node;
  const first = charging.runCommand(unlock('CP-1'));
  const [, id] = (await station.next()) as [number, string];
  const waiting = Promise.all([1, 2, 3].map(() => charging.runCommand(unlock('CP-1'))));
  await expect.poll(async () => (await charging.findCommands('CP-1', 10)).length).toBe(4);
  await charging.killSwitch.change({ isOn: true }, person);
  expect(await waiting).toMatchObject([blocked, blocked, blocked]); // at once: nobody waits for the first one's answer
  await charging.killSwitch.change({ isOn: false }, person);
  station.send(JSON.stringify([3, id, { status: 'Unlocked' }]));
  expect(await first).toMatchObject({ outcome: { status: 'accepted' } });
  // What was refused stays refused: the next thing the station hears is asked after that.
  const after = charging.runCommand({ stationId: 'CP-1', name: 'clear-cache', input: {}, actor: person });
  const [, next, action] = (await station.next()) as [number, string, string];
  expect(action).toBe('ClearCache');
  station.send(JSON.stringify([3, next, { status: 'Accepted' }]));
  await after;
  const outcomes = (await audited(database)).filter(({ action: each }) => each === 'command:unlock');
  expect(outcomes.filter(({ outcome }) => outcome === 'refused')).toHaveLength(3);
});

test('a command of several messages that is stopped between them says that a part was sent', async () => {
  await using database = await freshDatabase();
  await using node = await openCommandNode(database);
  await using station = await connectRaw(node.ocpp, 'CP-1', { protocols: ['ocpp1.6'] });
  await station.ask([2, 'boot', 'BootNotification', bootPayload['1.6']]);
  const { charging } = node;
  const variables = ['HeartbeatInterval', 'ConnectionTimeOut'].map((name) => ({ name, value: '60' }));
  const setting = charging.runCommand({
    stationId: 'CP-1',
    name: 'set-variables',
    input: { variables },
    actor: person,
  });
  const [, id] = (await station.next()) as [number, string];
  await charging.killSwitch.change({ isOn: true }, person);
  station.send(JSON.stringify([3, id, { status: 'Accepted' }]));
  expect(await setting).toMatchObject({
    outcome: { status: 'no-answer', code: 'KillSwitch', reason: expect.stringContaining('only a part') as string },
  });
});

test('it holds on every node, also while a long transaction is open, and survives a restart', async () => {
  await using database = await freshDatabase();
  const nodeId = randomUUID();
  const backup = await database.connect();
  await backup.query('begin');
  await backup.query("select pg_current_xact_id(), set_config('application_name', 'a long read', false)");
  {
    await using one = await openCommandNode(database);
    await using two = await openCommandNode(database, { nodeId });
    await using station = await connectAnswering(two.ocpp, { stationId: 'CP-1', version: '2.0.1', answers: unlocked });
    await one.charging.killSwitch.change({ isOn: true, why: 'drill' }, person);
    const askedAt = performance.now();
    let last: CommandRecord;
    do last = await two.charging.runCommand(unlock('CP-1'));
    while (last.outcome?.code !== 'KillSwitch' && performance.now() - askedAt < 30_000); // it is read twice a second
    expect(last).toMatchObject(blocked);
    const { length } = station.asked;
    await two.charging.runCommand(unlock('CP-1'));
    expect(station.asked).toHaveLength(length);
  }
  await backup.end();
  await using again = await openCommandNode(database, { nodeId });
  expect(again.charging.killSwitch.current()).toMatchObject({ isOn: true, why: 'drill', by: 'person' });
  await again.charging.killSwitch.change({ isOn: false }, person);
});

test('what keeps a station in sync is put off where it stands, without a word, and carries on when that is lifted', async () => {
  await using database = await freshDatabase();
  const log = eventLog();
  await using node = await openCommandNode(database, { isKeepingStations: true, log });
  const { charging } = node;
  await charging.authorization.add(newToken.parse({ value: 'AABBCCDD' }), person);
  let switched: Promise<unknown> | undefined;
  await using station = await connectAnswering(node.ocpp, {
    stationId: 'CP-1',
    version: '1.6',
    answers: {
      GetLocalListVersion: () => {
        switched ??= charging.killSwitch.change({ isOn: true }, person); // in the middle of the visit
        return { listVersion: 0 };
      },
      GetConfiguration: ({ key }) => ({
        configurationKey: (key as string[]).map((each) => ({ key: each, readonly: false, value: told[each] ?? '' })),
      }),
    },
  });
  await charging.localLists.setMode('CP-1', { mode: 'auto' }, person);
  await expect.poll(() => switched, { timeout: 5_000 }).toBeDefined();
  await switched;
  const heard = () => station.asked.map(({ action }) => action);
  expect(heard()).not.toContain('SendLocalList');
  await charging.killSwitch.change({ isOn: false }, person);
  await expect.poll(heard, { timeout: 5_000 }).toContain('SendLocalList');
  const commands = await charging.findCommands('CP-1', 100);
  expect(commands.filter(({ outcome }) => outcome?.code === 'KillSwitch').length).toBeLessThanOrEqual(1);
  expect(log.lines.filter(({ sentence }) => sentence.includes('later'))).toEqual([]);
});

const told: Record<string, string> = {
  LocalAuthListEnabled: 'true',
  SendLocalListMaxLength: '100',
  LocalAuthListMaxLength: '100',
  SupportedFeatureProfiles: 'Core,LocalAuthListManagement',
};

test('whatever leaves for a station leaves through the one gate', () => {
  const folder = join(import.meta.dirname, '..', '..', 'doors', 'ocpp');
  const callers = globSync('**/*.ts', { cwd: folder, exclude: ['**/*.test.ts'] }).filter((file) =>
    /\blink\.call\(/.test(readFileSync(join(folder, file), 'utf8')),
  );
  expect(callers).toEqual(['station-commands.ts']);
});
