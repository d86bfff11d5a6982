import { Alarm } from './alarm.ts';
import { backOffSeconds } from './back-off.ts';
import type { Duties } from './duties.ts';
import type { Answer, Frame } from './frames.ts';
import { slowBootSeconds } from './profile-quirks.ts';
import { spoiled } from './quirks.ts';
import { RpcClient } from './rpc-client.ts';
import type { SimulatedStation } from './station.ts';

const stopPatienceMs = 5_000;

type ConnectionOptions = {
  station: SimulatedStation;
  duties: Duties;
  answer(action: string, payload: Record<string, unknown>): Promise<Answer>;
  /** It has come or gone, and the state of the station may be another. */
  changed(): void;
};

/** Keeps a station connected: it comes again after a loss, ever later while the server does not answer, until it is stopped. */
export class StationConnection {
  isLinked = false;
  private readonly options: ConnectionOptions;
  private readonly alarm = new Alarm();
  private running: Promise<void> | undefined;
  private client: RpcClient | undefined;
  private isStopping = false;
  private isRebooting = false;
  private hasNetwork = true;
  private failedConnects = 0;

  constructor(options: ConnectionOptions) {
    this.options = options;
  }

  get isRunning(): boolean {
    return this.running !== undefined;
  }

  start(): void {
    this.isStopping = false;
    this.running ??= this.run();
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

  /** It says goodbye and comes back. */
  leave(): void {
    this.client?.leave();
  }

  /** It is gone without a goodbye. */
  cut(): void {
    this.client?.cut();
  }

  /** It leaves, and comes back as late as a boot takes. */
  reboot(): void {
    this.isRebooting = true;
    this.client?.leave();
  }

  /** The cable is cut until the network is regained. */
  loseNetwork(): void {
    this.hasNetwork = false;
    this.client?.cut();
  }

  regainNetwork(): void {
    this.hasNetwork = true;
    this.alarm.ring();
  }

  /** OCPP 2.1: sends what is never answered, at once. */
  send(action: string, payload: object): void {
    this.client?.send(action, payload);
  }

  private async run(): Promise<void> {
    const { settings } = this.options.station;
    while (!this.isStopping) {
      while (!this.hasNetwork && !this.isStopping) await this.alarm.wait();
      const turnMs = settings.waitForTurnMs?.() ?? 0;
      if (turnMs > 0) await this.alarm.wait(turnMs);
      if (this.hasNetwork && !this.isStopping) await this.connectOnce();
      if (this.hasNetwork && !this.isStopping) await this.alarm.wait(this.pauseMs());
    }
    this.running = undefined;
    this.options.changed();
  }

  private async connectOnce(): Promise<void> {
    const { station, duties, changed } = this.options;
    const client = this.openClient();
    this.client = client;
    const failure = await client.opened;
    if (failure !== undefined) {
      this.failedConnects += 1;
      station.access.failed();
      if (!client.isLeaving) this.tellTrouble(`cannot-connect:${failure}`);
    } else {
      this.isLinked = true;
      station.profiles.comeOnline(station.settings.clock.now());
      station.keeping(() => station.access.connected());
      changed();
      await duties.perform(client);
      // A server that takes connections but answers nothing deserves ever longer pauses too.
      this.failedConnects = duties.wasAnswered ? 0 : this.failedConnects + 1;
    }
    await client.closed;
    this.client = undefined;
    this.isLinked = false;
    station.profiles.goOffline(station.settings.clock.now());
    station.outbox.forget();
    changed();
  }

  private openClient(): RpcClient {
    const { station, duties, answer } = this.options;
    const { access, settings, fault } = station;
    return new RpcClient({
      url: access.next.url,
      ...access.credentials(),
      createConnection: settings.createConnection,
      stationId: station.id,
      version: station.version,
      callTimeoutMs: settings.callTimeoutSeconds * settings.secondMs,
      answer,
      ...((settings.quirks.length > 0 || fault !== undefined) && {
        spoil: (frame: Frame) => spoiled(fault?.spoil(frame) ?? frame, settings.quirks),
      }),
      onTrouble: (kind) => this.tellTrouble(kind),
      onLeft: () => duties.wake(),
    });
  }

  private pauseMs(): number {
    const { rebootSeconds, backOff, random, secondMs, profileQuirks } = this.options.station.settings;
    const bootSeconds = profileQuirks.includes('slow-boot') ? slowBootSeconds : rebootSeconds;
    const seconds = this.isRebooting ? bootSeconds : backOffSeconds(backOff, this.failedConnects, random);
    this.isRebooting = false;
    return seconds * secondMs;
  }

  private tellTrouble(trouble: string): void {
    const { id, settings } = this.options.station;
    settings.onEvent?.({ kind: 'trouble', stationId: id, trouble });
  }
}
