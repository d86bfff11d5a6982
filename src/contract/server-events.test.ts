import { expect, test } from 'vitest';
import { serverEvents } from './server-events.ts';

async function read(...pieces: string[]) {
  const body = new ReadableStream<Uint8Array>({
    start(stream) {
      for (const piece of pieces) stream.enqueue(new TextEncoder().encode(piece));
      stream.close();
    },
  });
  return await Array.fromAsync(serverEvents(body));
}

test('an event has its kind, its position and its data', async () => {
  expect(await read('event: station-booted\nid: 7\ndata: {"a":1}\n\n')).toEqual([
    { id: '7', kind: 'station-booted', data: '{"a":1}' },
  ]);
});

test('it may be cut anywhere, even inside a letter', async () => {
  const whole = 'event: x\r\nid: 1\r\ndata: estação\r\n\r\n';
  const bytes = new TextEncoder().encode(whole);
  for (let cut = 1; cut < bytes.length; cut += 1) {
    const body = new ReadableStream<Uint8Array>({
      start(stream) {
        stream.enqueue(bytes.slice(0, cut));
        stream.enqueue(bytes.slice(cut));
        stream.close();
      },
    });
    expect(await Array.fromAsync(serverEvents(body)), `cut at ${cut}`).toEqual([
      { id: '1', kind: 'x', data: 'estação' },
    ]);
  }
});

test('a position without data is kept for the events after it', async () => {
  expect(await read('retry: 2000\nid: 41\n\n', 'data: one\n\n')).toEqual([
    { id: '41', kind: 'message', data: null },
    { id: '41', kind: 'message', data: 'one' },
  ]);
});

test('a comment is a sign of life and disturbs no event around it', async () => {
  expect(await read(': still here\n\n')).toContainEqual({ id: null, kind: 'comment', data: null });
  expect(await read('event: x\n: still here\ndata: y\n\n')).toContainEqual({ id: null, kind: 'x', data: 'y' });
});

test('an event whose end never came is not told', async () => {
  expect(await read('event: x\ndata: half')).toEqual([]);
});
