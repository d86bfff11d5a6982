import type { Pool } from 'pg';
import { expect, test } from 'vitest';
import { silentLog } from '#base/log.ts';
import { dropOldPartitions, makePartitions } from '#database/time-partitions.ts';
import { freshDatabase } from '../../../test/support/postgres.ts';
import { type Exchange, frames, openFrameRecorder } from './frame-recorder.ts';
import { hideSecrets } from './hide-secrets.ts';
import { exportFrames, type RecordedExchange } from './read-frames.ts';
import { redactTokens } from './redact-tokens.ts';

const hashToken = (token: string) => `tok_${token.length}`;

test.each([
  ['[2,"a","Authorize",{"idTag":"SECRET"}]', '[2,"a","Authorize",{"idTag":"tok_6"}]'],
  [
    '[2,"a","Authorize",{"idToken":{"idToken":"SECRET","type":"ISO14443"}}]',
    '[2,"a","Authorize",{"idToken":{"idToken":"tok_6","type":"ISO14443"}}]',
  ],
  ['{"idTag" : "SEC\\"RET"', '{"idTag" : "tok_7"'],
  ['{"idTag":"SECRET', '{"idTag":"tok_6'],
  ['{"idTag":"SECRET\\\\"}', '{"idTag":"tok_7"}'],
  ['{"idTag":"SEC\\\nRET"}', '{"idTag":"tok_8"}'],
  ["{'idTag':'SECRET'}", "{'idTag':'tok_6'}"],
  ['{"idTag":["SECRET", 12,["A"]],"x":["B"]}', '{"idTag":["tok_6", "tok_2",["tok_1"]],"x":["B"]}'],
  ['[2,"a","Authorize",{"\\u0069dTag":"\\u0053ECRET"}]', '[2,"a","Authorize",{"\\u0069dTag":"tok_6"}]'],
  ['{"\\u0069dTag":"SECRET"', '{"\\u0069dTag":"tok_6"'],
  ['{"IdTag":"SECRET"}', '{"IdTag":"tok_6"}'],
  ['{"id_tag":"SECRET"}', '{"id_tag":"tok_6"}'],
  ['{"idTag":12345}', '{"idTag":"tok_5"}'],
  ['{"data":"{\\"idTag\\":\\"SECRET\\",\\"x\\":1}"}', '{"data":"{\\"idTag\\":\\"tok_6\\",\\"x\\":1}"}'],
  ['{"data":"{\\"idTag\\":\\"SEC\\\\\\"RET\\",\\"x\\":1}"}', '{"data":"{\\"idTag\\":\\"tok_7\\",\\"x\\":1}"}'],
  ['{"data":"{\\u0022idTag\\u0022:\\u0022SECRET\\u0022}"}', '{"data":"{\\u0022idTag\\u0022:\\u0022tok_6\\u0022}"}'],
])('of %s the token is not kept', (frame, kept) => {
  expect(redactTokens(frame, hashToken)).toBe(kept);
});

test.each([
  '[2,"a","Heartbeat",{}]',
  '[2,"a","MeterValues",{"v":12345678901234567890,"s":"\\u00e9","w":1.10}]',
  '{"idTagInfo":{"status":"Accepted"},"idToken":null}',
])('%s names no token and is kept to the letter', (frame) => {
  expect(redactTokens(frame, hashToken)).toBe(frame);
});

test.each([
  ['backslashes', '\\'.repeat(500_000)],
  ['backslashes in a text', `{"a":"${'\\'.repeat(500_000)}","idTag":"S"}`],
  ['names without values', `\\"idTag\\"${' '.repeat(500_000)}`.repeat(2)],
  ['names of lists', '"idTag":['.repeat(50_000)],
])('half a million characters of %s do not stop the house', (_name, frame) => {
  const began = performance.now();
  redactTokens(frame, hashToken);
  expect(performance.now() - began).toBeLessThan(20_000); // by the square of its length it would take hours
});

const exchange: Exchange = {
  stationId: 'CP-1',
  version: '2.0.1',
  at: new Date(),
  caller: 'station',
  action: 'StatusNotification',
  messageId: 'm1',
  request: '[2,"m1","StatusNotification",{"info":"tab\\tand \\\\ and\\nline"}]',
  answer: '[3,"m1",{}]',
  answeredAfterMs: 1.5,
  outcome: 'answered',
  requestId: null,
};

async function openRecorder(options: { closeDeadlineMs?: number } = {}) {
  const stack = new AsyncDisposableStack();
  const { pool } = stack.use(await freshDatabase());
  const recorder = stack.adopt(
    await openFrameRecorder({ pool, redact: (frame) => frame, keepDays: 30, log: silentLog, ...options }),
    (open) => open.close(),
  );
  return { pool, recorder, [Symbol.asyncDispose]: () => stack.disposeAsync() };
}

async function kept(pool: Pool): Promise<RecordedExchange[]> {
  const parts = await Array.fromAsync(exportFrames(pool, 'CP-1', {}));
  return parts.flat();
}

test('an exchange is kept to the letter', async () => {
  await using opened = await openRecorder();
  opened.recorder.record(exchange);
  opened.recorder.record({
    ...exchange,
    messageId: null,
    action: null,
    request: 'raw\ttab \\N\r\n\0',
    answer: null,
    answeredAfterMs: null,
    outcome: 'unreadable',
  });
  await opened.recorder.flush();
  expect(await kept(opened.pool)).toMatchObject([
    { request: exchange.request, answer: exchange.answer, outcome: 'answered', answeredAfterMs: 1.5 },
    { request: 'raw\ttab \\N\r\n\0', answer: null, outcome: 'unreadable' },
  ]);
});

test('heartbeats are counted, not kept', async () => {
  const opened = await openRecorder();
  for (let beat = 0; beat < 3; beat += 1) opened.recorder.countHeartbeat('CP-1');
  await opened.recorder.close();
  const { rows } = await opened.pool.query('select station_id, beats from heartbeat_count');
  expect(rows).toEqual([{ station_id: 'CP-1', beats: 3 }]);
  await opened[Symbol.asyncDispose]();
});

test('days that are over are dropped, the others stay', async () => {
  await using opened = await openRecorder();
  await makePartitions(opened.pool, frames, { from: new Date('2026-01-09T12:00:00Z'), count: 5 });
  const dropped = await dropOldPartitions(opened.pool, frames, new Date('2026-01-11T00:00:00Z'));
  expect(dropped.toSorted()).toEqual(['frame_block_2026_01_09', 'frame_block_2026_01_10']);
});

test('what is very long is cut with a mark, and what would fill the memory is counted as lost', async () => {
  await using opened = await openRecorder();
  const long = 'x'.repeat(500_000);
  for (let i = 0; i < 600; i += 1) opened.recorder.record({ ...exchange, request: long, answer: null });
  expect(opened.recorder.lost).toBeGreaterThan(50);
  await opened.recorder.flush();
  const [first] = await kept(opened.pool);
  expect(first?.request.endsWith(' (cut: 500000 characters)')).toBe(true);
  expect(first?.request.length).toBeLessThan(66_000);
});

test('a day without a partition gets one, and nothing is lost', async () => {
  await using opened = await openRecorder();
  const at = new Date('2031-05-06T07:08:09Z');
  opened.recorder.record({ ...exchange, at });
  opened.recorder.record(exchange);
  await opened.recorder.flush();
  expect(await kept(opened.pool)).toHaveLength(2);
  expect(opened.recorder.lost).toBe(0);
});

test('heartbeats that could not be written are counted with the next ones', async () => {
  const opened = await openRecorder();
  await opened.pool.query('alter table heartbeat_count rename to away');
  opened.recorder.countHeartbeat('CP-1');
  await opened.recorder.close();
  await opened.pool.query('alter table away rename to heartbeat_count');
  opened.recorder.countHeartbeat('CP-1');
  await opened.recorder.close();
  expect((await opened.pool.query('select beats from heartbeat_count')).rows).toEqual([{ beats: 2 }]);
  await opened[Symbol.asyncDispose]();
});

test('a database that does not answer holds neither the recorder nor its end up', async () => {
  const opened = await openRecorder({ closeDeadlineMs: 300 });
  const blocker = await opened.pool.connect();
  await blocker.query('begin');
  await blocker.query('lock table frame_block in exclusive mode');
  for (let i = 0; i < 5; i += 1) {
    opened.recorder.record(exchange);
    void opened.recorder.flush();
  }
  await opened.recorder.close(); // before the lock is let go of
  await blocker.query('rollback');
  blocker.release();
  await opened.recorder.flush();
  expect(await kept(opened.pool)).toHaveLength(5);
  await opened[Symbol.asyncDispose]();
});

test('an address that never ends does not stop the house', () => {
  const began = performance.now();
  hideSecrets(`"://${':'.repeat(500_000)}"`);
  expect(performance.now() - began).toBeLessThan(20_000);
});

test('processes that make partitions at once do not trip over each other', async () => {
  await using opened = await openRecorder();
  const { pool } = opened;
  const days = { from: new Date('2032-01-10T12:00:00Z'), count: 5 };
  const makers = Array.from({ length: 8 }, () => makePartitions(pool, frames, days));
  await expect(Promise.all(makers)).resolves.toHaveLength(8);
});
