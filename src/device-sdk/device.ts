import { setTimeout as pause } from 'node:timers/promises';
import { answerRequest, isRecord, readRequest } from './answer-request.ts';
import { connect, type Transport } from './connect.ts';
import type { Connection } from './connection.ts';
import type { Properties, ValuesOf } from './property.ts';
import { type Asking, askActivation, askSettings, type Serial, type Settings } from './settings.ts';
import type { Run, Tool } from './tool.ts';

export type DeviceOptions = {
  /** Its MAC address, or any other that nobody has: aa:bb:cc:dd:ee:ff. */
  id: string;
  /** A UUID that stays with the device and that nobody else knows: the server lets in this one and no other (`keptClientId`). */
  clientId: string;
  /** What it is, such as charger-light. */
  board: string;
  version: string;
  /** http://127.0.0.1:8003/xiaozhi/ota/ */
  settingsUrl: string;
  transport?: Transport;
  serial?: Serial;
  /** Show it where an operator can read it, who then enters it. */
  onCode?(code: string, message: string): void;
  onState?(state: DeviceState): void;
  /** What went wrong; the device tries again by itself. */
  onTrouble?(error: Error): void;
};

export type DeviceState = 'stopped' | 'starting' | 'waiting' | 'online' | 'offline';

const pollMs = 3_000;
const leastWaitMs = 1_000;
const maxWaitMs = 60_000;
const steadyMs = 10_000;

export function createDevice(options: DeviceOptions): Device {
  return new Device(options);
}

/** A device written in TypeScript: it says which tools it has, and runs them when it is asked to. */
export class Device {
  state: DeviceState = 'stopped';
  private readonly options: DeviceOptions;
  private readonly tools: Tool[] = [];
  private connection: Connection | undefined;
  private sessionId = '';
  private ending = new AbortController();
  private life: Promise<void> = Promise.resolve();
  /** Calls run one after the other: there is one set of hardware. */
  private calls: Promise<void> = Promise.resolve();

  constructor(options: DeviceOptions) {
    if (!/^[0-9a-f]{2}(:[0-9a-f]{2}){5}$/i.test(options.id))
      throw new TypeError(`The id "${options.id}" is no address such as aa:bb:cc:dd:ee:ff.`);
    if (!/^https?:\/\/\S+\/$/.test(options.settingsUrl))
      throw new TypeError(
        `The settingsUrl "${options.settingsUrl}" has to be an address that ends in a slash, such as http://127.0.0.1:8003/xiaozhi/ota/`,
      );
    this.options = options;
  }

  get isOnline(): boolean {
    return this.state === 'online';
  }

  /** `isForUsersOnly`: nothing for agents, such as a restart. */
  addTool<Given extends Properties>(
    name: string,
    description: string,
    properties: Given,
    run: Run<Given>,
    { isForUsersOnly = false }: { isForUsersOnly?: boolean } = {},
  ): this {
    if (!/^[A-Za-z][\w.-]{0,79}$/.test(name))
      throw new TypeError(`"${name}" is no name for a tool: use letters, digits, dots and underscores, up to 80.`);
    if (this.tools.some((tool) => tool.name === name)) throw new TypeError(`There is a tool ${name} already.`);
    this.tools.push({ name, description, properties, isForUsersOnly, run: (values) => run(values as ValuesOf<Given>) });
    if (this.isOnline) this.notify('notifications/tools/list_changed');
    return this;
  }

  /** Tells the server something that it did not ask for. Lost while offline. */
  notify(method: `notifications/${string}`, params: Record<string, unknown> = {}): void {
    this.sendMcp(JSON.stringify({ jsonrpc: '2.0', method, params }));
  }

  /** From now on it keeps itself connected, until it is stopped. */
  start(): void {
    if (this.state !== 'stopped') return;
    this.ending = new AbortController();
    this.life = this.stayConnected(this.ending.signal);
  }

  async stop(): Promise<void> {
    this.ending.abort();
    this.connection?.close();
    await this.life;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.stop();
  }

  private async stayConnected(signal: AbortSignal): Promise<void> {
    let waitMs = leastWaitMs;
    while (!signal.aborted) {
      try {
        this.enter('starting');
        const settings = await this.settings(signal);
        const connection = await this.connect(settings);
        const openedAt = performance.now();
        if (signal.aborted) connection.close();
        const reason = await connection.closed;
        if (performance.now() - openedAt > steadyMs) waitMs = leastWaitMs; // else something throws it out again and again
        if (!signal.aborted) throw new Error(`The connection is gone: ${reason}`);
      } catch (error) {
        if (signal.aborted) break;
        this.options.onTrouble?.(error instanceof Error ? error : new Error(String(error)));
        this.enter('offline');
      }
      this.connection = undefined;
      await rest(waitMs * (0.5 + Math.random()), signal);
      waitMs = Math.min(maxWaitMs, waitMs * 2);
    }
    this.connection = undefined;
    this.enter('stopped');
  }

  /** Asked for anew before every connection: what was handed out before may be worth nothing by now. */
  private async settings(signal: AbortSignal): Promise<Settings> {
    const { id, clientId, board, version, settingsUrl, serial } = this.options;
    const asking: Asking = { settingsUrl, id, clientId, serial, board, version };
    let shown = '';
    while (true) {
      const settings = await askSettings(asking, signal);
      if (settings.activation === undefined) return settings;
      const { code, message, challenge } = settings.activation;
      this.enter('waiting');
      if (code !== shown) this.options.onCode?.(code, message);
      shown = code;
      for (let poll = 0; poll < 20 && !(await askActivation(asking, challenge, signal)); poll += 1)
        await pause(pollMs, undefined, { signal });
    }
  }

  private async connect(settings: Settings): Promise<Connection> {
    const { id, clientId, transport } = this.options;
    const wanted = { id, clientId, ...(transport !== undefined && { transport }) };
    const { connection, hello } = await connect(settings, wanted, (frame) => this.receive(frame));
    this.connection = connection;
    this.enter('online');
    const audio_params = { format: 'opus', sample_rate: 16_000, channels: 1, frame_duration: 60 };
    connection.send(JSON.stringify({ type: 'hello', ...hello, features: { mcp: true }, audio_params }));
    return connection;
  }

  private receive(text: string): void {
    const frame = parse(text);
    if (!isRecord(frame)) return;
    if (frame['type'] === 'hello' && typeof frame['session_id'] === 'string') this.sessionId = frame['session_id'];
    if (frame['type'] !== 'mcp') return; // speech and faces are for devices with a speaker and a screen
    const request = readRequest(frame['payload']);
    if (request === undefined) return;
    const { board: name, version } = this.options;
    const { connection } = this;
    const answer = async () => {
      const payload = await answerRequest(request, { name, version }, this.tools);
      if (connection === this.connection) this.sendMcp(payload); // else nobody waits for it any more
    };
    if (request.method === 'tools/call') this.calls = this.calls.then(answer);
    else void answer(); // who we are and what we can do is told at once, whatever is being done
  }

  private sendMcp(payload: string): void {
    this.connection?.send(`{"session_id":${JSON.stringify(this.sessionId)},"type":"mcp","payload":${payload}}`);
  }

  private enter(state: DeviceState): void {
    if (this.state === state) return;
    this.state = state;
    this.options.onState?.(state);
  }
}

async function rest(ms: number, signal: AbortSignal): Promise<void> {
  await pause(ms, undefined, { signal }).catch(() => undefined); // rejects only when the signal ends it
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
