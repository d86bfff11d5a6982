import { expect, test } from 'vitest';
import { silentLog } from '#log.ts';
import { freshDatabase } from '../../../test/support/postgres.ts';
import { dropOldPartitions, makePartitions } from './frame-partitions.ts';
import { type Exchange, openFrameRecorder } from './frame-recorder.ts';
import { redactTokens } from './redact-tokens.ts';

const hashToken = (token: string) => `tok_${token.length}`;

test.each([
  ['[2,"a","Authorize",{"idTag":"SECRET"}]', '[2,"a","Authorize",{"idTag":"tok_6"}]'],
  [
    '[2,"a","Authorize",{"idToken":{"idToken":"SECRET","type":"ISO14443"}}]',
    '[2,"a","Authorize",{"idToken":{"idToken":"tok_6","type":"ISO14443"}}]',
  ],
  ['{"idTag" : "SEC\\"RET"', '{"idTag":"tok_7"'],
  ['{"idTag":"SECRET', '{"idTag":"tok_6"'],
  ['[2,"a","Authorize",{"\\u0069dTag":"\\u0053ECRET"}]', '[2,"a","Authorize",{"idTag":"tok_6"}]'],
  ['{"\\u0069dTag":"SECRET"', '{"idTag":"tok_6"'],
  ['{"IdTag":"SECRET"}', '{"IdTag":"tok_6"}'],
  ['{"idTag":12345}', '{"idTag":"tok_5"}'],
  ['{"data":"{\\"idTag\\":\\"SECRET\\",\\"x\\":1}"}', '{"data":"{\\"idTag\\":\\"tok_6\\",\\"x\\":1}"}'],
  ['[2,"a","Heartbeat",{}]', '[2,"a","Heartbeat",{}]'],
])('of %s the token is not kept', (frame, kept) => {
  expect(redactTokens(frame, hashToken)).toBe(kept);
});

const exchange: Exchange = {
  stationId: 'CP-1',
  at: new Date(),
  caller: 'station',
  action: 'StatusNotification',
  messageId: 'm1',
  request: '[2,"m1","StatusNotification",{"info":"tab\\tand \\\\ and\\nline"}]',
  answer: '[3,"m1",{}]',
  answeredAfterMs: 1.5,
  outcome: 'answered',
};

async function openRecorder() {
  const stack = new AsyncDisposableStack();
  const { pool } = stack.use(await freshDatabase());
  const recorder = stack.adopt(
    await openFrameRecorder({ pool, redact: (frame) => frame, keepDays: 30, log: silentLog }),
    (open) => open.close(),
  );
  return { pool, recorder, [Symbol.asyncDispose]: () => stack.disposeAsync() };
}

test('an exchange is kept to the letter', async () => {
  await using opened = await openRecorder();
  opened.recorder.record(exchange);
  opened.recorder.record({
    ...exchange,
    messageId: null,
    action: null,
    request: 'raw\ttab \\N\r\n',
    answer: null,
    answeredAfterMs: null,
    outcome: 'unreadable',
  });
  await opened.recorder.flush();
  const { rows } = await opened.pool.query('select request, answer, outcome from frame order by request');
  expect(rows).toEqual([
    { request: exchange.request, answer: exchange.answer, outcome: 'answered' },
    { request: 'raw\ttab \\N\r\n', answer: null, outcome: 'unreadable' },
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
  await makePartitions(opened.pool, new Date('2026-01-10T12:00:00Z'));
  const dropped = await dropOldPartitions(opened.pool, new Date('2026-01-11T00:00:00Z'));
  expect(dropped.toSorted()).toEqual(['frame_2026_01_09', 'frame_2026_01_10']);
});
