import { afterAll, beforeAll, expect, test } from 'vitest';
import { newToken } from '#contract/access/token.ts';
import type { Effect } from '#contract/commands/command.ts';
import { type AnsweringStation, connectAnswering } from '../../../test/support/answering-station.ts';
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
const at = () => new Date().toISOString();
const status = (station: AnsweringStation, evseId: number, connectorStatus: string) =>
  station.call('StatusNotification', { timestamp: at(), evseId, connectorId: 1, connectorStatus });
const transaction = (transactionId: string, eventType: string, more: object = {}) => ({
  eventType,
  timestamp: at(),
  triggerReason: 'Authorized',
  seqNo: eventType === 'Started' ? 0 : 1,
  transactionInfo: { transactionId, ...more },
});

/** What the station says after it has answered: some of it is not what was asked for. */
async function effectOf(
  stationId: string,
  ask: { name: string; input: Record<string, unknown> },
  after: (station: AnsweringStation, asked: Record<string, unknown>) => Promise<unknown>,
) {
  const answers = { UnlockConnector: () => ({ status: 'Unlocked' }) };
  await using station = await connectAnswering(node.ocpp, { stationId, version: '2.0.1', answers });
  const running = node.charging.runCommand({ stationId, ...ask, actor, waitForEffectSeconds: 8 });
  await expect.poll(() => station.asked.length).toBe(1);
  await after(station, station.asked[0]?.payload ?? {});
  const { outcome, effect } = await running;
  expect(outcome).toMatchObject({ status: 'accepted' });
  return { kind: effect?.kind, body: await bodyOf(effect) };
}

async function bodyOf(effect: Effect | null): Promise<unknown> {
  const [, id = '0'] = effect?.eventId.split('.') ?? [];
  return (await database.pool.query<{ body: object }>('select body_of(event) as body from event where id = $1', [id]))
    .rows[0]?.body;
}

test('reset: the boot that follows', async () => {
  const effect = await effectOf('RESET', { name: 'reset', input: {} }, async (station) => {
    await status(station, 1, 'Available');
    await station.call('BootNotification', bootPayload['2.0.1']);
  });
  expect(effect).toMatchObject({ kind: 'station-booted' });
});

test('reset of one EVSE: its status, since the station goes on', async () => {
  const effect = await effectOf('RESET-EVSE', { name: 'reset', input: { evseId: 2 } }, async (station) => {
    await status(station, 1, 'Occupied');
    await status(station, 2, 'Available');
  });
  expect(effect).toMatchObject({ kind: 'connector-status', body: { evseId: 2 } });
});

test('unlock: the status of that connector', async () => {
  const effect = await effectOf('UNLOCK', { name: 'unlock', input: { evseId: 2 } }, async (station) => {
    await status(station, 1, 'Occupied');
    await status(station, 2, 'Available');
  });
  expect(effect).toMatchObject({ kind: 'connector-status', body: { evseId: 2 } });
});

test('availability: a status that fits what was asked for', async () => {
  const input = { isOperative: false, evseId: 1 };
  const effect = await effectOf('AVAILABILITY', { name: 'set-availability', input }, async (station) => {
    await status(station, 2, 'Unavailable');
    await status(station, 1, 'Occupied');
    await status(station, 1, 'Unavailable');
  });
  expect(effect).toMatchObject({ kind: 'connector-status', body: { evseId: 1, status: 'unavailable' } });
});

test('start: the session that names this start, not what another one reports', async () => {
  const { token } = await node.charging.authorization.add(newToken.parse({ value: 'AABBCCDD' }), actor);
  const input = { tokenId: token.id, evseId: 1 };
  const effect = await effectOf('START', { name: 'start-session', input }, async (station, { remoteStartId }) => {
    await station.call('TransactionEvent', transaction('OTHER', 'Started'));
    await station.call('TransactionEvent', transaction('OURS', 'Started', { remoteStartId }));
  });
  expect(effect).toMatchObject({ kind: 'session-event', body: { ref: 'OURS' } });
});

test('stop: the end of that session, not a reading of it or the end of another', async () => {
  await using station = await connectAnswering(node.ocpp, { stationId: 'STOP', version: '2.0.1' });
  for (const ref of ['OURS', 'OTHER']) await station.call('TransactionEvent', transaction(ref, 'Started'));
  const session = await node.charging.sessions.findByRef('STOP', 'OURS');
  const ask = { stationId: 'STOP', name: 'stop-session', input: { sessionId: session?.id ?? '' }, actor };
  const running = node.charging.runCommand({ ...ask, waitForEffectSeconds: 8 });
  await expect.poll(() => station.asked.length).toBe(1);
  await station.call('TransactionEvent', transaction('OTHER', 'Ended'));
  await station.call('TransactionEvent', transaction('OURS', 'Updated'));
  await station.call('TransactionEvent', { ...transaction('OURS', 'Ended'), seqNo: 2 });
  const { effect } = await running;
  expect(await bodyOf(effect)).toMatchObject({ ref: 'OURS', type: 'ended' });
});

test('reset without an answer: the connection is lost, and the boot after it is told all the same', async () => {
  const station = await connectRaw(node.ocpp, 'MUTE');
  await station.ask([2, 'boot', 'BootNotification', bootPayload['2.0.1']]);
  const reset = { stationId: 'MUTE', name: 'reset', input: {}, actor };
  const running = node.charging.runCommand({ ...reset, waitForEffectSeconds: 20 });
  await station.next();
  station.socket.terminate();
  await using _back = await connectAnswering(node.ocpp, { stationId: 'MUTE', version: '2.0.1' });
  const record = await running;
  expect(record).toMatchObject({ outcome: { status: 'no-answer' }, effect: { kind: 'station-booted' } });
  expect(await node.charging.getCommand(record.id)).toMatchObject({ effect: record.effect, outcome: record.outcome });
});

test('what does nothing that could be seen without an answer is not waited for', async () => {
  const station = await connectRaw(node.ocpp, 'MUTE-UNLOCK');
  await station.ask([2, 'boot', 'BootNotification', bootPayload['2.0.1']]);
  const unlock = { stationId: 'MUTE-UNLOCK', name: 'unlock', input: { evseId: 1 }, actor };
  const running = node.charging.runCommand({ ...unlock, waitForEffectSeconds: 600 });
  await station.next();
  station.socket.terminate();
  expect(await running).toMatchObject({ outcome: { status: 'no-answer' }, effect: null });
});

test.each(['as a command', 'as an order'])(
  'stop without an answer, %s: the end of the session is told',
  async (way) => {
    const stationId = `MUTE-STOP-${way.length}`;
    const station = await connectRaw(node.ocpp, stationId);
    await station.ask([2, 'boot', 'BootNotification', bootPayload['2.0.1']]);
    await station.ask([2, 'start', 'TransactionEvent', transaction('OURS', 'Started')]);
    const sessionId = (await node.charging.sessions.findByRef(stationId, 'OURS'))?.id ?? '';
    const stop = { stationId, name: 'stop-session', input: { sessionId }, actor, waitForEffectSeconds: 20 };
    const running =
      way === 'as a command'
        ? node.charging.runCommand(stop)
        : node.charging.stopSession({ sessionId, actor, waitSeconds: 20 });
    await station.next();
    station.socket.terminate();
    await using back = await connectAnswering(node.ocpp, { stationId, version: '2.0.1' });
    await back.call('TransactionEvent', transaction('OURS', 'Ended'));
    expect(await running).toMatchObject(
      way === 'as a command'
        ? { outcome: { status: 'no-answer' }, effect: { kind: 'session-event' } }
        : { result: 'ended', command: { outcome: { status: 'no-answer' } } },
    );
  },
);
