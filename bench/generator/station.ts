import { randomUUID } from 'node:crypto';
import { createSecureContext, type SecureContext } from 'node:tls';
import { WebSocket } from 'ws';
import { addLatency, type Histogram } from '../harness/histogram.ts';
import type { OcppVersion } from './orders.ts';
import type { Now, SessionState, Step } from './session-state.ts';

export type Tally = { messages: number; latencies: Histogram; troubles: Record<string, number> };

/** Making one takes longer than a handshake; a station has one, and thousands of them in a process need no more. */
let context: SecureContext | undefined;
const contextOfAll = () => (context ??= createSecureContext());

type Pending = { messageId: string; action: string; dueAt: number; answered(): void };

export class Station {
  private readonly socket: WebSocket;
  private readonly session: SessionState;
  private readonly idPrefix = randomUUID().slice(0, 24); // ids as long as those of real stations, but cheap
  private sent = 0;
  private steps: readonly Step[] = [];
  private again = 0;
  private at = 0;
  private tally: Tally | undefined;
  private pending: Pending | undefined;

  private constructor(socket: WebSocket, token: string) {
    this.socket = socket;
    this.session = { token, startWh: 1_000_000, startedAtMs: 0, transactionId: '', seqNo: 0 };
    socket.on('message', (data: Buffer) => this.hear(data.toString()));
    socket.on('close', (code) => this.settle(`connection closed (${code})`));
    socket.on('error', () => undefined); // followed by close
  }

  static async connect(options: {
    url: string;
    version: OcppVersion;
    token: string;
    localAddress: string;
  }): Promise<Station> {
    const { url, version, token, localAddress } = options;
    const socket = new WebSocket(url, `ocpp${version}`, {
      localAddress,
      perMessageDeflate: false,
      handshakeTimeout: 60_000,
      rejectUnauthorized: false, // the product's certificate is its own, and who it is stands in nobody's figures
      ...(url.startsWith('wss:') && { secureContext: contextOfAll() }),
    });
    await new Promise<void>((resolve, reject) => {
      socket.once('open', resolve);
      socket.once('error', reject);
    });
    return new Station(socket, token);
  }

  get isBusy(): boolean {
    return this.pending !== undefined;
  }

  get isOpen(): boolean {
    return this.socket.readyState === WebSocket.OPEN;
  }

  /** Takes up a script; one that it is in already goes on where it was. */
  follow(script: { steps: readonly Step[]; again: number }, tally: Tally): void {
    if (this.steps !== script.steps) this.at = 0;
    this.steps = script.steps;
    this.again = script.again;
    this.tally = tally;
  }

  /** `dueAt`: when it should have been sent; a late start counts as latency. */
  sendNext(dueAt: number, answered: () => void): void {
    if (!this.isOpen) {
      this.trouble('not sent, the connection was closed');
      return answered();
    }
    const step = this.steps[this.at];
    if (step === undefined) throw new Error('The station has no script.');
    this.at = this.at + 1 < this.steps.length ? this.at + 1 : this.again;
    const ms = Date.now();
    const now: Now = { ms, iso: new Date(ms).toISOString() };
    if (step.action === 'Authorize') this.beginSession(now);
    this.sent += 1;
    const messageId = `${this.idPrefix}${this.sent.toString(16).padStart(12, '0')}`;
    this.pending = { messageId, action: step.action, dueAt, answered };
    this.socket.send(`[2,"${messageId}","${step.action}",${step.payload(this.session, now)}]`);
  }

  close(): Promise<void> {
    return new Promise((resolve) => {
      if (this.socket.readyState === WebSocket.CLOSED) return resolve();
      this.socket.once('close', () => resolve());
      this.socket.close();
    });
  }

  private beginSession({ ms }: Now): void {
    const { session } = this;
    session.startWh += 10;
    session.startedAtMs = ms;
    session.transactionId = `${this.idPrefix}${this.sent.toString(16).padStart(12, '0')}`;
    session.seqNo = 0;
  }

  private hear(text: string): void {
    const { pending } = this;
    if (text.startsWith('[2,')) return this.refuse(text);
    if (pending === undefined || !text.startsWith(pending.messageId, 4)) return this.trouble('answer to nothing');
    if (text.startsWith('[3,')) this.settle(this.read(pending.action, text));
    else this.settle(text.replaceAll(pending.messageId, '…').slice(0, 200));
  }

  private read(action: string, text: string): string | undefined {
    if (action === 'StartTransaction') this.session.transactionId = /"transactionId":(\d+)/.exec(text)?.[1] ?? '0';
    const mustAccept = action === 'Authorize' || action === 'StartTransaction' || action === 'BootNotification';
    return mustAccept && !text.includes('"Accepted"') ? `${action} was not accepted` : undefined;
  }

  private settle(trouble: string | undefined): void {
    const { pending, tally } = this;
    if (pending === undefined) return;
    this.pending = undefined;
    if (trouble !== undefined) this.trouble(trouble);
    else if (tally !== undefined) {
      tally.messages += 1;
      addLatency(tally.latencies, performance.now() - pending.dueAt);
    }
    pending.answered();
  }

  private trouble(what: string): void {
    if (this.tally !== undefined) this.tally.troubles[what] = (this.tally.troubles[what] ?? 0) + 1;
  }

  /** The server may ask something of its own; a station that only carries load does not know it. */
  private refuse(text: string): void {
    const messageId = /^\[2,"([^"]*)"/.exec(text)?.[1] ?? '';
    this.socket.send(`[4,"${messageId}","NotImplemented","",{}]`);
  }
}
