import type { OcppVersion } from '#contract/station.ts';
import { Alarm } from './alarm.ts';
import { backOffSeconds } from './back-off.ts';
import type { ConnectorState } from './connector-life.ts';
import { Connectors, type SimulatedConnector } from './connectors.ts';
import type { BootReason, Dialect, Registration, StationControls, TriggeredMessage } from './dialect.ts';
import { Duties } from './duties.ts';
import type { Answer } from './frames.ts';
import type { Nameplate } from './nameplate.ts';
import { RpcClient } from './rpc-client.ts';
import {
  type CompleteSettings,
  completeSettings,
  type StationSettings,
  type StationState,
} from './station-settings.ts';
import { v16 } from './v16.ts';
import { v21 } from './v21.ts';
import { v201 } from './v201.ts';

const dialects = { '1.6': v16, '2.0.1': v201, '2.1': v21 } satisfies Record<OcppVersion, Dialect>;
const stopPatienceMs = 5_000;

/** A charging station that behaves: it keeps a connection to the server, and does its duties over it. */
export class SimulatedStation implements StationControls {
  readonly id: string;
  readonly nameplate: Nameplate;
  readonly connectors: Connectors;
  private readonly settings: CompleteSettings;
  private readonly dialect: Dialect;
  private readonly duties: Duties;
  private readonly alarm = new Alarm();
  private running: Promise<void> | undefined;
  private client: RpcClient | undefined;
  private isLinked = false;
  private isStopping = false;
  private isRebooting = false;
  private hasNetwork = true;
  private failedConnects = 0;
  private shownState: StationState = 'stopped';
  private idleRebootReason: BootReason | undefined;

  constructor(settings: StationSettings) {
    this.settings = completeSettings(settings);
    this.dialect = dialects[settings.version];
    this.id = settings.id;
    this.nameplate = this.settings.nameplate;
    this.connectors = new Connectors({
      evseCount: this.nameplate.evseCount,
      includesStation: this.dialect.reportsStation,
      clock: this.settings.clock,
      wordFor: this.dialect.wordFor,
      onNews: () => this.duties.wake(),
      onIdle: () => this.onIdle(),
    });
    this.duties = new Duties({
      settings: this.settings,
      dialect: this.dialect,
      connectors: this.connectors,
      onRegistration: () => this.showState(),
    });
  }

  get state(): StationState {
    if (this.running === undefined) return 'stopped';
    if (!this.isLinked) return 'offline';
    return this.registration === 'unregistered' ? 'booting' : this.registration;
  }

  get registration(): Registration {
    return this.duties.registration;
  }

  get heartbeatSeconds(): number {
    return this.duties.heartbeatSeconds;
  }

  start(): void {
    this.isStopping = false;
    this.running ??= this.run();
    this.showState();
  }

  /** Lets the call under way end, then leaves. */
  async stop(): Promise<void> {
    this.isStopping = true;
    this.alarm.ring();
    const impatience = setTimeout(() => this.client?.cut(), stopPatienceMs);
    this.client?.leave();
    await this.running;
    clearTimeout(impatience);
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.stop();
  }

  reboot(reason: BootReason): void {
    this.isRebooting = true;
    this.idleRebootReason = undefined;
    this.duties.registerAgain(reason);
    this.connectors.clearFaults();
    this.client?.leave();
  }

  rebootOnceIdle(reason: BootReason): void {
    this.idleRebootReason = reason;
  }

  /** The cable is cut until the network is regained; what changes meanwhile is told afterwards. */
  loseNetwork(): void {
    this.hasNetwork = false;
    this.client?.cut();
  }

  regainNetwork(): void {
    this.hasNetwork = true;
    this.alarm.ring();
  }

  /** Something happens at a connector; the server hears of it as soon as it can. */
  changeConnector(connector: SimulatedConnector, state: ConnectorState): void {
    this.connectors.change(connector, state);
  }

  trigger(message: TriggeredMessage): void {
    this.duties.trigger(message);
  }

  private async run(): Promise<void> {
    while (!this.isStopping) {
      while (!this.hasNetwork && !this.isStopping) await this.alarm.wait();
      const turnMs = this.settings.waitForTurnMs?.() ?? 0;
      if (turnMs > 0) await this.alarm.wait(turnMs);
      if (this.hasNetwork && !this.isStopping) await this.connectOnce();
      if (this.hasNetwork && !this.isStopping) await this.alarm.wait(this.pauseMs());
    }
    this.running = undefined;
    this.showState();
  }

  private async connectOnce(): Promise<void> {
    const client = this.openClient();
    this.client = client;
    const failure = await client.opened;
    if (failure !== undefined) {
      this.failedConnects += 1;
      if (!client.isLeaving) this.tellTrouble(`cannot-connect:${failure}`);
    } else {
      this.isLinked = true;
      this.showState();
      await this.duties.perform(client);
      // A server that takes connections but answers nothing deserves ever longer pauses too.
      this.failedConnects = this.duties.wasAnswered ? 0 : this.failedConnects + 1;
    }
    await client.closed;
    this.client = undefined;
    this.isLinked = false;
    this.showState();
  }

  private openClient(): RpcClient {
    return new RpcClient({
      url: this.settings.url,
      stationId: this.id,
      version: this.dialect.version,
      password: this.settings.password,
      callTimeoutMs: this.settings.callTimeoutSeconds * this.settings.secondMs,
      answer: (action, payload) => this.answer(action, payload),
      onTrouble: (kind) => this.tellTrouble(kind),
      onLeft: () => this.duties.wake(),
    });
  }

  private pauseMs(): number {
    const { rebootSeconds, backOff, random, secondMs } = this.settings;
    const seconds = this.isRebooting ? rebootSeconds : backOffSeconds(backOff, this.failedConnects, random);
    this.isRebooting = false;
    return seconds * secondMs;
  }

  private onIdle(): void {
    if (this.idleRebootReason !== undefined) this.reboot(this.idleRebootReason);
  }

  private answer(action: string, payload: Record<string, unknown>): Answer {
    const asksForBoot = action === 'TriggerMessage' && payload['requestedMessage'] === 'BootNotification';
    if (this.registration === 'rejected' && !asksForBoot) {
      return { error: 'SecurityError', description: 'This station was rejected' }; // 2.0.1 B03.FR.08
    }
    return this.dialect.answer(action, payload, this);
  }

  private tellTrouble(trouble: string): void {
    this.settings.onEvent?.({ kind: 'trouble', stationId: this.id, trouble });
  }

  private showState(): void {
    const { state } = this;
    if (state === this.shownState) return;
    this.shownState = state;
    this.settings.onEvent?.({ kind: 'state-changed', stationId: this.id, state });
  }
}
