import { randomUUID } from 'node:crypto';
import type { Duplex } from 'node:stream';
import { WebSocket } from 'ws';
import { isRecord } from '#base/json.ts';
import { defined } from '#base/present.ts';
import type { OcppVersion } from '#contract/stations/station.ts';
import {
  type Answer,
  answerFrame,
  type CallOutcome,
  type Frame,
  type ReplyFrame,
  type RequestFrame,
  readFrame,
  writeFrame,
} from './frames.ts';

export type RpcSettings = Destination & {
  callTimeoutMs: number;
  answer(action: string, payload: Record<string, unknown>): Answer | Promise<Answer>;
  /** What really goes out, when it is not what should. */
  spoil?(frame: Frame): Frame;
  onTrouble(kind: string): void;
  /** The connection can no longer be used, whoever ended it. */
  onLeft(): void;
};

type PendingCall = { id: string; frame: string; sentAt: number; settle(outcome: RawOutcome): void };
type RawOutcome = Exclude<CallOutcome<unknown>, { kind: 'malformed-answer' }>;

const closeTimeoutMs = 2_000;

/** The station's side of one OCPP-J connection: at most one call of its own is under way at any time. */
export class RpcClient {
  /** undefined once the connection stands; otherwise why it could not be made, such as `http-401` or `ECONNREFUSED`. */
  readonly opened: Promise<string | undefined>;
  readonly closed: Promise<void>;
  isLeaving = false;
  private readonly settings: RpcSettings;
  private readonly socket: WebSocket;
  private readonly waiting: PendingCall[] = [];
  private outstanding: PendingCall | undefined;
  private callTimer: NodeJS.Timeout | undefined;
  private pongTimer: NodeJS.Timeout | undefined;
  private closeTimer: NodeJS.Timeout | undefined;
  private hasOpened = false;

  constructor(settings: RpcSettings) {
    this.settings = settings;
    this.socket = dial(settings);
    this.opened = this.watchOpening();
    this.closed = this.watchClosing();
    this.socket.on('message', (data: Buffer, isBinary) => this.onMessage(isBinary ? undefined : data.toString()));
    this.socket.on('pong', () => this.onSignOfLife());
  }

  get isOpen(): boolean {
    return this.socket.readyState === WebSocket.OPEN && !this.isLeaving;
  }

  /** Says something and waits for the answer; `read` gives undefined for an answer that makes no sense. */
  async call<Result>(
    action: string,
    payload: object,
    read: (payload: unknown) => Result | undefined,
    id?: string,
  ): Promise<CallOutcome<Result>> {
    const outcome = await this.exchange(action, payload, id);
    if (outcome.kind !== 'result') return outcome;
    const { messageId, latencyMs } = outcome;
    const answer = read(outcome.answer);
    if (answer !== undefined) return { kind: 'result', messageId, latencyMs, answer };
    // Before 2.1 a station has no way to tell the server that its answer made no sense.
    if (this.settings.version === '2.1') this.write({ ...malformedAnswer, id: messageId });
    return { kind: 'malformed-answer', messageId, latencyMs };
  }

  /** OCPP 2.1's message that is never answered, and that may be sent while a call is under way. */
  send(action: string, payload: object): void {
    if (this.isOpen) this.write({ kind: 'send', id: randomUUID(), action, payload });
  }

  /** Ends the connection on purpose, once the call under way has its answer; nothing new is sent. */
  leave(): void {
    this.isLeaving = true;
    if (this.outstanding === undefined) this.closeSocket();
    this.settleUnsent();
    this.settings.onLeft();
  }

  /** Ends the connection as a cut cable does: without a word. */
  cut(): void {
    this.isLeaving = true;
    this.socket.terminate();
    this.settleAll();
  }

  private watchOpening(): Promise<string | undefined> {
    return new Promise((resolve) => {
      this.socket.once('open', () => {
        this.hasOpened = true;
        resolve(undefined);
      });
      this.socket.once('unexpected-response', (_request, response) => {
        resolve(`http-${response.statusCode}`);
        this.socket.terminate();
      });
      // The close that follows an error is what counts later; while opening, the error is the reason.
      this.socket.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? 'handshake-failed'));
    });
  }

  private watchClosing(): Promise<void> {
    return new Promise((resolve) => {
      this.socket.once('close', (code) => {
        clearTimeout(this.pongTimer);
        clearTimeout(this.closeTimer);
        if (this.hasOpened && !this.isLeaving) this.settings.onTrouble(`closed:${code}`);
        this.settleAll();
        resolve();
      });
    });
  }

  private exchange(action: string, payload: object, id: string = randomUUID()): Promise<RawOutcome> {
    if (!this.isOpen) return Promise.resolve({ kind: 'not-sent', messageId: id });
    return new Promise((resolve) => {
      this.waiting.push({ id, frame: this.text({ kind: 'call', id, action, payload }), sentAt: 0, settle: resolve });
      this.sendNext();
    });
  }

  private sendNext(): void {
    if (this.outstanding !== undefined) return;
    const next = this.waiting.shift();
    if (next === undefined) return;
    this.outstanding = next;
    next.sentAt = performance.now();
    this.socket.send(next.frame);
    this.callTimer = setTimeout(() => this.onCallTimeout(next), this.settings.callTimeoutMs);
  }

  private settle(call: PendingCall, outcome: RawOutcome): void {
    clearTimeout(this.callTimer);
    this.outstanding = undefined;
    call.settle(outcome);
    if (this.isLeaving) this.closeSocket();
    else this.sendNext();
  }

  private settleAll(): void {
    this.settleUnsent();
    if (this.outstanding !== undefined)
      this.settle(this.outstanding, { kind: 'connection-lost', messageId: this.outstanding.id });
    this.settings.onLeft();
  }

  private settleUnsent(): void {
    for (const call of this.waiting.splice(0)) call.settle({ kind: 'not-sent', messageId: call.id });
  }

  private closeSocket(): void {
    if (this.socket.readyState === WebSocket.CLOSED) return;
    this.socket.close(1000);
    this.closeTimer ??= setTimeout(() => this.socket.terminate(), closeTimeoutMs);
  }

  private onCallTimeout(call: PendingCall): void {
    // A socket whose other end is gone looks open for hours; a ping tells it from a server that is merely slow.
    this.socket.ping();
    this.pongTimer ??= setTimeout(() => this.socket.terminate(), this.settings.callTimeoutMs);
    this.settle(call, { kind: 'timed-out', messageId: call.id });
  }

  private onSignOfLife(): void {
    clearTimeout(this.pongTimer);
    this.pongTimer = undefined;
  }

  private onMessage(text: string | undefined): void {
    this.onSignOfLife();
    const frame = text === undefined ? undefined : readFrame(text);
    if (frame === undefined) this.settings.onTrouble('malformed-frame');
    else if (frame.kind === 'call' || frame.kind === 'send') void this.onCall(frame);
    else if (frame.kind === 'result-error') this.settings.onTrouble(`result-error:${frame.code}`);
    else this.onAnswer(frame);
  }

  private onAnswer(frame: ReplyFrame): void {
    const call = this.outstanding;
    if (call?.id !== frame.id) return this.settings.onTrouble('late-or-unknown-answer');
    const latencyMs = performance.now() - call.sentAt;
    const about = { messageId: call.id, latencyMs };
    if (frame.kind === 'result') return this.settle(call, { kind: 'result', ...about, answer: frame.payload });
    const { code, description } = frame;
    this.settle(call, { kind: 'call-error', ...about, code, description });
  }

  private async onCall(frame: RequestFrame): Promise<void> {
    const answer = await this.answerTo(frame);
    if (frame.kind === 'call' && this.isOpen) this.write(answerFrame(frame.id, answer));
    if ('payload' in answer) answer.afterwards?.();
  }

  private async answerTo({ action, payload }: { action: string; payload: unknown }): Promise<Answer> {
    if (!isRecord(payload))
      return { error: formatError[this.settings.version], description: 'The payload is no object' };
    try {
      return await this.settings.answer(action, payload);
    } catch {
      // The handlers read fields by their type alone: a payload that does not fit its schema ends here.
      this.settings.onTrouble(`cannot-handle:${action}`);
      return { error: formatError[this.settings.version], description: `${action} could not be read` };
    }
  }

  private write(frame: Frame): void {
    this.socket.send(this.text(frame));
  }

  private text(frame: Frame): string {
    return writeFrame(this.settings.spoil?.(frame) ?? frame);
  }
}

const formatError = {
  '1.6': 'FormationViolation',
  '2.0.1': 'FormatViolation',
  '2.1': 'FormatViolation',
} satisfies Record<OcppVersion, string>;

const malformedAnswer = {
  kind: 'result-error',
  code: 'FormatViolation',
  description: 'The answer does not fit its schema',
  details: {},
} as const;

type Destination = {
  /** Of the server's station door, without the station's id. */
  url: string;
  stationId: string;
  version: OcppVersion;
  /** Of HTTP Basic, in security profiles 1 and 2. */
  password?: string | undefined;
  /** Roots that the server may stand on; absent: the public ones. */
  ca?: string[] | undefined;
  /** The station's own certificate, in security profile 3. */
  cert?: string | undefined;
  key?: string | undefined;
  createConnection?: (() => Duplex) | undefined;
};

/** Begins the connection of a station that speaks one version. */
function dial({ url, stationId, version, password, ca, cert, key, createConnection }: Destination): WebSocket {
  const credentials = password === undefined ? undefined : Buffer.from(`${stationId}:${password}`).toString('base64');
  return new WebSocket(`${url.replace(/\/+$/, '')}/${encodeURIComponent(stationId)}`, [`ocpp${version}`], {
    headers: credentials === undefined ? {} : { authorization: `Basic ${credentials}` },
    perMessageDeflate: false,
    handshakeTimeout: 10_000,
    maxPayload: 1024 * 1024,
    ...defined({ ca, cert, key, createConnection }),
  });
}
