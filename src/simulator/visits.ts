import { SigecError } from '#base/errors.ts';
import { type Fault, freeState, outOfServiceState } from './connector-life.ts';
import type { FaultyStart } from './faults/inject-fault.ts';
import { drawnReadings } from './measured.ts';
import { type Outlet, usualOutlet } from './nameplate.ts';
import type { SimulatedSession } from './session-fact.ts';
import type { SessionStart } from './sessions.ts';
import type { SimulatedStation } from './station.ts';
import type { SimulatedVehicle } from './vehicle.ts';

const phaseVolts = 230;

/** A vehicle that comes, and how long its driver leaves it there. */
export type Arrival = { vehicle: SimulatedVehicle; staysSeconds: number };

/** The vehicles at the EVSEs of a station: what is plugged in, what it draws, and how the station reports it. */
export class Visits {
  private readonly station: SimulatedStation;
  private readonly plugged = new Map<number, SimulatedVehicle>();
  private readonly samplers = new Map<number, NodeJS.Timeout>();
  private readonly departures = new Map<number, NodeJS.Timeout>();
  /** 1.6: whose token was taken before the cable; there is no session yet to tell it with. */
  private readonly awaited = new Map<number, SessionStart>();
  /** How the start goes of whoever is plugged in, where a part is worn out. */
  private readonly starts = new Map<number, FaultyStart>();

  constructor(station: SimulatedStation) {
    this.station = station;
  }

  private get outlet(): Outlet {
    return this.station.nameplate.outlet ?? usualOutlet;
  }

  /** 2.x: the session begins with the cable (TxStartPoint EVConnected); in 1.6 it begins with the token. */
  private get beginsWithCable(): boolean {
    return this.station.version !== '1.6';
  }

  /** What its start showed to be wrong there. */
  faultAt(evseId: number): Fault | null {
    return this.starts.get(evseId)?.fault ?? null;
  }

  vehicleAt(evseId: number): SimulatedVehicle | undefined {
    return this.plugged.get(evseId);
  }

  plugIn(evseId: number, vehicle: SimulatedVehicle): void {
    if (this.plugged.has(evseId))
      throw new SigecError('CONFLICT', `A vehicle is plugged in at EVSE ${evseId} already.`);
    this.plugged.set(evseId, vehicle);
    vehicle.wake();
    const { sessions, fault } = this.station;
    if (fault !== undefined) this.starts.set(evseId, fault.begin(evseId));
    const running = sessions.running(evseId);
    const awaited = this.awaited.get(evseId);
    this.awaited.delete(evseId);
    if (running !== undefined) {
      sessions.change(running, 'EVConnected', 'CablePluggedIn');
      if (running.token !== '') this.energise(running);
    } else if (awaited !== undefined) {
      this.energise(sessions.start({ ...awaited, chargingState: 'EVConnected' }));
    } else {
      this.show(evseId, 'preparing');
      if (this.beginsWithCable)
        sessions.start({ evseId, token: '', chargingState: 'EVConnected', trigger: 'CablePluggedIn' });
    }
  }

  /** The driver takes the cable, which ends whatever still runs (E09). */
  unplug(evseId: number): void {
    const { sessions } = this.station;
    const running = sessions.running(evseId);
    this.plugged.delete(evseId);
    this.starts.delete(evseId);
    clearTimeout(this.departures.get(evseId));
    this.departures.delete(evseId);
    if (running !== undefined) return sessions.stop(running, 'EVDisconnected');
    for (const connector of this.station.connectors.find({ evseId }))
      this.station.connectors.change(connector, connector.isOperative ? freeState : outOfServiceState);
  }

  /** A token was accepted: energy may flow as soon as there is a vehicle. */
  authorized(start: SessionStart): void {
    const { sessions } = this.station;
    const { evseId, token, tokenType, remoteStartId } = start;
    const waiting = sessions.running(evseId);
    if (waiting !== undefined) {
      sessions.authorize(waiting, {
        token,
        ...(tokenType !== undefined && { tokenType }),
        ...(remoteStartId !== undefined && { remoteStartId }),
      });
      this.energise(waiting);
    } else if (this.plugged.has(evseId)) {
      this.energise(sessions.start({ ...start, chargingState: 'EVConnected' }));
    } else if (this.beginsWithCable) {
      sessions.start({ ...start, chargingState: 'Idle' });
    } else {
      this.awaited.set(evseId, start);
    }
  }

  /** F01, F02: started remotely, with a cable that is there already, or one that comes now. */
  startRemotely(start: SessionStart): SimulatedSession {
    const { sessions, settings } = this.station;
    const { nextDriver, secondMs } = settings;
    const hasVehicle = this.plugged.has(start.evseId);
    if (!hasVehicle && nextDriver === undefined) return sessions.start(start);
    this.authorized(start);
    if (!hasVehicle && nextDriver !== undefined) {
      const { vehicle, staysSeconds } = nextDriver();
      this.plugIn(start.evseId, vehicle);
      this.departures.set(
        start.evseId,
        setTimeout(() => this.unplug(start.evseId), staysSeconds * secondMs),
      );
    }
    const session = sessions.running(start.evseId);
    if (session === undefined) throw new Error(`No session runs at EVSE ${start.evseId}.`);
    return session;
  }

  /** A session ended: nothing flows at its EVSE. */
  release(evseId: number): void {
    this.station.meters.disconnect(evseId);
    clearTimeout(this.samplers.get(evseId));
    this.samplers.delete(evseId);
  }

  /** The station has power again: who is plugged in goes on to draw, if the session does. */
  afterPowerLoss(): void {
    for (const evseId of this.plugged.keys()) {
      const running = this.station.sessions.running(evseId);
      if (running !== undefined && running.token !== '') this.energise(running);
    }
  }

  /** Without power nothing flows, and nothing is reported. */
  losePower(): void {
    for (const evseId of [...this.samplers.keys()]) this.release(evseId);
  }

  stop(): void {
    this.losePower();
    for (const departure of this.departures.values()) clearTimeout(departure);
    this.departures.clear();
  }

  private energise(session: SimulatedSession): void {
    const vehicle = this.plugged.get(session.evseId);
    if (vehicle === undefined || session.isEnded) return;
    const { flows = true, delaySeconds = 0 } = this.starts.get(session.evseId) ?? {};
    if (!flows) return this.scheduleSample(session, vehicle);
    if (delaySeconds === 0) return this.letFlow(session, vehicle);
    const delayMs = delaySeconds * this.station.settings.secondMs;
    clearTimeout(this.samplers.get(session.evseId));
    this.samplers.set(
      session.evseId,
      setTimeout(() => this.letFlow(session, vehicle), delayMs),
    );
  }

  private letFlow(session: SimulatedSession, vehicle: SimulatedVehicle): void {
    if (session.isEnded) return;
    const { outlet } = this;
    const { meters, fault } = this.station;
    meters.connect(session.evseId, (seconds) => vehicle.take(outlet, seconds, this.limitW(session.evseId)));
    fault?.flow(session.evseId);
    this.follow(session, vehicle);
    this.scheduleSample(session, vehicle);
  }

  private flowsAt(evseId: number): boolean {
    return this.starts.get(evseId)?.flows ?? true;
  }

  private scheduleSample(session: SimulatedSession, vehicle: SimulatedVehicle): void {
    clearTimeout(this.samplers.get(session.evseId));
    const seconds = Number(this.station.setting('SampledDataCtrlr', 'TxUpdatedInterval') ?? 60);
    const usual = seconds > 0 ? seconds : 60;
    const jitter = this.station.fault?.jitterSeconds(session.evseId) ?? 0;
    const inSeconds = Math.min(1.9 * usual, Math.max(usual / 10, usual + jitter));
    const waitMs = Math.min(inSeconds * this.station.settings.secondMs, 2 ** 31 - 1);
    const sampler = setTimeout(() => {
      if (session.isEnded) return;
      if (seconds > 0) this.sample(session, vehicle);
      this.follow(session, vehicle);
      if (!session.isEnded) this.scheduleSample(session, vehicle);
    }, waitMs);
    this.samplers.set(session.evseId, sampler);
  }

  private sample(session: SimulatedSession, vehicle: SimulatedVehicle): void {
    const { outlet } = this;
    const { sessions } = this.station;
    const powerW = this.flowsAt(session.evseId) ? vehicle.powerW(outlet, this.limitW(session.evseId)) : 0;
    const drawn = drawnReadings({ outlet, vehicle, powerW }, sessions.wantedMeasurands());
    sessions.sample(session, [...drawn, ...(this.station.fault?.sense(session.evseId) ?? [])]);
  }

  /** What the vehicle and the station's limit make of it: it draws, is full, or is held back. */
  private follow(session: SimulatedSession, vehicle: SimulatedVehicle): void {
    if (!this.flowsAt(session.evseId)) return;
    this.station.meters.registerWh(session.evseId); // what flowed until now is in the battery
    const limitA = this.limitA(session.evseId);
    const isHeldBack =
      limitA !== undefined && limitA >= 0 && vehicle.powerW(this.outlet, this.limitW(session.evseId)) === 0;
    if (limitA === 0 && this.station.settings.profileQuirks.includes('zero-ends-session'))
      return this.station.sessions.stop(session, 'Other');
    const state = vehicle.isFull ? 'SuspendedEV' : isHeldBack ? 'SuspendedEVSE' : 'Charging';
    this.station.sessions.change(session, state);
  }

  private limitA(evseId: number): number | undefined {
    return this.station.profiles.limitA(evseId, this.station.settings.clock.now());
  }

  /** A limit is a current for each phase, so a car on one phase gets a third of what one on three gets. */
  private limitW(evseId: number): number | undefined {
    const limitA = this.limitA(evseId);
    const phases = this.outlet.kind === 'DC' ? 3 : (this.plugged.get(evseId)?.phasesAt(this.outlet) ?? 3);
    return limitA === undefined ? undefined : limitA * phaseVolts * phases;
  }

  private show(evseId: number, activity: 'preparing'): void {
    for (const connector of this.station.connectors.find({ evseId }))
      this.station.connectors.change(connector, { status: 'occupied', activity, fault: this.faultAt(evseId) });
  }
}
