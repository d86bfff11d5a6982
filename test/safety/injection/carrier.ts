import { once } from 'node:events';
import * as schemas16 from 'typed-ocpp/dist/ocpp16/schemas.js';
import * as schemas201 from 'typed-ocpp/dist/ocpp20/schemas.js';
import * as schemas21 from 'typed-ocpp/dist/ocpp21/schemas.js';
import { WebSocket } from 'ws';
import type { OcppVersion } from '../../../src/contract/station.ts';
import { handlers16 } from '../../../src/ocpp/v16/handlers.ts';
import { handlers21 } from '../../../src/ocpp/v21/handlers.ts';
import { handlers201 } from '../../../src/ocpp/v201/handlers.ts';
import { bootPayload } from '../../support/raw-station.ts';
import type { JsonSchema } from '../../support/schema-arbitrary.ts';
import { fullest } from '../../support/schema-texts.ts';

const versions = {
  '1.6': { actions: Object.keys(handlers16), schemas: schemas16 as unknown as Record<string, JsonSchema> },
  '2.0.1': { actions: Object.keys(handlers201), schemas: schemas201 as unknown as Record<string, JsonSchema> },
  '2.1': { actions: Object.keys(handlers21), schemas: schemas21 as unknown as Record<string, JsonSchema> },
} satisfies Record<OcppVersion, unknown>;

/** What tells one kind of token, part or message from another is a word of a list, though some schemas call it any text. */
const isWordOfList = (field: string) => field === 'type' || field === 'connectorType';

/** A station that writes one text into every field that it has, in every message and every answer. */
export class Carrier {
  readonly stationId: string;
  readonly version: OcppVersion;
  /** Commands that it got. */
  readonly heard: string[] = [];
  /** Fields that it has written, as version, message and name. */
  readonly fields: Set<string>;
  refused = 0;
  private readonly text: string;
  private readonly socket: WebSocket;
  private readonly waiting = new Map<string, (frame: unknown[]) => void>();
  private count = 0;

  constructor(url: string, given: { stationId: string; version: OcppVersion; text: string; fields: Set<string> }) {
    this.stationId = given.stationId;
    this.version = given.version;
    this.text = given.text;
    this.fields = given.fields;
    this.socket = new WebSocket(`${url}${encodeURIComponent(given.stationId)}`, [`ocpp${given.version}`], {
      perMessageDeflate: false,
    });
    this.socket.on('close', () => {
      for (const resolve of this.waiting.values()) resolve([]);
    });
    this.socket.on('message', (data: Buffer) => this.hear(JSON.parse(data.toString()) as unknown[]));
  }

  async connect(): Promise<this> {
    await once(this.socket, 'open');
    await this.call('BootNotification', bootPayload[this.version]);
    return this;
  }

  /** Every message that a station of its version can begin. */
  async writeEverywhere(): Promise<void> {
    const { actions, schemas } = versions[this.version];
    for (const action of actions) {
      const schema = schemas[`${action}Request`];
      if (schema === undefined) continue; // never answered
      const payload = this.filled(action, schema) as Record<string, unknown>;
      const custom =
        this.version === '1.6' ? {} : { customData: { vendorId: this.text.slice(0, 255), note: this.text } };
      const about = action === 'TransactionEvent' ? { eventType: 'Started', seqNo: 0 } : {};
      await this.call(action, { ...payload, ...about, ...custom });
      if (action === 'TransactionEvent')
        await this.call(action, { ...payload, ...custom, eventType: 'Ended', seqNo: 1 });
    }
  }

  get isOpen(): boolean {
    return this.socket.readyState === WebSocket.OPEN;
  }

  close(): void {
    this.socket.terminate();
  }

  private filled(message: string, schema: JsonSchema): unknown {
    return fullest(schema, (field, most) => {
      if (isWordOfList(field)) return 'ISO14443'.slice(0, most);
      this.fields.add(`${this.version} ${message} ${field}`);
      return this.text.slice(0, most);
    });
  }

  private async call(action: string, payload: unknown): Promise<void> {
    if (this.socket.readyState !== WebSocket.OPEN) return;
    this.count += 1;
    const id = `c${this.count}`;
    const { promise, resolve } = Promise.withResolvers<unknown[]>();
    this.waiting.set(id, resolve);
    this.socket.send(JSON.stringify([2, id, action, payload]));
    const [type] = await promise;
    this.waiting.delete(id);
    if (type !== 3) this.refused += 1;
  }

  private hear(frame: unknown[]): void {
    const [type, id, action] = frame as [number, string, string];
    if (type !== 2) {
      this.waiting.get(id)?.(frame);
      return;
    }
    this.heard.push(action);
    const schema = versions[this.version].schemas[`${action}Response`];
    const isError = this.heard.length % 3 === 0;
    const answer = isError
      ? [4, id, 'InternalError', this.text.slice(0, 255), { note: this.text }]
      : [3, id, schema === undefined ? {} : this.filled(`answer to ${action}`, schema)];
    this.socket.send(JSON.stringify(answer));
  }
}
