import { once } from 'node:events';
import { WebSocket } from 'ws';
import type { OcppVersion } from '../../src/contract/stations/station.ts';
import { bootPayload } from './raw-station.ts';
import { type StationPlace, webSocketTo } from './without-sockets.ts';

type Payload = Record<string, unknown>;
export type Asked = { action: string; payload: Payload };

export type AnsweringStation = {
  stationId: string;
  version: OcppVersion;
  /** What it was asked for, oldest first. */
  asked: Asked[];
  /** Sends a call and gives back the payload of the answer; an error is thrown. */
  call(action: string, payload: unknown): Promise<Payload>;
} & AsyncDisposable;

/**
 * A station that says yes to whatever it is asked for, unless `answers` says otherwise, and tells what a test has it tell. Where one
 * of them throws, it answers with an error (CALLERROR).
 */
export async function connectAnswering(
  place: StationPlace,
  {
    stationId,
    version,
    answers = {},
  }: { stationId: string; version: OcppVersion; answers?: Record<string, (payload: Payload) => unknown> },
): Promise<AnsweringStation> {
  const { url, options } = webSocketTo(place);
  const socket = new WebSocket(`${url}${stationId}`, [`ocpp${version}`], options);
  const waiting = new Map<string, (frame: unknown[]) => void>();
  const asked: Asked[] = [];
  socket.on('message', (data: Buffer) => {
    const frame = JSON.parse(data.toString()) as unknown[];
    const [type, id, action, payload] = frame as [number, string, string, Payload];
    if (type !== 2) return waiting.get(id)?.(frame);
    asked.push({ action, payload });
    try {
      socket.send(JSON.stringify([3, id, answers[action]?.(payload) ?? { status: 'Accepted' }]));
    } catch (error) {
      socket.send(JSON.stringify([4, id, 'InternalError', String(error), {}]));
    }
  });
  const closed = once(socket, 'close');
  await once(socket, 'open');
  let calls = 0;
  const call = async (action: string, payload: unknown): Promise<Payload> => {
    calls += 1;
    const id = `s${calls}`;
    const answered = new Promise<unknown[]>((resolve) => waiting.set(id, resolve));
    socket.send(JSON.stringify([2, id, action, payload]));
    const [type, , answer, description] = await answered;
    if (type !== 3) throw new Error(`${action} was refused: ${String(answer)} ${String(description)}`);
    return answer as Payload;
  };
  await call('BootNotification', bootPayload[version]);
  return {
    stationId,
    version,
    asked,
    call,
    async [Symbol.asyncDispose]() {
      socket.terminate();
      await closed;
    },
  };
}
