import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { WebSocket } from 'ws';
import type { Attack, Tally, Target } from './attack.ts';

const json = { 'content-type': 'application/json' };

/** Unknown stations, wrong paths and plain requests, fifty at a time. */
export const strangers: Attack = async ({ ocppUrl }, tally, signal) => {
  const { port } = new URL(ocppUrl);
  await atOnce(50, signal, async (turn) => {
    tally.messages += 1;
    if (turn % 3 === 0) return void (await fetch(`http://127.0.0.1:${port}/`, { signal }).catch(() => undefined));
    const url = turn % 3 === 1 ? `${ocppUrl}/x/y/z` : `${ocppUrl}/STRANGER-${randomUUID()}`;
    const socket = new WebSocket(url, ['ocpp9.9'], { handshakeTimeout: 5_000 });
    socket.on('error', () => undefined);
    await once(socket, 'close').catch(() => undefined);
  });
};

export const halfOpenHandshakes: Attack = ({ ocppUrl }, tally, signal) => {
  const text = `GET /HALF HTTP/1.1\r\nHost: ${new URL(ocppUrl).host}\r\nX-Slow: `;
  return atOnce(2_000, signal, () => stay({ url: ocppUrl, text, thenEachSecond: 'x' }, tally, signal));
};

export const slowBodies: Attack = ({ apiUrl }, tally, signal) => {
  const head = `POST /api/sign-in HTTP/1.1\r\nHost: ${new URL(apiUrl).host}\r\nContent-Type: application/json\r\n`;
  const text = `${head}Content-Length: 4000\r\n\r\n{`;
  return atOnce(1_000, signal, () => stay({ url: apiUrl, text, thenEachSecond: ' ' }, tally, signal));
};

export const anonymousReads: Attack = ({ mcpUrl }, tally, signal) =>
  atOnce(1_000, signal, () => ask(`${mcpUrl}/list_charge_points`, { signal }, tally));

export const signIns: Attack = async ({ apiUrl }, tally, signal) => {
  const half = 512 * 1024;
  const body = `${'['.repeat(half)}${']'.repeat(half)}`;
  await atOnce(30, signal, async () => {
    tally.bytes += body.length;
    await ask(`${apiUrl}/api/sign-in`, { method: 'POST', headers: json, body, signal }, tally);
  });
};

/** Each asks for everything from the beginning and reads nothing of it. */
export const unreadStreams: Attack = ({ apiUrl }, tally, signal) => {
  const head = `GET /api/events HTTP/1.1\r\nHost: ${new URL(apiUrl).host}\r\nAccept: text/event-stream\r\n`;
  const text = `${head}Last-Event-ID: 0\r\n\r\n`;
  return atOnce(500, signal, () => stay({ url: apiUrl, text }, tally, signal));
};

export const exportsAtOnce: Attack = ({ apiUrl }, tally, signal) =>
  atOnce(10, signal, () => ask(`${apiUrl}/api/sessions/export?format=csv`, { signal }, tally));

/** The widest and the deepest questions that a program's key may ask. */
export const costlySearches: Attack = (target, tally, signal) => {
  const paths = [
    '/api/sessions?limit=1000&total=true',
    '/api/stations/FLOOD-LARGE/messages?limit=1000',
    '/api/stations/FLOOD-LARGE/meter-values?limit=1000',
    '/api/reports/sessions?month=2024-03',
    '/api/audit?limit=1000',
  ];
  const headers = keyOf(target);
  return atOnce(100, signal, (turn) =>
    ask(`${target.apiUrl}${paths[turn % paths.length]}`, { headers, signal }, tally),
  );
};

/** The largest body that a key may send, full of small objects. */
export const largeBodies: Attack = (target, tally, signal) => {
  const entries = Array.from({ length: 60_000 }, () => ({ value: 'x' }));
  const body = JSON.stringify({ csv: 'token\n', entries });
  const init = { method: 'POST', headers: { ...keyOf(target), ...json }, body, signal };
  return atOnce(10, signal, async () => {
    tally.bytes += body.length;
    await ask(`${target.apiUrl}/api/access/import`, init, tally);
  });
};

/** Orders as they are, to a station that is not there and to some that are. */
export const rawCommands: Attack = (target, tally, signal) => {
  const body = JSON.stringify({ payload: {} });
  const init = { method: 'POST', headers: { ...keyOf(target), ...json }, body, signal };
  return atOnce(50, signal, (turn) =>
    ask(
      `${target.apiUrl}/api/stations/${turn % 2 === 0 ? 'FLOOD-BEATS' : 'BENCH-0'}/raw/GetLocalListVersion`,
      init,
      tally,
    ),
  );
};

function keyOf({ adminKey }: Target): Record<string, string> {
  return { authorization: `Bearer ${adminKey}` };
}

async function atOnce(count: number, signal: AbortSignal, one: (turn: number) => Promise<void>): Promise<void> {
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

async function ask(url: string, init: RequestInit, tally: Tally): Promise<void> {
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
async function stay({ url, text, thenEachSecond }: Slow, tally: Tally, signal: AbortSignal): Promise<void> {
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
