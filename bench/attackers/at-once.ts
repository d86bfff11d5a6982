import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { Tally } from './attack.ts';

/** So many at a time, each again and again until it is over. */
export async function atOnce(count: number, signal: AbortSignal, one: (turn: number) => Promise<void>): Promise<void> {
  let turn = 0;
  await Promise.all(
    Array.from({ length: count }, async () => {
      while (!signal.aborted) {
        turn += 1;
        await one(turn);
        await new Promise(setImmediate);
      }
    }),
  );
}

export async function ask(url: string, init: RequestInit, tally: Tally): Promise<void> {
  tally.messages += 1;
  try {
    const response = await fetch(url, init);
    for await (const _piece of response.body ?? []) continue;
  } catch {
    await pause(20); // refused or cut off
  }
}

type Slow = { url: string; text: string; thenEachSecond?: string };

/** Says the text, reads nothing, and stays until it is hung up on or all is over; with `thenEachSecond` it says a little more. */
export async function stay({ url, text, thenEachSecond }: Slow, tally: Tally, signal: AbortSignal): Promise<void> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1').pause();
  socket.on('error', () => undefined);
  socket.write(text);
  tally.messages += 1;
  const end = () => socket.destroy();
  signal.addEventListener('abort', end, { once: true });
  const more = setInterval(() => thenEachSecond !== undefined && socket.write(thenEachSecond), 1_000);
  await once(socket, 'close').catch(() => undefined);
  clearInterval(more);
  signal.removeEventListener('abort', end);
  if (!signal.aborted) tally.closes += 1;
}
