import { expect, test, vi } from 'vitest';
import { CallQueue, type SentCall } from './call-queue.ts';

function queue() {
  const sent: SentCall[] = [];
  const settled: string[] = [];
  const calls = new CallQueue({
    send: (call) => void sent.push(call),
    settled: (call, outcome) => void settled.push(`${call.action} ${outcome.status}`),
  });
  return { calls, sent, settled, idOf: (index: number) => sent[index]?.messageId ?? '' };
}

test('one call is outstanding at a time, the next leaves when it is answered', async () => {
  const { calls, sent, idOf } = queue();
  const first = calls.call('Reset', {});
  const second = calls.call('ClearCache', {});
  expect(sent.map(({ action }) => action)).toEqual(['Reset']);
  expect(calls.answer(idOf(0), { status: 'answered', payload: { status: 'Accepted' } }, '[3]')).toBe(true);
  expect(await first).toEqual({ status: 'answered', payload: { status: 'Accepted' } });
  expect(sent.map(({ action }) => action)).toEqual(['Reset', 'ClearCache']);
  calls.answer(idOf(1), { status: 'error', code: 'NotSupported', description: '', details: {} }, '[4]');
  expect(await second).toMatchObject({ status: 'error', code: 'NotSupported' });
});

test('a call that is not answered in time ends, and its late answer is nobody’s', async () => {
  const { calls, idOf, settled } = queue();
  expect(await calls.call('Reset', {}, { timeoutMs: 5 })).toMatchObject({ status: 'no-answer' });
  expect(calls.answer(idOf(0), { status: 'answered', payload: {} }, '[3]')).toBe(false);
  expect(settled).toEqual(['Reset no-answer']);
});

test('when the connection ends, what was sent has no answer and the rest was not sent', async () => {
  const { calls } = queue();
  const first = calls.call('Reset', {});
  const second = calls.call('ClearCache', {});
  calls.close('the station is offline');
  expect(await first).toEqual({ status: 'no-answer', reason: 'the station is offline' });
  expect(await second).toEqual({ status: 'not-sent', reason: 'the station is offline' });
  expect(await calls.call('Reset', {})).toEqual({ status: 'not-sent', reason: 'the station is offline' });
});

test('a cancelled call that waits is never sent', async () => {
  const { calls, sent, idOf } = queue();
  const first = calls.call('Reset', {});
  const cancel = new AbortController();
  const second = calls.call('ClearCache', {}, { signal: cancel.signal });
  cancel.abort();
  expect(await second).toMatchObject({ status: 'not-sent', code: 'Cancelled' });
  calls.answer(idOf(0), { status: 'answered', payload: {} }, '[3]');
  await first;
  expect(sent).toHaveLength(1);
});

test('a station that never answers cannot make calls pile up without end', async () => {
  const { calls } = queue();
  const waiting = Array.from({ length: 66 }, () => calls.call('Reset', {}));
  expect(await waiting[65]).toMatchObject({ status: 'not-sent' });
  calls.close('done');
  await Promise.all(waiting);
});

test('calls behind a station that hangs are not sent minutes after they were asked for', async () => {
  vi.useFakeTimers();
  try {
    const { calls, sent } = queue();
    const asked = Array.from({ length: 20 }, () => calls.call('UnlockConnector', {}));
    await vi.advanceTimersByTimeAsync(600_000);
    const outcomes = await Promise.all(asked);
    expect(sent.length).toBeLessThanOrEqual(3);
    expect(outcomes.filter(({ status }) => status === 'not-sent')).toHaveLength(20 - sent.length);
  } finally {
    vi.useRealTimers();
  }
});
