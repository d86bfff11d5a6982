import { randomUUID } from 'node:crypto';
import { freeState, outOfServiceState } from './connector-life.ts';
import { type Measured, type Reading, readingsOf } from './measured.ts';
import type { ChargingState, SessionTrigger, SimulatedSession } from './session-fact.ts';
import { SessionTeller } from './session-teller.ts';
import type { SimulatedStation } from './station.ts';
import type { Remembered } from './station-memory.ts';
import type { ToldClock } from './told-clock.ts';

export type SessionStart = {
  evseId: number;
  /** Empty: the cable came first, and nobody has shown a token yet. */
  token: string;
  tokenType?: string | undefined;
  remoteStartId?: number | undefined;
  reservationId?: number | undefined;
  ref?: string | undefined;
  /** Absent: energy flows, or is about to. */
  chargingState?: ChargingState | undefined;
  trigger?: SessionTrigger | undefined;
};

const activities = {
  Idle: 'preparing',
  EVConnected: 'preparing',
  Charging: 'charging',
  SuspendedEV: 'suspended-by-vehicle',
  SuspendedEVSE: 'suspended-by-station',
} as const satisfies Record<ChargingState, string>;

/** The sessions at a station, told to the server as its version tells them. */
export class SimulatedSessions {
  readonly all: SimulatedSession[] = [];
  /** The few that still run, so that a long life costs nothing. */
  private readonly open = new Set<SimulatedSession>();
  private readonly teller: SessionTeller;
  private readonly station: SimulatedStation;
  private readonly clock: ToldClock;

  /** The clock is the one that the station tells, which may be wrong. */
  constructor(station: SimulatedStation, clock: ToldClock) {
    this.station = station;
    this.clock = clock;
    this.teller = new SessionTeller(station, clock, {
      onAnswer: (session, answer) => this.heed(session, answer),
      onChange: () => this.station.remember(),
    });
  }

  running(evseId: number): SimulatedSession | undefined {
    return [...this.open].find((session) => session.evseId === evseId);
  }

  byRef(ref: string): SimulatedSession | undefined {
    return [...this.open].find((session) => session.ref === ref);
  }

  registerWh(evseId: number): number {
    const { meters, fault } = this.station;
    const wh = meters.registerWh(evseId);
    return fault?.registerWh(evseId, wh) ?? wh;
  }

  /** What truly went through the meter in it. */
  deliveredWh({ evseId, lifetimeStartWh, lifetimeEndWh }: SimulatedSession): number {
    return (lifetimeEndWh ?? this.station.meters.lifetimeWh(evseId)) - lifetimeStartWh;
  }

  /** Whether the server has yet to hear of it. */
  isUntold(session: SimulatedSession): boolean {
    return this.teller.hasUntold(session);
  }

  start({ evseId, token, ...asked }: SessionStart): SimulatedSession {
    const session: SimulatedSession = {
      key: randomUUID(),
      evseId,
      ref: asked.ref ?? randomUUID(),
      token,
      tokenType: asked.tokenType ?? 'ISO14443',
      remoteStartId: asked.remoteStartId ?? null,
      reservationId: this.station.settings.oddities.includes('forgets-reservation-ids')
        ? null
        : (asked.reservationId ?? null),
      startedAt: this.clock.now(),
      endedAt: null,
      startWh: this.registerWh(evseId),
      lifetimeStartWh: this.station.meters.lifetimeWh(evseId),
      lifetimeEndWh: null,
      chargingState: asked.chargingState ?? 'Charging',
      seqNo: 0,
      samples: 0,
      isEnded: false,
      stopReason: null,
      verdict: null,
      maxEnergyWh: null,
      discarded: 0,
    };
    this.all.push(session);
    this.open.add(session);
    this.show(session);
    const trigger = asked.trigger ?? (session.remoteStartId === null ? 'Authorized' : 'RemoteStart');
    this.teller.tell(session, { what: 'start', wh: session.startWh, trigger, tellsToken: token !== '' });
    return session;
  }

  /** Somebody shows the token that the cable has waited for. */
  authorize(session: SimulatedSession, by: { token: string; tokenType?: string; remoteStartId?: number }): void {
    session.token = by.token;
    session.tokenType = by.tokenType ?? session.tokenType;
    session.remoteStartId = by.remoteStartId ?? null;
    const trigger = session.remoteStartId === null ? 'Authorized' : 'RemoteStart';
    this.teller.tell(session, { what: 'change', wh: null, trigger, tellsToken: true });
  }

  change(session: SimulatedSession, chargingState: ChargingState, trigger: SessionTrigger = 'ChargingStateChanged') {
    if (session.isEnded || session.chargingState === chargingState) return;
    session.chargingState = chargingState;
    this.show(session);
    this.teller.tell(session, { what: 'change', wh: null, trigger });
  }

  /** So much goes through the meter at once, and is reported, with as much of the rest as the station is set to report. */
  charge(session: SimulatedSession, wh: number, measured: Measured = {}): void {
    if (session.isEnded) return; // the vehicle may still be there, but nothing flows
    this.station.meters.add(session.evseId, wh);
    this.sample(session, readingsOf(measured, this.wantedMeasurands()));
  }

  sample(session: SimulatedSession, readings: readonly Reading[] = []): void {
    if (session.isEnded) return;
    const { meters, settings } = this.station;
    session.samples += 1;
    const isReset = session.samples === 3 && settings.oddities.includes('resets-meter');
    const wh = isReset ? meters.reset(session.evseId) : this.registerWh(session.evseId);
    this.teller.tell(session, { what: 'meter', wh, readings });
    if (isReset) this.teller.tell(session, { what: 'meter', wh: 0, laterMs: 1 }); // two readings of one time have no order
    if (session.samples === 2) this.clock.jump();
    this.stopAtLimit(session);
  }

  wantedMeasurands(): string[] {
    return this.station.setting('SampledDataCtrlr', 'TxUpdatedMeasurands')?.split(',') ?? [];
  }

  /** 2.x F06, B13: tells of a running session, for a reason of its own. */
  tellAgain(session: SimulatedSession, trigger: 'Trigger' | 'TxResumed'): void {
    this.teller.tell(session, { what: 'meter', wh: this.registerWh(session.evseId), trigger });
  }

  stop(session: SimulatedSession, reason: string): void {
    if (session.isEnded) return;
    this.close(session);
    session.endedAt = this.clock.now();
    session.stopReason = reason;
    this.teller.tell(session, { what: 'stop', wh: this.registerWh(session.evseId), reason });
    this.vacate(session.evseId);
  }

  stopAll(reason: string): void {
    for (const session of [...this.open]) this.stop(session, reason);
  }

  /** What the station knows after a loss of power, be it of this process or in the life of a station that goes on. */
  afterPowerLoss(): void {
    const { oddities } = this.station.settings;
    for (const session of [...this.open]) {
      if (oddities.includes('forgets-sessions')) this.forget(session);
      else if (oddities.includes('resumes-sessions')) this.tellAgain(session, 'TxResumed');
      else this.stop(session, 'PowerLoss');
    }
  }

  recall(remembered: Remembered): void {
    this.station.meters.restore(remembered.meters);
    this.all.push(...remembered.sessions);
    for (const session of remembered.sessions) if (!session.isEnded) this.open.add(session);
    for (const { session: index, fact } of remembered.untold) {
      const session = remembered.sessions[index];
      if (session !== undefined) this.teller.queue(session, fact);
    }
  }

  dump(): Pick<Remembered, 'sessions' | 'untold'> {
    const { untold } = this.teller;
    const sessions = [...new Set([...this.open, ...untold.map(({ session }) => session)])];
    return { sessions, untold: untold.map(({ session, fact }) => ({ session: sessions.indexOf(session), fact })) };
  }

  private forget(session: SimulatedSession): void {
    this.close(session);
    this.vacate(session.evseId);
    this.station.remember();
  }

  /** The session is over; the vehicle may stand there for longer. */
  private vacate(evseId: number): void {
    const { connectors, visits } = this.station;
    if (visits.vehicleAt(evseId) !== undefined) return this.occupy(evseId, 'finishing');
    for (const connector of connectors.find({ evseId })) {
      // The availability change that had to wait for the driver.
      connectors.change(connector, connector.isOperative ? freeState : outOfServiceState);
    }
  }

  /** Nothing flows any more, so every reading from now on is the same. */
  private close(session: SimulatedSession): void {
    session.isEnded = true;
    this.open.delete(session);
    this.station.visits.release(session.evseId);
    this.station.profiles.endSession(session.ref);
    session.lifetimeEndWh = this.station.meters.lifetimeWh(session.evseId);
  }

  private show({ evseId, chargingState }: SimulatedSession): void {
    this.occupy(evseId, activities[chargingState]);
  }

  private occupy(evseId: number, activity: (typeof activities)[ChargingState] | 'finishing'): void {
    for (const connector of this.station.connectors.find({ evseId })) {
      const fault = activity === 'preparing' ? this.station.visits.faultAt(evseId) : null;
      this.station.connectors.change(connector, { status: 'occupied', activity, fault });
    }
  }

  /** Whoever turns out not to be allowed has to stop (1.6 §5.16 StopTransactionOnInvalidId, 2.x E05). */
  private heed(session: SimulatedSession, answer: object): void {
    this.station.dialect.sessions.takeAnswer(session, answer);
    const isRefused = session.verdict !== null && session.verdict !== 'Accepted';
    if (isRefused && this.station.setting('TxCtrlr', 'StopTxOnInvalidId') === 'true')
      this.stop(session, 'DeAuthorized');
    this.stopAtLimit(session);
  }

  /** The limit may be told when it is reached already. */
  private stopAtLimit(session: SimulatedSession): void {
    const { maxEnergyWh, lifetimeStartWh, evseId, isEnded } = session;
    const isReached = maxEnergyWh !== null && this.station.meters.lifetimeWh(evseId) - lifetimeStartWh >= maxEnergyWh;
    if (isReached && !isEnded) this.stop(session, 'EnergyLimitReached');
  }
}
