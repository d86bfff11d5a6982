import { expect, test } from 'vitest';
import { LogLimiter } from '#base/every.ts';
import { TokenBucket } from '#base/token-bucket.ts';
import type { Charging } from '#charging/open-charging.ts';
import type { NewEvent } from '#ledger/ledger-types.ts';
import { UnadoptedBudget } from '#ledger/unadopted.ts';
import { type Business, fakeBusiness } from '../../../../test/support/fake-business.ts';
import { v16 } from '../v16/version.ts';
import { v21 } from '../v21/version.ts';
import { v201 } from '../v201/version.ts';
import type { Version } from '../version.ts';
import type { LoggedExchange } from './exchange-log.ts';
import { FrameHandler, type FrameHandlerOptions } from './frame-handler.ts';
import type { CallOutcome } from './rpc/call-queue.ts';
import { readFrame } from './rpc/frame.ts';

const at = new Date('2026-03-01T08:00:00Z');

type Given = {
  version?: Version;
  isPending?: boolean;
  hasBooted?: boolean;
  business?: Business;
  /** The action of our call that waits for its answer, under the message id `ours`. */
  waiting?: string;
  /** The same for a call that we stopped waiting for. */
  overdue?: string;
};

/** A connection that writes down what its frames lead to. */
function connection({ version = v16, isPending = false, hasBooted = true, business, waiting, overdue }: Given = {}) {
  const { charging, recorded } = fakeBusiness<Charging>({ 'quirks.isOn': false, ...business });
  const seen = {
    sent: [] as unknown[],
    ended: [] as unknown[],
    accepted: 0,
    events: [] as NewEvent[],
    exchanges: [] as LoggedExchange[],
    unasked: [] as unknown[],
    outcomes: [] as CallOutcome[],
    noise: 0,
    counts: [] as unknown[][],
    lines: [] as string[],
    recorded,
  };
  const link = {
    stationId: 'CP-1',
    version,
    isPending,
    hasBooted,
    accept: async () => void (seen.accepted += 1),
    send: (frame: string) => void seen.sent.push(JSON.parse(frame)),
    end: (...why: unknown[]) => void seen.ended.push(why),
  };
  const note = (_facts: unknown, line: string) => void seen.lines.push(line);
  const handler = new FrameHandler({
    link,
    needs: {
      charging,
      ledger: { commit: async (entry: { events: NewEvent[] }) => seen.events.push(...entry.events) },
      redactTokens: (frame: string) => frame,
      strangers: new TokenBucket({ perSecond: 1, burst: 10_000 }),
      unadopted: new UnadoptedBudget(),
      recorder: { countHeartbeat: (stationId: string) => void seen.counts.push(['heartbeat', stationId]) },
      metrics: {
        answered: (...what: unknown[]) => void seen.counts.push(['answered', ...what]),
        refused: (...what: unknown[]) => void seen.counts.push(['refused', ...what]),
        leftOutReadings: (readings: number) => void seen.counts.push(['left out', readings]),
      },
      logLimiter: new LogLimiter(),
      log: { debug: note, warn: note, error: note },
    } as unknown as FrameHandlerOptions['needs'],
    calls: {
      actionOf: (messageId) => (messageId === 'ours' ? waiting : undefined),
      answer: (messageId, outcome) => messageId === 'ours' && waiting !== undefined && seen.outcomes.push(outcome) > 0,
      takeOverdue: (messageId) =>
        messageId === 'ours' && overdue !== undefined
          ? { messageId, action: overdue, payload: {}, requestId: 7, sentAt: at }
          : undefined,
    },
    exchanges: {
      add: (exchange) => void seen.exchanges.push(exchange),
      addUnasked: (...what) => void seen.unasked.push(what),
      addNotice: (notice) => void seen.exchanges.push({ ...notice, answer: null }),
    },
    meter: { spend: (_kind, cost) => void (seen.noise += cost) },
  });
  const says = (text: string) => handler.handle({ read: readFrame(text, version), text, at });
  return { ...seen, seen, link, handler, says, call: (...frame: unknown[]) => says(JSON.stringify(frame)) };
}

const boot = { chargePointVendor: 'v', chargePointModel: 'm' };
const booted = (status: string) => ({ recordBoot: { status, now: at, intervalSeconds: 60 } });

test('a call is answered under its own message id, written down and counted', async () => {
  const { call, sent, exchanges, counts, recorded } = connection();
  await call(2, 'm-1', 'StatusNotification', { connectorId: 1, status: 'Available', errorCode: 'NoError' });
  expect(sent).toEqual([[3, 'm-1', {}]]);
  expect(exchanges).toMatchObject([{ action: 'StatusNotification', messageId: 'm-1', outcome: 'answered', at }]);
  expect(counts).toEqual([['answered', '1.6', 'StatusNotification', at]]);
  expect(recorded).toContainEqual(['noteSeen', 'CP-1', at]);
});

test('a heartbeat is counted and not written down', async () => {
  const { call, handler, exchanges, counts } = connection();
  await call(2, 'm-1', 'Heartbeat', {});
  await call(2, 'm-2', 'Heartbeat', {});
  expect(handler.heartbeats).toBe(2);
  expect(counts.filter(([what]) => what === 'heartbeat')).toEqual([
    ['heartbeat', 'CP-1'],
    ['heartbeat', 'CP-1'],
  ]);
  expect(exchanges).toEqual([]);
});

test('a boot that is accepted accepts the connection, before the station reads so', async () => {
  const { call, seen, link } = connection({ isPending: true, hasBooted: false, business: booted('accepted') });
  const order: string[] = [];
  link.accept = async () => void order.push('accepted');
  link.send = () => void order.push('sent');
  await call(2, 'm-1', 'BootNotification', boot);
  expect(order).toEqual(['accepted', 'sent']);
  expect(link.hasBooted).toBe(true);
  expect(seen.recorded).not.toContainEqual(['noteSeen', 'CP-1', at]);
});

test('a boot that stays pending accepts nothing', async () => {
  const { call, link, seen } = connection({ isPending: true, hasBooted: false, business: booted('pending') });
  await call(2, 'm-1', 'BootNotification', boot);
  expect(link.hasBooted).toBe(false);
  expect(seen.accepted).toBe(0);
  expect(seen.sent).toMatchObject([[3, 'm-1', { status: 'Pending' }]]);
});

test('a call that is refused is answered with the code of its version', async () => {
  const { call, sent, counts, exchanges } = connection();
  await call(2, 'm-1', 'Nothing', {});
  expect(sent).toEqual([[4, 'm-1', 'NotImplemented', 'OCPP 1.6 has no message of this name.', {}]]);
  expect(counts).toEqual([['refused', '1.6', 'NotImplemented']]);
  expect(exchanges).toMatchObject([{ action: 'Nothing', outcome: 'error' }]);
});

test.each<[string, Version, string, unknown[]]>([
  ['no JSON', v16, 'x', ['-1', 'FormationViolation']],
  ['a call of three elements', v21, '[2,"m-1","Heartbeat"]', ['m-1', 'RpcFrameworkError']],
  ['an unknown type in 1.6', v16, '[9,"m-1"]', []],
  ['an unknown type in 2.0.1', v201, '[9,"m-1"]', ['m-1', 'MessageTypeNotSupported']],
])('%s costs noise, and is answered as its version has it', async (_what, version, text, answer) => {
  const { says, seen } = connection({ version });
  await says(text);
  expect(seen.noise).toBe(1);
  expect(seen.sent.flatMap((frame) => (frame as unknown[]).slice(1, 3))).toEqual(answer);
  expect(seen.exchanges).toMatchObject([{ outcome: 'unreadable', request: text }]);
});

test('a broken call that carries energy is kept before it is refused', async () => {
  const { says, events } = connection();
  await says('[2,"m-1","StopTransaction"]');
  await says('[2,"m-2","Heartbeat"]');
  expect(events).toMatchObject([{ kind: 'message-refused', body: { action: 'StopTransaction', fault: 'framework' } }]);
});

test('the twentieth frame in a row that nobody can read ends the connection', async () => {
  const { says, call, ended } = connection();
  for (let count = 0; count < 19; count += 1) await says('x');
  await call(2, 'm-1', 'Heartbeat', {});
  for (let count = 0; count < 19; count += 1) await says('x');
  expect(ended).toEqual([]);
  await says('x');
  expect(ended).toEqual([[1007, 'Too many unreadable messages', 'refused-input']]);
});

test('SEND is taken without an answer, and written down as an error where nobody takes it', async () => {
  const { call, sent, exchanges } = connection({ version: v21 });
  const drop = { id: 1, pending: 0, basetime: at.toISOString(), data: [{ t: 0, v: '1' }] };
  await call(6, 'm-1', 'NotifyPeriodicEventStream', drop);
  await call(6, 'm-2', 'Nothing', {});
  expect(sent).toEqual([]);
  expect(exchanges.map(({ outcome }) => outcome)).toEqual(['heard', 'error']);
});

test('the station that could not read our answer is named in the ledger, with the action that was answered', async () => {
  const { call, seen } = connection({ version: v21 });
  await call(2, 'm-1', 'Heartbeat', {});
  await call(5, 'm-1', 'FormatViolation', 'no', {});
  await call(5, 'm-0', 'FormatViolation', 'no', {});
  expect(seen.events).toMatchObject([
    { kind: 'answer-refused', stationId: 'CP-1', body: { messageId: 'm-1', action: 'Heartbeat', omitted: 0 } },
    { kind: 'answer-refused', body: { messageId: 'm-0', action: null } },
  ]);
  expect(seen.noise).toBe(2);
  await call(5, 'm-0', 'FormatViolation', 'no', {});
  expect(seen.events).toHaveLength(2);
});

test('nothing is written into the ledger for a station that nobody has accepted', async () => {
  const { call, events, lines } = connection({ version: v21, isPending: true });
  await call(5, 'm-1', 'FormatViolation', 'no', {});
  expect(events).toEqual([]);
  expect(lines).toEqual(['station could not read our answer']);
});

test('the answer to a call of ours ends it', () => {
  const { handler, seen } = connection({ waiting: 'Reset' });
  handler.handleAnswer({ type: 'result', messageId: 'ours', payload: { status: 'Accepted' } }, '');
  expect(seen.outcomes).toEqual([{ status: 'answered', payload: { status: 'Accepted' } }]);
  expect(seen.noise).toBe(0);
});

test.each<[string, Version, unknown[]]>([
  ['2.1 hears why', v21, [[5, 'ours', expect.any(String), expect.stringContaining('schema'), {}]]],
  ['1.6 knows no such message', v16, []],
])('an answer that does not fit its schema is an error of the call: %s', (_what, version, sent) => {
  const { handler, seen } = connection({ version, waiting: 'Reset' });
  handler.handleAnswer({ type: 'result', messageId: 'ours', payload: { status: 7 } }, '');
  expect(seen.outcomes).toMatchObject([{ status: 'error' }]);
  expect(seen.sent).toEqual(sent);
});

test('an error that the station answers is passed on as it is, and answered with nothing', () => {
  const { handler, seen } = connection({ version: v21, waiting: 'Reset' });
  handler.handleAnswer({ type: 'error', messageId: 'ours', code: 'InternalError', description: 'd', details: {} }, '');
  expect(seen.outcomes).toMatchObject([{ status: 'error', code: 'InternalError' }]);
  expect(seen.sent).toEqual([]);
});

test('an answer that nobody waits for costs noise, one that is late does not', () => {
  const stranger = connection();
  stranger.handler.handleAnswer({ type: 'result', messageId: 'other', payload: {} }, '');
  expect(stranger.seen.noise).toBe(1);
  expect(stranger.unasked).toEqual([[3, 'other', null]]);
  const late = connection({
    overdue: 'Reset',
    business: { 'quirks.isOn': true, 'quirks.recordLateAnswer': Promise.resolve() },
  });
  late.handler.handleAnswer({ type: 'result', messageId: 'ours', payload: { status: 'Accepted' } }, '');
  expect(late.seen.noise).toBe(0);
  expect(late.unasked).toEqual([[3, 'ours', 'Reset']]);
  expect(late.recorded.map(([path]) => path)).toContain('quirks.recordLateAnswer');
});

test('a broken answer ends the call it belongs to, and is noise where it belongs to none', () => {
  const { handler, seen } = connection({ waiting: 'Reset' });
  const broken = { status: 'broken-answer', type: 4, reason: 'why' } as const;
  handler.handleBrokenAnswer({ ...broken, messageId: 'ours' }, '');
  expect(seen.outcomes).toMatchObject([{ status: 'error', description: "The station's answer is broken: why" }]);
  expect(seen.noise).toBe(0);
  handler.handleBrokenAnswer({ ...broken, messageId: 'other' }, '');
  expect(seen.noise).toBe(1);
  expect(seen.unasked).toEqual([[4, 'other', null]]);
});

test('readings that a message has too many of are counted, and told once a minute', async () => {
  const { call, counts, lines } = connection({ business: { 'sessions.find': undefined } });
  const sampledValue = Array.from({ length: 2_100 }, () => ({ value: '1' }));
  const tooMany = { connectorId: 1, meterValue: [{ timestamp: at.toISOString(), sampledValue }] };
  await call(2, 'm-1', 'MeterValues', tooMany);
  await call(2, 'm-2', 'MeterValues', tooMany);
  expect(counts.filter(([what]) => what === 'left out')).toHaveLength(2);
  expect(lines).toEqual(['readings were left out: a message had too many of them']);
});
