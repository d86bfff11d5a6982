import { afterAll, beforeAll, expect, test } from 'vitest';
import { newToken } from '#contract/access/token.ts';
import { actorOf, type CommandNode, openCommandNode } from '../../../test/support/command-node.ts';
import { type FreshDatabase, freshDatabase } from '../../../test/support/postgres.ts';
import { bootPayload, connectRaw } from '../../../test/support/raw-station.ts';

let database: FreshDatabase;
let node: CommandNode;
beforeAll(async () => {
  database = await freshDatabase();
  node = await openCommandNode(database);
});
afterAll(async () => {
  await node[Symbol.asyncDispose]();
  await database[Symbol.asyncDispose]();
});

const actor = actorOf('person');

async function connect(stationId: string) {
  const station = await connectRaw(node.ocpp, stationId);
  await station.ask([2, 'boot', 'BootNotification', bootPayload['2.0.1']]);
  return station;
}

const clear = (stationId: string, signal: AbortSignal) =>
  node.charging.runCommand({ stationId, name: 'clear-cache', input: {}, actor, signal });

test('cancelled before it was asked: it is in the books as not sent', async () => {
  await using _station = await connect('EARLY');
  const cancelled = { outcome: { status: 'not-sent', code: 'Cancelled' } };
  expect(await clear('EARLY', AbortSignal.abort())).toMatchObject(cancelled);
  expect(await node.charging.findCommands('EARLY', 9)).toMatchObject([cancelled]);
});

test('cancelled while others were before it: it does not leave', async () => {
  await using station = await connect('QUEUED');
  const first = clear('QUEUED', new AbortController().signal);
  const [, id] = (await station.next()) as [number, string];
  const cancel = new AbortController();
  const second = clear('QUEUED', cancel.signal);
  await expect.poll(async () => (await node.charging.findCommands('QUEUED', 9)).length).toBe(2);
  cancel.abort();
  expect(await second).toMatchObject({ outcome: { status: 'not-sent', code: 'Cancelled' } });
  station.send(JSON.stringify([3, id, { status: 'Accepted' }]));
  expect(await first).toMatchObject({ outcome: { status: 'accepted' } });
});

test('cancelled while the station was asked: nobody waits, and what it answers later is kept', async () => {
  await using station = await connect('SENT');
  const cancel = new AbortController();
  const running = clear('SENT', cancel.signal);
  const [, id] = (await station.next()) as [number, string];
  cancel.abort();
  const { id: commandId, outcome } = await running;
  expect(outcome).toMatchObject({
    status: 'no-answer',
    code: 'Cancelled',
    reason: 'cancelled while waiting for the answer',
  });
  station.send(JSON.stringify([3, id, { status: 'Accepted' }]));
  await expect
    .poll(async () => (await node.charging.getCommand(commandId)).lateAnswer)
    .toMatchObject({ action: 'ClearCache', answer: { status: 'Accepted' } });
});

test('cancelled while its effect was waited for: the answer counts', async () => {
  await using station = await connect('EFFECT');
  const cancel = new AbortController();
  const ask = { stationId: 'EFFECT', name: 'reset', input: {}, actor, signal: cancel.signal, waitForEffectSeconds: 60 };
  const running = node.charging.runCommand(ask);
  const [, id] = (await station.next()) as [number, string];
  station.send(JSON.stringify([3, id, { status: 'Accepted' }]));
  await station.ask([2, 'after', 'Heartbeat', {}]);
  cancel.abort();
  expect(await running).toMatchObject({ outcome: { status: 'accepted' }, effect: null });
});

test('a start that is cancelled does not leave, or is not waited for', async () => {
  await using station = await connect('START');
  const { token } = await node.charging.authorization.add(newToken.parse({ value: 'AABBCCDD' }), actor);
  const start = { stationId: 'START', tokenId: token.id, actor, waitSeconds: 60 };
  expect(await node.charging.startSession({ ...start, signal: AbortSignal.abort() })).toMatchObject({
    result: 'not-sent',
    command: { outcome: { code: 'Cancelled' } },
  });
  const cancel = new AbortController();
  const running = node.charging.startSession({ ...start, signal: cancel.signal });
  const [, , action] = (await station.next()) as [number, string, string];
  expect(action).toBe('RequestStartTransaction');
  cancel.abort();
  expect(await running).toMatchObject({ result: 'no-answer', command: { outcome: { code: 'Cancelled' } } });
});
