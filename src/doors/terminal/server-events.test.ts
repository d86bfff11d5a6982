import { expect, test } from 'vitest';
import { type ServerEvent, serverEvents } from './server-events.ts';

async function read(chunks: readonly (string | Uint8Array)[]): Promise<ServerEvent[]> {
  const encoder = new TextEncoder();
  const stream = ReadableStream.from(
    chunks.map((chunk) => (typeof chunk === 'string' ? encoder.encode(chunk) : chunk)),
  );
  return Array.fromAsync(serverEvents(stream));
}

test('events have their position and data, and comments are left out', async () => {
  const events = await read(['retry: 2000\nid: 7.0\n\n: still here\n\nevent: x\nid: 8.1\ndata: {"a":1}\n\n']);
  expect(events).toEqual([
    { id: '7.0', data: '' },
    { id: '8.1', data: '{"a":1}' },
  ]);
});

test('an event may arrive in pieces, cut anywhere, also within a letter', async () => {
  const bytes = new TextEncoder().encode('id: 1\r\ndata: São\r\n\r\n');
  const pieces = Array.from(bytes, (byte) => Uint8Array.of(byte));
  expect(await read(pieces)).toEqual([{ id: '1', data: 'São' }]);
});

test('data of several lines is joined', async () => {
  expect(await read(['data: a\ndata: b\n\n'])).toEqual([{ id: undefined, data: 'a\nb' }]);
});

test('an event that was cut off is no event', async () => {
  expect(await read(['id: 1\ndata: whole\n\nid: 2\ndata: ha'])).toEqual([{ id: '1', data: 'whole' }]);
});
