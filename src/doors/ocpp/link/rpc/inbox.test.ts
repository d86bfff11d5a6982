import { expect, test } from 'vitest';
import { Inbox } from './inbox.ts';

function source() {
  const calls: string[] = [];
  return { calls, pause: () => void calls.push('pause'), resume: () => void calls.push('resume') };
}

test('frames are handled in order, one at a time', async () => {
  const handled: string[] = [];
  let isBusy = false;
  const done = Promise.withResolvers<void>();
  const inbox = new Inbox<string>(source(), async (frame) => {
    expect(isBusy).toBe(false);
    isBusy = true;
    await new Promise(setImmediate);
    isBusy = false;
    if (handled.push(frame) === 5) done.resolve();
  });
  for (const frame of ['a', 'b', 'c', 'd', 'e']) inbox.push(frame);
  await done.promise;
  expect(handled).toEqual(['a', 'b', 'c', 'd', 'e']);
});

test('reading stops while too much waits and goes on when it is handled', async () => {
  const socket = source();
  const gate = Promise.withResolvers<void>();
  const last = Promise.withResolvers<void>();
  const inbox = new Inbox<number>(socket, async (frame) => {
    await gate.promise;
    if (frame === 19) last.resolve();
  });
  for (let frame = 0; frame < 20; frame += 1) inbox.push(frame);
  expect(socket.calls).toEqual(['pause']);
  gate.resolve();
  await last.promise;
  await new Promise(setImmediate);
  expect(socket.calls).toEqual(['pause', 'resume']);
});

test('after its end nothing is handled any more', async () => {
  const handled: number[] = [];
  const inbox = new Inbox<number>(source(), async (frame) => {
    handled.push(frame);
    inbox.close();
    await new Promise(setImmediate);
  });
  for (const frame of [1, 2, 3]) inbox.push(frame);
  await new Promise(setImmediate);
  inbox.push(4);
  await new Promise(setImmediate);
  expect(handled).toEqual([1]);
});
