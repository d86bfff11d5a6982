import { randomUUID } from 'node:crypto';
import { isRecord, ownJson } from '#base/json.ts';
import { sleep } from '../sleep.ts';
import type { DeviceIdentity, Serial } from './boot.ts';
import { bootDevice, type DeviceMemory } from './boot-device.ts';
import type { Board } from './device-tool.ts';
import { type HelloTransport, helloOf, readHello } from './hello.ts';
import type { Line, LineEvents } from './line.ts';
import { DeviceMcpServer } from './mcp-server.ts';
import { openMqttLine } from './mqtt-line.ts';
import type { Values } from './property.ts';
import { openUdpSound, type UdpSound } from './udp-sound.ts';
import { openWebSocketLine } from './websocket-line.ts';

export type SimulatedTransport = 'websocket' | 'mqtt';

/** waiting: it shows a code and polls. ready: it has its settings, and is not connected. */
export type SimulatedState = 'off' | 'booting' | 'waiting' | 'ready' | 'online';

type Happening =
  | { kind: 'state-changed'; state: SimulatedState }
  | { kind: 'shows-code'; code: string; message: string }
  | { kind: 'called'; tool: string; values: Values }
  | { kind: 'received' | 'sent'; text: string }
  | { kind: 'heard'; opus: Uint8Array }
  | { kind: 'trouble'; reason: string }
  /** It begins again with its boot. */
  | { kind: 'restarted'; reason: string };
export type DeviceEvent = Happening & { deviceId: string };

export type DeviceSettings = {
  /** Its MAC address. */
  id: string;
  /** Ends in a slash: http://127.0.0.1:8003/xiaozhi/ota/ */
  otaUrl: string;
  board: Board;
  clientId?: string | undefined;
  serial?: Serial | undefined;
  firmware?: string | undefined;
  language?: string | undefined;
  memory?: DeviceMemory | undefined;
  /** What its firmware was built for; absent: as the server says, and where it offers both, MQTT. */
  transport?: SimulatedTransport | undefined;
  /** How often somebody wakes a WebSocket device, which connects for nothing else. */
  wakeEverySeconds?: number | undefined;
  /** How long a second takes. */
  secondMs?: number | undefined;
  onEvent?: ((event: DeviceEvent) => void) | undefined;
};

/** Between the word that somebody speaks and the first sound, and after the last one. */
const breathMs = 150;
const helloSeconds = 10;
const silenceSeconds = 120;
const mqttReconnectSeconds = 60;

/** A device with the well-known firmware, from its boot to its calls, with what it does that nobody would expect. */
export class SimulatedDevice {
  readonly identity: DeviceIdentity;
  readonly board: Board;
  state: SimulatedState = 'off';
  code: string | undefined;
  /** The server's; kept over a lost connection until the next hello, and wrong by then. */
  sessionId = '';
  isMute = false;
  private readonly settings: DeviceSettings;
  private readonly secondMs: number;
  private mcp: DeviceMcpServer;
  private memory: DeviceMemory;
  private power = new AbortController();
  private nap = new AbortController();
  private mustBoot = true;
  private line: Line | undefined;
  private life: Promise<void> = Promise.resolve();
  private heardAt = 0;
  private sound: UdpSound | undefined;
  private awaitedHello: PromiseWithResolvers<void> | undefined;

  constructor(settings: DeviceSettings) {
    const { id, board, clientId = randomUUID(), serial, firmware = '2.4.2', language = 'pt-BR' } = settings;
    this.settings = settings;
    this.board = board;
    this.identity = { id, clientId, serial, board: board.name, firmware, language };
    this.secondMs = settings.secondMs ?? 1000;
    this.memory = settings.memory ?? {};
    this.mcp = this.freshServer();
  }

  get id(): string {
    return this.identity.id;
  }

  get isOnline(): boolean {
    return this.line?.isOpen ?? false;
  }

  /** A channel on which nothing came for two minutes counts as dead, whatever the socket says. */
  get hasChannel(): boolean {
    return this.isOnline && performance.now() - this.heardAt < silenceSeconds * this.secondMs;
  }

  get transport(): SimulatedTransport {
    const { mqtt, websocket } = this.memory;
    return this.settings.transport ?? (mqtt !== undefined || websocket === undefined ? 'mqtt' : 'websocket');
  }

  /** Switches it on: it boots, connects, and comes back after a loss as its transport does. */
  start(): void {
    if (this.state !== 'off') return;
    this.power = new AbortController();
    this.life = this.live(this.power.signal);
  }

  async stop(): Promise<void> {
    this.power.abort();
    this.line?.close();
    this.line = undefined;
    this.endSound();
    this.awaitedHello?.reject(new Error('The device was switched off.'));
    await this.life;
    this.mustBoot = true;
    this.enter('off');
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.stop();
  }

  /** Resolves once it has been activated, or its power is gone. */
  async boot(): Promise<void> {
    const { signal } = this.power;
    this.enter('booting');
    this.sessionId = '';
    this.mcp = this.freshServer();
    this.memory = await bootDevice({
      otaUrl: this.settings.otaUrl,
      identity: this.identity,
      memory: this.memory,
      secondMs: this.secondMs,
      signal,
      onCode: (code, message) => {
        const isNew = code !== this.code;
        this.code = code;
        this.enter('waiting');
        if (isNew) this.tell({ kind: 'shows-code', code, message });
      },
      onTrouble: (reason) => this.tell({ kind: 'trouble', reason }),
    });
    this.code = undefined;
    this.mustBoot = false;
    if (!signal.aborted) this.enter('ready');
  }

  /** MQTT connects at boot; over WebSocket there is no connection but a conversation. */
  async connect(): Promise<void> {
    if (this.transport === 'websocket') return this.openChannel();
    const { mqtt } = this.memory;
    if (mqtt === undefined) throw new Error('The device was given no MQTT account.');
    await this.open((events) => openMqttLine(mqtt, events));
  }

  /** What the wake word does: a WebSocket is opened anew, and either transport says hello and waits for one. */
  async openChannel(): Promise<void> {
    if (this.transport === 'mqtt') {
      if (!this.isOnline) await this.connect();
      return this.greet('udp', 3);
    }
    const { websocket } = this.memory;
    if (websocket === undefined) throw new Error('The device was given no WebSocket address.');
    this.line?.close();
    await this.open((events) => openWebSocketLine(websocket, this.identity, events));
    await this.greet('websocket', Number(websocket['version']) || 1);
  }

  /** Somebody presses its button: it comes back at once where it would have waited. */
  wake(): void {
    this.nap.abort();
  }

  loseNetwork(): void {
    this.line?.drop();
  }

  notify(method: string, params: Record<string, unknown>): void {
    this.mcp.notify(method, params);
  }

  send(text: string): void {
    if (this.isMute || this.line === undefined) return;
    this.tell({ kind: 'sent', text });
    this.line.send(text);
  }

  /** Somebody speaks to it; `isHeldDown`: with the button pressed, so that it tells the end. */
  async speak(packets: readonly Uint8Array[], { isHeldDown = false } = {}): Promise<void> {
    this.say('listen', { state: 'start', mode: isHeldDown ? 'manual' : 'auto' });
    await sleep(breathMs, this.power.signal); // sound goes another way than words, and must not overtake them
    for (const packet of packets) {
      if (this.sound === undefined) this.line?.sendAudio(packet);
      else this.sound.send(packet);
    }
    await sleep(breathMs, this.power.signal);
    if (isHeldDown) this.say('listen', { state: 'stop' });
  }

  /** What its wake word does, or a text that was typed for it. */
  wakeWith(text: string): void {
    this.say('listen', { state: 'detect', text });
  }

  interrupt(): void {
    this.say('abort', { reason: 'wake_word_detected' });
  }

  private say(type: string, more: Record<string, string>): void {
    this.send(JSON.stringify({ session_id: this.sessionId, type, ...more }));
  }

  private freshServer(): DeviceMcpServer {
    const { board, identity } = this;
    const server = new DeviceMcpServer({
      identity,
      tools: board.tools,
      send: (payload) => {
        if (server !== this.mcp) return; // asked before a restart: nobody is left to answer
        this.send(`{"session_id":"${this.sessionId}","type":"mcp","payload":${payload}}`);
      },
      onCall: (tool, values) => this.tell({ kind: 'called', tool, values }),
      restart: (reason) => void this.restartSoon(reason),
    });
    return server;
  }

  private async live(power: AbortSignal): Promise<void> {
    while (!power.aborted) {
      this.nap = new AbortController();
      try {
        if (this.mustBoot) await this.boot();
        if (power.aborted) return;
        const isGone = this.transport === 'websocket' ? !this.hasChannel : !this.isOnline;
        if (isGone) await this.connect();
      } catch (error) {
        this.tell({ kind: 'trouble', reason: error instanceof Error ? error.message : String(error) });
      }
      const { wakeEverySeconds = 30 } = this.settings;
      const seconds = this.transport === 'mqtt' ? mqttReconnectSeconds : wakeEverySeconds;
      await sleep(seconds * this.secondMs, AbortSignal.any([power, this.nap.signal]));
    }
  }

  private async open(dial: (events: LineEvents) => Promise<Line>): Promise<void> {
    const { signal } = this.power;
    const line = await dial({
      onText: (text) => this.receive(text),
      onAudio: (opus) => this.tell({ kind: 'heard', opus }),
      onClosed: (closed, reason) => {
        if (this.line !== closed) return; // an old one, replaced meanwhile
        this.line = undefined;
        this.awaitedHello?.reject(new Error(`The connection closed: ${reason}`));
        if (!signal.aborted) this.enter('ready');
      },
    });
    if (signal.aborted) return line.close();
    this.line = line;
    this.heardAt = performance.now();
    this.enter('online');
  }

  private async greet(transport: HelloTransport, version: number): Promise<void> {
    const awaited = Promise.withResolvers<void>();
    this.awaitedHello = awaited;
    const late = setTimeout(() => awaited.reject(new Error('No hello came back.')), helloSeconds * this.secondMs);
    this.send(helloOf(transport, version));
    try {
      await awaited.promise;
    } catch (error) {
      if (transport === 'websocket') this.line?.close();
      throw error;
    } finally {
      clearTimeout(late);
      this.awaitedHello = undefined;
    }
  }

  private receive(text: string): void {
    this.heardAt = performance.now();
    this.tell({ kind: 'received', text });
    if (this.isMute) return;
    const frame = readFrame(text);
    const { type } = frame;
    // The rest is words, faces and alerts: for a display that nobody simulates.
    if (type === 'hello') this.onHello(frame);
    else if (type === 'mcp') this.mcp.receive(frame['payload']);
    else if (type === 'goodbye') this.onGoodbye(frame);
    else if (type === 'system' && frame['command'] === 'reboot') this.restart('told to reboot');
  }

  private onHello(frame: Record<string, unknown>): void {
    const hello = readHello(frame, this.transport === 'mqtt' ? 'udp' : 'websocket');
    if (hello.outcome === 'crash') return this.restart(hello.reason);
    if (hello.outcome === 'ignored') return this.tell({ kind: 'trouble', reason: hello.reason });
    this.sessionId = hello.sessionId ?? this.sessionId;
    this.endSound();
    this.sound = openUdpSound(frame['udp'], (opus) => this.tell({ kind: 'heard', opus }));
    this.awaitedHello?.resolve();
  }

  /** Over MQTT only the sound ends; the connection stays. */
  private onGoodbye({ session_id: sessionId }: Record<string, unknown>): void {
    if (sessionId !== undefined && sessionId !== this.sessionId) return;
    this.endSound();
    if (this.transport === 'websocket') this.line?.close();
  }

  private endSound(): void {
    this.sound?.close();
    this.sound = undefined;
  }

  private async restartSoon(reason: string): Promise<void> {
    if (await sleep(this.secondMs, this.power.signal)) this.restart(reason);
  }

  private restart(reason: string): void {
    this.tell({ kind: 'restarted', reason });
    this.mustBoot = true;
    this.line?.drop();
    this.nap.abort();
  }

  private enter(state: SimulatedState): void {
    if (this.state === state) return;
    this.state = state;
    this.tell({ kind: 'state-changed', state });
  }

  private tell(happening: Happening): void {
    this.settings.onEvent?.({ deviceId: this.id, ...happening });
  }
}

function readFrame(text: string): Record<string, unknown> {
  const frame = ownJson(text);
  return isRecord(frame) ? frame : {};
}
