import { once } from 'node:events';
import { WebSocket } from 'ws';
import type { OcppVersion } from '../../../src/contract/stations/station.ts';
import { bootPayload } from '../../support/raw-station.ts';
import { stationAnswer, stationMessages, stationNotices, type Write } from '../../support/station-messages.ts';

/** A station that writes one text into every field that it has, in every message and every answer. */
export class Carrier {
  readonly stationId: string;
  readonly version: OcppVersion;
  /** Commands that it got. */
  readonly heard: string[] = [];
  /** Fields that it has written, as version, message and name. */
  readonly fields = new Set<string>();
  /** Messages that were not answered, and why. */
  readonly refused: string[] = [];
  private readonly text: string;
  private readonly socket: WebSocket;
  private readonly waiting = new Map<string, (frame: unknown[]) => void>();
  private count = 0;

  constructor(url: string, { stationId, version, text }: { stationId: string; version: OcppVersion; text: string }) {
    this.stationId = stationId;
    this.version = version;
    this.text = text;
    this.socket = new WebSocket(`${url}${encodeURIComponent(stationId)}`, [`ocpp${version}`], {
      perMessageDeflate: false,
    });
    this.socket.on('close', (code) => {
      for (const resolve of this.waiting.values()) resolve([`closed with ${code}`]);
    });
    this.socket.on('message', (data: Buffer) => this.hear(JSON.parse(data.toString()) as unknown[]));
  }

  async connect(): Promise<void> {
    await once(this.socket, 'open');
    await this.call('BootNotification', bootPayload[this.version]);
  }

  /** Every message that a station of its version can begin. */
  async writeEverywhere(): Promise<void> {
    const { text, version } = this;
    const custom = version === '1.6' ? {} : { customData: { vendorId: text.slice(0, 255), note: text, [text]: text } };
    const write = (action: string) => this.writer(action);
    for (const { action, payload } of stationMessages(version, write))
      await this.call(action, { ...payload, ...custom });
    for (const { action, payload } of stationNotices(version, write))
      this.socket.send(JSON.stringify([6, 'n', action, { ...payload, ...custom }]));
    await this.call('Heartbeat', {});
  }

  get isOpen(): boolean {
    return this.socket.readyState === WebSocket.OPEN;
  }

  close(): void {
    this.socket.terminate();
  }

  private writer(message: string): Write {
    return (field, most) => {
      this.fields.add(`${this.version} ${message} ${field}`);
      return this.text.slice(0, most);
    };
  }

  private async call(action: string, payload: unknown): Promise<void> {
    if (!this.isOpen) return;
    this.count += 1;
    const id = `c${this.count}`;
    const { promise, resolve } = Promise.withResolvers<unknown[]>();
    this.waiting.set(id, resolve);
    this.socket.send(JSON.stringify([2, id, action, payload]));
    const answer = await promise;
    this.waiting.delete(id);
    if (answer[0] !== 3) this.refused.push(`${this.stationId} ${action}: ${JSON.stringify(answer)}`);
  }

  private hear(frame: unknown[]): void {
    const [type, id, action] = frame as [number, string, string];
    if (type !== 2) {
      this.waiting.get(id)?.(frame);
      return;
    }
    this.heard.push(action);
    const answer =
      this.heard.length % 3 === 0
        ? [4, id, 'InternalError', this.writer(`error to ${action}`)('description', 255), { note: this.text }]
        : [3, id, stationAnswer(this.version, action, this.writer(`answer to ${action}`))];
    this.socket.send(JSON.stringify(answer));
  }
}
