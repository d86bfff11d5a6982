import { expect, test } from 'vitest';
import { cpuClock } from '../../../../test/support/cpu-clock.ts';
import { readMessage, salvage } from './rpc-message.ts';

test('an answer, an error without code, a notification and a request are told apart', () => {
  expect(readMessage({ jsonrpc: '2.0', id: 3, result: { tools: [] } })).toEqual({
    kind: 'answer',
    id: 3,
    outcome: { status: 'answered', result: { tools: [] } },
  });
  expect(readMessage({ jsonrpc: '2.0', id: 3, error: { message: 'Unknown tool: self.none' } })).toEqual({
    kind: 'answer',
    id: 3,
    outcome: { status: 'error', message: 'Unknown tool: self.none' },
  });
  expect(readMessage({ jsonrpc: '2.0', method: 'notifications/x', params: [1] })).toMatchObject({
    kind: 'notification',
  });
  expect(readMessage({ jsonrpc: '2.0', id: 's', method: 'ping' })).toMatchObject({ kind: 'request', id: 's' });
});

test.for<[unknown, number | null]>([
  [null, null],
  [[{ jsonrpc: '2.0', id: 1, result: {} }], null],
  ['text', null],
  [{ id: 4, result: {} }, 4],
  [{ jsonrpc: '1.0', id: 4, result: {} }, 4],
  [{ jsonrpc: '2.0', id: '4', result: {} }, null],
  [{ jsonrpc: '2.0', id: 4.5, result: {} }, null],
  [{ jsonrpc: '2.0', id: 4 }, 4],
  [{ jsonrpc: '2.0', id: 4, result: 'true' }, 4],
  [{ jsonrpc: '2.0', id: 4, resultado: {} }, 4],
  [{ jsonrpc: '2.0', id: 4, error: 'no' }, 4],
  [{ jsonrpc: '2.0', id: {}, method: 'ping' }, null],
])('%j is not usable, and fails the call it was meant for', ([payload, id]) => {
  expect(readMessage(payload)).toMatchObject({ kind: 'unusable', id });
});

test.for<[string, number | null, string | null]>([
  [
    '{"session_id":"x","type":"mcp","payload":{"jsonrpc":"2.0","id":12,"error":{"message":"servo "A" jammed"}}}',
    12,
    'servo "A" jammed',
  ],
  ['{"jsonrpc":"2.0","id":12,"error":{"message":"line one\nline two"}}', 12, 'line one\nline two'],
  ['{"jsonrpc":"2.0","id":12,"error":{"message":"cut off', 12, 'cut off'],
  ['{"jsonrpc":"2.0","id":12,"result":{"content":[{"type":"text","text":"a "quote""}]}}', 12, null],
  ['nothing of ours', null, null],
  ['', null, null],
])('of a frame that is no JSON, id and message are made out: %s', ([text, id, message]) => {
  expect(salvage(text)).toEqual({ kind: 'unusable', id, problem: 'a frame that is not valid JSON', text: message });
});

test('a long frame that is no JSON is read in no time', () => {
  const cpuMs = cpuClock();
  salvage(`{"id":1,"error":{"message":"${'"}'.repeat(500_000)}x`);
  expect(cpuMs()).toBeLessThan(500);
});

test('a message with a hundred thousand levels fails its call, and nothing else', () => {
  const deep: unknown = JSON.parse(`${'['.repeat(100_000)}${']'.repeat(100_000)}`);
  expect(readMessage({ jsonrpc: '2.0', id: 4, error: { message: deep } })).toMatchObject({ kind: 'unusable', id: 4 });
  expect(readMessage({ jsonrpc: '2.0', method: 'notifications/x', params: deep })).toMatchObject({ kind: 'unusable' });
});
