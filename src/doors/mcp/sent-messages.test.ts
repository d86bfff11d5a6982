import type { JSONRPCMessage } from '@modelcontextprotocol/server';
import { expect, test } from 'vitest';
import { SentMessages } from './sent-messages.ts';

test('what came after an event of the same stream is sent again, in order', async () => {
  const sent = new SentMessages();
  const first = await sent.storeEvent('a', {} as JSONRPCMessage); // what a stream begins with, to have something to come back with
  await sent.storeEvent('b', message('other'));
  const second = await sent.storeEvent('a', message('one'));
  await sent.storeEvent('a', message('two'));
  expect(await replay(sent, first)).toEqual(['one', 'two']);
  expect(await replay(sent, second)).toEqual(['two']);
  expect(await sent.getStreamIdForEventId(second)).toBe('a');
  expect(await sent.getStreamIdForEventId('nonsense')).toBeUndefined();
});

test('old messages make room, and one that is larger than everything is not kept', async () => {
  const sent = new SentMessages();
  const start = await sent.storeEvent('a', message('gone'));
  for (let index = 0; index < 300; index += 1) await sent.storeEvent('a', message(`${index}`, 'x'.repeat(1_000)));
  const kept = await replay(sent, start);
  expect(kept.length).toBeLessThan(300);
  expect(kept.at(-1)).toBe('299');
  const last = await sent.storeEvent('a', message('huge', 'x'.repeat(1_000_000)));
  expect(await replay(sent, start)).toEqual([]);
  await sent.storeEvent('a', message('next'));
  expect(await replay(sent, last)).toEqual(['next']);
});

test('empty messages make room too', async () => {
  const sent = new SentMessages();
  const start = await sent.storeEvent('a', message('gone'));
  for (let index = 0; index < 2_000; index += 1) await sent.storeEvent('b', {} as JSONRPCMessage);
  await sent.storeEvent('a', message('last'));
  expect(await replay(sent, start)).toEqual(['last']);
  expect(await replay(sent, 'a:0')).toEqual(['last']);
});

function message(method: string, filling = ''): JSONRPCMessage {
  return { jsonrpc: '2.0', method, params: { filling } };
}

async function replay(sent: SentMessages, lastEventId: string): Promise<string[]> {
  const methods: string[] = [];
  const send = (_id: string, each: JSONRPCMessage): Promise<void> => {
    methods.push((each as { method: string }).method);
    return Promise.resolve();
  };
  await sent.replayEventsAfter(lastEventId, { send });
  return methods;
}
