import { once } from 'node:events';
import { WebSocket } from 'ws';
import type { Message } from '#contract/stations/message.ts';
import type { OcppVersion } from '#contract/stations/station.ts';
import type { MappedIds } from './mapped-ids.ts';
import { frameAgain, parsedFrame } from './recorded-frame.ts';

const answerWithinMs = 30_000;

type Waiting = { messageId: string; heard(frame: unknown[]): void };

export type ReplayedStationOptions = {
  stationId: string;
  ocppUrl: string;
  ids: MappedIds;
  recordedCalls: readonly Message[];
  /** The server asks what it did not ask then. */
  onUnknownCall(action: string): void;
};

/** A station that says what was recorded of it, and answers the server's calls as it answered them then. */
export class ReplayedStation {
  readonly stationId: string;
  /** The message id of the last thing said, when no answer tells that it was heard. */
  unheard: string | null = null;
  private readonly options: ReplayedStationOptions;
  private readonly unanswered: Message[];
  private readonly answered = new Map<string, () => void>();
  private readonly done = new Set<string>();
  private socket: WebSocket | undefined;
  private waiting: Waiting | undefined;

  constructor(options: ReplayedStationOptions) {
    this.options = options;
    this.stationId = options.stationId;
    this.unanswered = [...options.recordedCalls];
  }

  get isConnected(): boolean {
    return this.socket?.readyState === WebSocket.OPEN;
  }

  async connect(version: OcppVersion): Promise<void> {
    const { ocppUrl } = this.options;
    const url = `${ocppUrl.replace(/\/+$/, '')}/${encodeURIComponent(this.stationId)}`;
    const socket = new WebSocket(url, [`ocpp${version}`]);
    socket.on('message', (data: Buffer) => this.hear(data.toString()));
    this.socket = socket;
    try {
      await once(socket, 'open');
    } catch (cause) {
      throw new ReplayStopped('no-way', this.stationId, { cause });
    }
    socket.on('error', () => socket.terminate()); // the next thing it has to say connects it again
  }

  /** Says it again and gives the answer; undefined when there was none to wait for, or none came. */
  async say(recorded: Message): Promise<unknown[] | undefined> {
    const text = frameAgain(recorded.request, this.options.ids);
    if (recorded.answer === null) {
      this.socket?.send(text);
      this.unheard = recorded.messageId;
      return undefined;
    }
    this.unheard = null; // what was said before is handled before it is answered
    const [, messageId] = parsedFrame(recorded.answer) ?? [];
    return this.ask(text, typeof messageId === 'string' ? messageId : '-1');
  }

  /** Resolves once a call of the server was answered as it was then; false if it does not come in time. */
  async hasAnswered({ id }: Message, withinMs: number): Promise<boolean> {
    if (this.done.has(id)) return true;
    return new Promise((resolve) => {
      const timer = setTimeout(() => resolve(false), withinMs);
      this.answered.set(id, () => {
        clearTimeout(timer);
        resolve(true);
      });
    });
  }

  /** Of heartbeats only the number was kept. */
  async beat(times: number): Promise<void> {
    for (let beat = 1; beat <= times && this.isConnected; beat += 1)
      await this.ask(JSON.stringify([2, `beat-${beat}`, 'Heartbeat', {}]), `beat-${beat}`);
  }

  async disconnect(): Promise<void> {
    const { socket } = this;
    if (socket === undefined || socket.readyState === WebSocket.CLOSED) return;
    const closed = once(socket, 'close');
    socket.close(1000);
    await closed;
  }

  private ask(text: string, messageId: string): Promise<unknown[] | undefined> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => settle(undefined), answerWithinMs);
      const gone = () => settle(undefined);
      const settle = (frame: unknown[] | undefined) => {
        clearTimeout(timer);
        this.socket?.off('close', gone);
        this.waiting = undefined;
        resolve(frame);
      };
      this.waiting = { messageId, heard: settle };
      this.socket?.once('close', gone);
      this.socket?.send(text);
    });
  }

  private hear(text: string): void {
    const frame = parsedFrame(text);
    if (frame === undefined) return;
    const [type, messageId, action, payload] = frame;
    if (type === 2 && typeof action === 'string') this.answer(String(messageId), action, payload);
    else if (messageId === this.waiting?.messageId) this.waiting?.heard(frame);
  }

  private answer(messageId: string, action: string, payload: unknown): void {
    const index = this.unanswered.findIndex((call) => call.action === action);
    const [recorded] = index < 0 ? [] : this.unanswered.splice(index, 1);
    if (recorded === undefined) {
      this.options.onUnknownCall(action);
      this.socket?.send(JSON.stringify([4, messageId, 'NotSupported', 'This call was not recorded.', {}]));
      return;
    }
    const { ids } = this.options;
    ids.learn(parsedFrame(recorded.request)?.[3], payload);
    if (recorded.answer !== null) {
      const answer = frameAgain(recorded.answer, ids);
      this.socket?.send(answer.replace(JSON.stringify(recorded.messageId), JSON.stringify(messageId)));
    }
    this.done.add(recorded.id);
    this.answered.get(recorded.id)?.();
  }
}

export class ReplayStopped extends Error {
  readonly reason: 'no-way' | 'not-accepted';
  readonly stationId: string;

  constructor(reason: ReplayStopped['reason'], stationId: string, options?: ErrorOptions) {
    super(`${stationId}: ${reason}`, options);
    this.reason = reason;
    this.stationId = stationId;
  }
}
