import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import type { WebSocket } from 'ws';
import { LogLimiter } from '#base/every.ts';
import { TokenBucket } from '#base/token-bucket.ts';
import type { Charging } from '#charging/open-charging.ts';
import { UnadoptedBudget } from '#ledger/unadopted.ts';
import { type Business, fakeBusiness } from '../../../../test/support/fake-business.ts';
import { v16 } from '../v16/version.ts';
import { StationBudgets } from './station-budgets.ts';
import { type LinkNeeds, StationLink } from './station-link.ts';

const startedAt = new Date('2026-03-01T08:00:00Z').getTime();

/** Time that passes when it is told to. */
function handClock() {
  const timers = new Set<{ dueAt: number; wake: () => void }>();
  let passedMs = 0;
  return {
    now: () => new Date(startedAt + passedMs),
    elapsedMs: () => passedMs,
    after(delayMs: number, wake: () => void) {
      const timer = { dueAt: passedMs + delayMs, wake };
      timers.add(timer);
      return () => void timers.delete(timer);
    },
    pass(ms: number) {
      passedMs += ms;
      for (const timer of [...timers]) if (timer.dueAt <= passedMs && timers.delete(timer)) timer.wake();
    },
  };
}

/** The socket of a station, which writes down what is done to it. */
class FakeSocket extends EventEmitter {
  readonly OPEN = 1;
  readyState = 1;
  extensions = '';
  bufferedAmount = 0;
  readonly seen: unknown[][] = [];
  readonly pause = () => this.note('pause');
  readonly resume = () => this.note('resume');
  readonly ping = () => this.note('ping');
  readonly terminate = () => this.note('terminate');
  readonly send = (frame: string) => this.note('send', frame);
  readonly close = (code: number, sentence: string) => this.note('close', code, sentence);

  private note(...what: unknown[]): void {
    this.seen.push(what);
  }
}

type Given = {
  business?: Business;
  isPending?: boolean;
  hold?: { isCurrent: boolean };
};

function linked({ business, isPending = false, hold }: Given = {}) {
  const { charging, recorded } = fakeBusiness<Charging>({ 'quirks.isOn': true, ...business });
  const time = handClock();
  const socket = new FakeSocket();
  const counts: unknown[][] = [];
  const lines: string[] = [];
  const note = (_facts: unknown, line: string) => void lines.push(line);
  const link = new StationLink({
    stationId: 'CP-1',
    version: v16,
    address: '192.0.2.1',
    socket: socket as unknown as WebSocket,
    isPending,
    needs: {
      charging,
      time,
      hold,
      ledger: { commit: async () => undefined },
      redactTokens: (frame: string) => frame,
      strangers: new TokenBucket({ perSecond: 1, burst: 10_000 }),
      unadopted: new UnadoptedBudget(),
      recorder: { record: () => undefined, countHeartbeat: () => undefined },
      metrics: {
        answered: () => undefined,
        refused: () => undefined,
        leftOut: () => undefined,
        slowed: (budget: string) => void counts.push(['slowed', budget]),
        cut: (budget: string) => void counts.push(['cut', budget]),
      },
      budgets: new StationBudgets({ messagesPerSecond: 200, elapsedMs: time.elapsedMs }),
      logLimiter: new LogLimiter({ elapsedMs: time.elapsedMs }),
      log: { debug: note, info: note, warn: note, error: note },
    } as unknown as LinkNeeds,
  });
  link.open();
  const hear = (...frame: unknown[]) => socket.emit('message', Buffer.from(JSON.stringify(frame)), false);
  const sent = () =>
    socket.seen.filter(([what]) => what === 'send').map(([, frame]) => JSON.parse(frame as string) as unknown[]);
  return { link, socket, time, recorded, counts, lines, hear, sent };
}

/** Whatever is to be done at once is done. */
const settled = () => new Promise(setImmediate);

test('what a station says is answered, and its time is noted', async () => {
  const { link, time, hear, sent } = linked();
  time.pass(5_000);
  hear(2, 'm-1', 'Heartbeat', {});
  await settled();
  expect(sent()).toMatchObject([[3, 'm-1', { currentTime: '2026-03-01T08:00:05.000Z' }]]);
  expect([link.lastHeardAt, link.lastSpokeAt, link.waitsSince]).toEqual([5_000, 5_000, Number.POSITIVE_INFINITY]);
});

test('bytes that are no text end the connection', () => {
  const { link, socket } = linked();
  socket.emit('message', Buffer.from('x'), true);
  expect(socket.seen).toContainEqual(['close', 1003, 'OCPP speaks text']);
  expect(link.endReason).toBe('refused-input');
});

test('a fault of ours ends the connection, so that the station keeps its message', async () => {
  const { link, socket, hear, lines } = linked({
    business: {
      recordBoot: () => {
        throw new Error('a fault');
      },
    },
  });
  hear(2, 'm-1', 'BootNotification', { chargePointVendor: 'v', chargePointModel: 'm' });
  await settled();
  expect(socket.seen).toContainEqual(['close', 1011, 'Internal error']);
  expect(link.endReason).toBe('refused-input');
  expect(lines).toContain('a frame could not be handled');
});

test('what was on its way when the connection ended is not answered', async () => {
  const { link, hear, sent } = linked();
  link.end(1001, 'The server is stopping', 'server-stopped');
  hear(2, 'm-1', 'Heartbeat', {});
  await settled();
  expect(sent()).toEqual([]);
});

test('a connection that is accepted is recorded once', async () => {
  const { link, recorded } = linked({ isPending: true });
  await link.accept();
  await link.accept();
  expect(link.isPending).toBe(false);
  expect(recorded.filter(([path]) => path === 'recordConnected')).toHaveLength(1);
});

test('a call of ours is sent and ends with its answer', async () => {
  const { link, hear, sent } = linked();
  const outcome = link.call('Reset', { type: 'Soft' });
  const [[type, messageId, action, payload] = []] = sent();
  expect([type, action, payload]).toEqual([2, 'Reset', { type: 'Soft' }]);
  hear(3, messageId, { status: 'Accepted' });
  expect(await outcome).toEqual({ status: 'answered', payload: { status: 'Accepted' } });
});

test.each<[string, string, object, string]>([
  ['of another version', 'SetVariables', {}, 'OCPP 1.6 has no message SetVariables.'],
  ['that does not fit its schema', 'Reset', { type: 7 }, 'Reset does not fit OCPP 1.6: "type"'],
])('a call %s is not sent', (_what, action, payload, why) => {
  const { link, sent } = linked();
  expect(() => link.call(action, payload)).toThrow(why);
  expect(sent()).toEqual([]);
});

test('no command leaves while two connections claim the station, or while this node may have lost it', async () => {
  const frozen = linked();
  frozen.link.isFrozen = () => true;
  expect(await frozen.link.call('Reset', { type: 'Soft' })).toMatchObject({ status: 'not-sent' });
  const lost = linked({ hold: { isCurrent: false } });
  expect(await lost.link.call('Reset', { type: 'Soft' })).toMatchObject({
    status: 'not-sent',
    reason: 'this node has yet to see whether it holds the station',
  });
  expect([...frozen.sent(), ...lost.sent()]).toEqual([]);
  expect(await linkedCall({ isCurrent: true })).toHaveLength(1);
});

async function linkedCall(hold: { isCurrent: boolean }) {
  const { link, sent } = linked({ hold });
  void link.call('Reset', { type: 'Soft' });
  return sent();
}

test('a station is alive when it answers a ping before the deadline', async () => {
  const { link, socket, time } = linked();
  const answered = link.isAlive(3_000);
  expect(socket.seen).toContainEqual(['ping']);
  socket.emit('pong');
  expect(await answered).toBe(true);
  const silent = link.isAlive(3_000);
  time.pass(3_000);
  expect(await silent).toBe(false);
  const closing = link.isAlive(3_000);
  socket.emit('close');
  expect(await closing).toBe(false);
  expect([socket.listenerCount('pong'), socket.listenerCount('message')]).toEqual([1, 1]);
  socket.readyState = 3;
  expect(await link.isAlive(3_000)).toBe(false);
});

test('a station that said something a moment ago is not asked whether it is there', async () => {
  const { link, time, hear, sent } = linked();
  hear(2, 'm-1', 'Heartbeat', {});
  await settled();
  time.pass(1_999);
  expect(await link.speaks(10_000)).toBe(true);
  expect(sent()).toHaveLength(1);
});

test('a station that has been silent is asked for a heartbeat; whatever it says shows that it is there', async () => {
  const { link, time, hear, sent } = linked();
  hear(2, 'm-1', 'Heartbeat', {});
  await settled();
  time.pass(2_000);
  const speaks = link.speaks(10_000);
  expect(sent()[1]).toMatchObject([2, expect.any(String), 'TriggerMessage', { requestedMessage: 'Heartbeat' }]);
  hear(4, 'other', 'GenericError', '', {});
  expect(await speaks).toBe(true);
  time.pass(10_001);
  const silent = link.speaks(10_000);
  time.pass(10_000);
  expect(await silent).toBe(false);
});

test('a station that waits for its answer to a call of ours is not asked a second time', () => {
  const { link, sent } = linked();
  void link.call('Reset', { type: 'Soft' });
  void link.speaks(10_000);
  expect(sent().map(([, , action]) => action)).toEqual(['Reset']);
});

test('a station that does not read what is sent is cut', () => {
  const { link, socket } = linked();
  socket.bufferedAmount = 256 * 1024;
  link.send('{}');
  expect(socket.seen).toContainEqual(['send', '{}']);
  socket.bufferedAmount += 1;
  link.send('{}');
  expect(socket.seen.filter(([what]) => what === 'send')).toHaveLength(1);
  expect(socket.seen).toContainEqual(['terminate']);
  expect(link.endReason).toBe('no-answer');
});

test('a station over its budget is read more slowly, and counts as there meanwhile', async () => {
  const { link, socket, hear, counts, lines } = linked();
  for (let count = 0; count < 601; count += 1) hear(3, `m-${count}`, {}); // answers that nobody asked for: noise
  expect(link.isHeldBack).toBe(true);
  expect(socket.seen.at(-1)).toEqual(['pause']);
  expect(counts).toEqual([['slowed', 'noise']]);
  expect(lines.filter((line) => line === 'station sends too much and is read more slowly')).toHaveLength(1);
  expect([await link.isAlive(1), await link.speaks(1)]).toEqual([true, true]);
});

test('a station that is far over its budget is cut off, with a second to read why', () => {
  const { link, socket, time, hear, counts } = linked();
  for (let count = 0; count < 1_202; count += 1) hear(3, `m-${count}`, {});
  expect(counts).toEqual([
    ['slowed', 'noise'],
    ['cut', 'noise'],
  ]);
  expect(socket.seen).toContainEqual(['close', 1008, 'Far too much was sent']);
  expect(link.endReason).toBe('over-budget');
  time.pass(999);
  expect(socket.seen).not.toContainEqual(['terminate']);
  time.pass(1);
  expect(socket.seen).toContainEqual(['terminate']);
});

test('a connection that ends leaves no call without an outcome', async () => {
  const { link, socket } = linked();
  const sent = link.call('Reset', { type: 'Soft' });
  const waiting = link.call('ClearCache', {});
  socket.emit('close');
  expect(await sent).toMatchObject({ status: 'no-answer' });
  expect(await waiting).toMatchObject({ status: 'not-sent' });
});

test('the end of a connection is recorded with its reason', async () => {
  const { link, recorded } = linked();
  link.epoch = 7;
  link.terminate('replaced');
  await link.recordDisconnected();
  expect(recorded).toContainEqual(['recordDisconnected', { stationId: 'CP-1', epoch: 7, reason: 'replaced' }]);
});
