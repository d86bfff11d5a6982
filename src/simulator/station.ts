import { setTimeout as sleepFor } from 'node:timers/promises';
import type { OcppVersion } from '#contract/stations/station.ts';
import { Access } from './access.ts';
import { ChargingProfiles } from './charging-profiles.ts';
import type { ConnectorState, Fault } from './connector-life.ts';
import { Connectors, type SimulatedConnector } from './connectors.ts';
import { DerControls } from './der-controls.ts';
import { DeviceModel, type SimulatedPlace } from './device-model.ts';
import type { BootReason, Dialect, Registration, TriggeredMessage } from './dialect.ts';
import { SimulatedDisplays } from './displays.ts';
import { type Presented, presentToken, type Reaction } from './driver.ts';
import { Duties } from './duties.ts';
import { FaultInjector } from './faults/inject-fault.ts';
import type { Answer } from './frames.ts';
import { Meters } from './meters.ts';
import { SimulatedMonitors } from './monitors.ts';
import { type Nameplate, wiringA } from './nameplate.ts';
import { Outbox } from './outbox.ts';
import { SimulatedPlugAndCharge } from './plug-and-charge/plug-and-charge.ts';
import { answerDelaySeconds } from './quirks.ts';
import { SimulatedReservations } from './reservations.ts';
import { SimulatedSessions } from './sessions.ts';
import { StationConnection } from './station-connection.ts';
import {
  type CompleteSettings,
  completeSettings,
  type StationSettings,
  type StationState,
} from './station-settings.ts';
import { stationVariables } from './station-variables.ts';
import { SimulatedStreams } from './streams.ts';
import { SimulatedTill } from './till.ts';
import { SimulatedTokens } from './tokens.ts';
import { toldClock } from './told-clock.ts';
import { Trust } from './trust.ts';
import { Upkeep } from './upkeep.ts';
import { v21, v201 } from './v2-dialects.ts';
import { observe2 } from './v2-monitoring.ts';
import { v16 } from './v16.ts';
import { Visits } from './visits.ts';

const dialects = { '1.6': v16, '2.0.1': v201, '2.1': v21 } satisfies Record<OcppVersion, Dialect>;

/** A charging station that behaves: it keeps a connection to the server, and does its duties over it. */
export class SimulatedStation {
  readonly id: string;
  readonly settings: CompleteSettings;
  readonly dialect: Dialect;
  readonly nameplate: Nameplate;
  readonly connectors: Connectors;
  readonly outbox: Outbox;
  readonly meters: Meters;
  readonly sessions: SimulatedSessions;
  readonly visits: Visits;
  readonly tokens = new SimulatedTokens(this);
  readonly reservations = new SimulatedReservations(this);
  readonly till = new SimulatedTill(this);
  readonly trust = new Trust();
  readonly plugAndCharge = new SimulatedPlugAndCharge(this);
  readonly upkeep = new Upkeep(this);
  readonly access: Access;
  readonly monitors = new SimulatedMonitors();
  readonly streams = new SimulatedStreams();
  readonly profiles: ChargingProfiles;
  readonly der = new DerControls();
  readonly displays = new SimulatedDisplays(this);
  private model: DeviceModel | undefined;
  private readonly duties: Duties;
  private readonly connection: StationConnection;
  private hasRecalled = false;
  private shownState: StationState = 'stopped';
  private idleRebootReason: BootReason | undefined;
  readonly fault: FaultInjector | undefined;

  constructor(settings: StationSettings) {
    this.settings = completeSettings(settings);
    this.dialect = dialects[settings.version];
    this.id = settings.id;
    this.nameplate = this.settings.nameplate;
    this.access = new Access({ ...this.settings, password: this.settings.password, trust: this.trust });
    const { oddities, maxListed, profileQuirks } = this.settings;
    this.profiles = new ChargingProfiles(
      profileQuirks,
      () => !profileQuirks.includes('load-balancing-off') || this.setting('SmartChargingCtrlr', 'Enabled') === 'true',
      wiringA(this.nameplate.outlet),
    );
    this.tokens.manners.isLiar = oddities.includes('lies-about-list');
    this.tokens.manners.isRefusing = oddities.includes('refuses-lists');
    this.tokens.manners.maxListed = maxListed ?? Number.POSITIVE_INFINITY;
    const clock = toldClock(this.settings.clock, this.settings.oddities);
    this.connectors = new Connectors(this, clock);
    this.outbox = new Outbox(() => this.wake());
    this.meters = new Meters(this.settings.clock, this.settings.initialRegisterWh);
    this.sessions = new SimulatedSessions(this, clock);
    this.visits = new Visits(this);
    this.duties = new Duties(this, () => this.showState());
    this.connection = new StationConnection({
      station: this,
      duties: this.duties,
      answer: (action, payload) => this.answerInTime(action, payload),
      changed: () => this.showState(),
    });
    const { fault, random, secondMs } = this.settings;
    if (fault !== undefined)
      this.fault = new FaultInjector({
        fault: fault.name,
        lifeMs: fault.lifeSeconds * secondMs,
        secondMs,
        random,
        now: () => this.settings.clock.now().getTime(),
      });
    if (fault?.name === 'bad-firmware') this.nameplate.firmwareVersion += '-bad';
  }

  get state(): StationState {
    if (!this.connection.isRunning) return 'stopped';
    if (!this.connection.isLinked) return 'offline';
    return this.registration === 'unregistered' ? 'booting' : this.registration;
  }

  get registration(): Registration {
    return this.duties.registration;
  }

  get version(): OcppVersion {
    return this.dialect.version;
  }

  /** Made when it is first asked for: most of a large fleet are never asked. */
  get deviceModel(): DeviceModel {
    this.model ??= new DeviceModel(stationVariables(this));
    return this.model;
  }

  get isOnline(): boolean {
    return this.connection.isLinked && this.registration === 'accepted';
  }

  /** Whether it is connected, be it accepted or not. */
  get hasConnection(): boolean {
    return this.connection.isLinked;
  }

  /** What a variable of its device model is set to. */
  setting(component: string, variable: string, instance?: string): string | undefined {
    return this.deviceModel.find({ component, variable, instance })?.read();
  }

  get hasQueuedMessages(): boolean {
    return this.outbox.size > 0;
  }

  get sampleEverySeconds(): number {
    return this.settings.sampleEverySeconds;
  }

  get heartbeatSeconds(): number {
    return this.duties.heartbeatSeconds;
  }

  setHeartbeat(seconds: number): void {
    this.duties.setHeartbeat(seconds);
  }

  /** There is something to say. */
  wake(): void {
    this.duties.wake();
  }

  start(): void {
    if (!this.hasRecalled) this.recall();
    this.hasRecalled = true;
    this.connection.start();
    this.fault?.start(this);
    this.showState();
  }

  /** Lets the call under way end, then leaves. */
  async stop(): Promise<void> {
    this.fault?.stop();
    this.visits.stop();
    await this.connection.stop();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.stop();
  }

  reboot(reason: BootReason): void {
    this.idleRebootReason = undefined;
    this.access.restart();
    this.duties.registerAgain(reason);
    if (this.settings.oddities.includes('forgets-reservations')) this.reservations.forget();
    this.connectors.clearFaults();
    this.connection.reboot();
  }

  rebootOnceIdle(reason: BootReason): void {
    this.idleRebootReason = reason;
  }

  /** Everything is off for a moment. Its registers, its open sessions and what it has to tell of them outlive that. */
  losePower(): void {
    this.visits.losePower();
    this.connection.cut();
    this.reboot('PowerUp');
    this.sessions.afterPowerLoss();
    this.visits.afterPowerLoss();
  }

  /** The cable is cut until the network is regained; what changes meanwhile is told afterwards. */
  loseNetwork(): void {
    this.connection.loseNetwork();
  }

  regainNetwork(): void {
    this.connection.regainNetwork();
  }

  changeConnector(connector: SimulatedConnector, state: ConnectorState): void {
    this.connectors.change(connector, state);
  }

  breakDown(evseId: number, fault: Fault): void {
    for (const connector of this.connectors.find({ evseId }))
      if (connector.state.status === 'available')
        this.connectors.change(connector, { status: 'faulted', activity: null, fault });
  }

  present(presented: Presented): Promise<Reaction> {
    return presentToken(this, presented);
  }

  /** Says something of its own accord, in turn; undefined when the server refused it or did not answer. */
  say(action: string, request: object): Promise<object | undefined> {
    return new Promise((settled) => {
      this.outbox.push({ action, request: () => request, settled });
    });
  }

  /** The same for what cannot wait for another connection: without one it is undefined at once. */
  ask(action: string, request: object): Promise<object | undefined> {
    if (!this.connection.isLinked) return Promise.resolve(undefined);
    return new Promise((settled) => {
      this.outbox.push({ action, request: () => request, isOnlyForNow: true, settled });
    });
  }

  /** OCPP 2.1: sends what is never answered, at once. */
  send(action: string, payload: object): void {
    this.connection.send(action, payload);
  }

  observe(place: SimulatedPlace, value: string): void {
    this.deviceModel.find(place)?.write?.(value);
    if (this.version !== '1.6') observe2(this, place, value);
  }

  /** A01: it drops its connection, once it has answered, and comes back with the new password. */
  changePassword(password: string): void {
    this.access.password = password;
    this.remember();
    setImmediate(() => this.connection.leave());
  }

  /** A05 of OCPP 1.6: it comes back by the new security profile, or else by the one before. */
  raise(profile: number): boolean {
    const isTaken = this.keeping(() => this.access.raise(profile));
    if (isTaken) setImmediate(() => this.connection.leave());
    return isTaken;
  }

  /** Does something that outlives a loss of power. */
  keeping<Result>(act: () => Result): Result {
    const result = act();
    this.remember();
    return result;
  }

  remember(): void {
    const { access, meters, sessions, trust, settings } = this;
    settings.memory?.write({
      meters: meters.dump(),
      ...sessions.dump(),
      access: access.dump(),
      trust: trust.dump(),
    });
  }

  private recall(): void {
    const remembered = this.settings.memory?.read();
    if (remembered === undefined) return;
    if (remembered.trust !== undefined) this.trust.restore(remembered.trust);
    if (remembered.access !== undefined) this.access.restore(remembered.access);
    this.sessions.recall(remembered);
    this.sessions.afterPowerLoss();
  }

  trigger(message: TriggeredMessage): void {
    this.duties.trigger(message);
  }

  onIdle(): void {
    if (this.idleRebootReason !== undefined) this.reboot(this.idleRebootReason);
  }

  private async answerInTime(action: string, payload: Record<string, unknown>): Promise<Answer> {
    const delaySeconds = answerDelaySeconds(this.settings.quirks) + (this.fault?.answerDelaySeconds ?? 0);
    if (delaySeconds > 0) await sleepFor(delaySeconds * this.settings.secondMs, undefined, { ref: false });
    const answer = this.answer(action, payload);
    this.settings.onEvent?.({ kind: 'answering', stationId: this.id, action });
    return answer;
  }

  private answer(action: string, payload: Record<string, unknown>): Answer {
    const asksForBoot = action === 'TriggerMessage' && payload['requestedMessage'] === 'BootNotification';
    if (this.registration === 'rejected' && !asksForBoot) {
      return { error: 'SecurityError', description: 'This station was rejected' }; // 2.0.1 B03.FR.08
    }
    return this.dialect.answer(action, payload, this);
  }

  private showState(): void {
    const { state } = this;
    if (state === this.shownState) return;
    this.shownState = state;
    this.settings.onEvent?.({ kind: 'state-changed', stationId: this.id, state });
  }
}
