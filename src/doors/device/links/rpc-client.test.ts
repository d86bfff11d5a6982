import { expect, test, vi } from 'vitest';
import { maxWaiting, RpcClient } from './rpc-client.ts';

type Sent = { id: number; method: string };

function client() {
  const sent: Sent[] = [];
  const rpc = new RpcClient({ send: (message) => void sent.push(JSON.parse(message) as Sent), firstId: 7 });
  return { rpc, sent };
}

test('one call at a time, in order, with ids that are numbers and never come again', async () => {
  const { rpc, sent } = client();
  const calls = ['a', 'b', 'c'].map((method) => rpc.call(method, {}));
  expect(sent).toMatchObject([{ id: 7, method: 'a' }]);
  expect(rpc.answer(7, { status: 'answered', result: 1 })).toBe(true);
  expect(rpc.answer(7, { status: 'answered', result: 'again' })).toBe(false);
  expect(rpc.answer(9, { status: 'answered', result: 'not sent yet' })).toBe(false);
  expect(rpc.answer(8, { status: 'error', message: 'no' })).toBe(true);
  expect(rpc.answer(9, { status: 'answered', result: 3 })).toBe(true);
  expect(await Promise.all(calls)).toEqual([
    { status: 'answered', result: 1 },
    { status: 'error', message: 'no' },
    { status: 'answered', result: 3 },
  ]);
});

test('ids of one connection are not those of the next', () => {
  const first = new Set(
    Array.from({ length: 5 }, () => {
      const ids: number[] = [];
      const rpc = new RpcClient({ send: (message) => void ids.push((JSON.parse(message) as Sent).id) });
      void rpc.call('ping', {});
      return ids[0];
    }),
  );
  expect(first.size).toBe(5);
});

test('a call counts its time from when it was asked, and one that still waits then is never sent', async () => {
  vi.useFakeTimers();
  try {
    const { rpc, sent } = client();
    const slow = rpc.call('slow', {}, { timeoutMs: 30_000 });
    const hasty = rpc.call('hasty', {}, { timeoutMs: 10_000 });
    const patient = rpc.call('patient', {}, { timeoutMs: 60_000 });
    vi.advanceTimersByTime(10_000);
    expect(await hasty).toEqual({ status: 'busy', reason: 'The device was busy with other calls for 10 s.' });
    vi.advanceTimersByTime(20_000);
    expect(await slow).toEqual({ status: 'no-answer', reason: 'The device did not answer within 30 s.' });
    expect(sent.map(({ method }) => method)).toEqual(['slow', 'patient']);
    expect(rpc.answer(7, { status: 'answered', result: 'late' })).toBe(false);
    rpc.answer(9, { status: 'answered', result: 'ok' });
    expect(await patient).toMatchObject({ result: 'ok' });
  } finally {
    vi.useRealTimers();
  }
});

test('a cancelled call is not sent, or its late answer is nobody’s', async () => {
  const { rpc, sent } = client();
  const first = new AbortController();
  const second = new AbortController();
  const calls = [rpc.call('a', {}, { signal: first.signal }), rpc.call('b', {}, { signal: second.signal })];
  second.abort();
  first.abort();
  expect(await Promise.all(calls)).toEqual([
    { status: 'no-answer', reason: 'It was cancelled while the device was at it.' },
    { status: 'busy', reason: 'It was cancelled before it was sent.' },
  ]);
  expect(rpc.answer(7, { status: 'answered', result: 'late' })).toBe(false);
  expect(sent).toHaveLength(1);
  expect(await rpc.call('c', {}, { signal: AbortSignal.abort() })).toMatchObject({ status: 'busy' });
});

test('beyond the depth of its queue a device is busy', async () => {
  const { rpc } = client();
  const calls = Array.from({ length: maxWaiting + 1 }, () => rpc.call('a', {}));
  expect(await rpc.call('one too many', {})).toEqual({
    status: 'busy',
    reason: `The device is busy: ${maxWaiting} calls wait for it already.`,
  });
  rpc.close('gone');
  const outcomes = await Promise.all(calls);
  expect(outcomes[0]).toEqual({ status: 'no-answer', reason: 'gone' });
  expect(outcomes.slice(1)).toEqual(Array.from({ length: maxWaiting }, () => ({ status: 'offline', reason: 'gone' })));
  expect(await rpc.call('after', {})).toEqual({ status: 'offline', reason: 'gone' });
});

test('of twenty calls behind a device that hangs, none is sent when their time is nearly over', async () => {
  vi.useFakeTimers();
  try {
    const { rpc, sent } = client();
    const calls = Array.from({ length: 20 }, () => {
      const call = rpc.call('open_gate', {}, { timeoutMs: 30_000 });
      vi.advanceTimersByTime(50);
      return call;
    });
    await vi.advanceTimersByTimeAsync(40_000);
    expect(sent).toHaveLength(1);
    const outcomes = await Promise.all(calls);
    expect(outcomes.map(({ status }) => status)).toEqual(['no-answer', ...Array.from({ length: 19 }, () => 'busy')]);
  } finally {
    vi.useRealTimers();
  }
});
