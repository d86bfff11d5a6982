import type { Clock } from '#base/clock.ts';
import { SigecError } from '#base/errors.ts';
import type { ChargingProfiles } from './charging-profiles.ts';
import { freeState, outOfServiceState } from './connector-life.ts';
import type { Connectors } from './connectors.ts';
import { drawnReadings } from './measured.ts';
import type { Meters } from './meters.ts';
import type { Outlet } from './nameplate.ts';
import type { SimulatedSession } from './session-fact.ts';
import type { SessionStart, SimulatedSessions } from './sessions.ts';
import type { SimulatedVehicle } from './vehicle.ts';

type Needs = {
  outlet: Outlet;
  meters: Meters;
  connectors: Connectors;
  profiles: ChargingProfiles;
  clock: Clock;
  secondMs: number;
  /** 2.x: the session begins with the cable (TxStartPoint EVConnected); in 1.6 it begins with the token. */
  beginsWithCable: boolean;
  sampleSeconds(): number;
  sessions(): SimulatedSessions;
  /** Who comes when a session is started from afar and nobody is there; absent: nobody does. */
  nextDriver: (() => Arrival) | undefined;
};

/** A vehicle that comes, and how long its driver leaves it there. */
export type Arrival = { vehicle: SimulatedVehicle; staysSeconds: number };

/** The vehicles at the EVSEs of a station: what is plugged in, what it draws, and how the station reports it. */
export class Visits {
  private readonly needs: Needs;
  private readonly plugged = new Map<number, SimulatedVehicle>();
  private readonly samplers = new Map<number, NodeJS.Timeout>();
  /** By EVSE, who leaves after a while. */
  private readonly departures = new Map<number, NodeJS.Timeout>();
  /** 1.6: whose token was taken before the cable; there is no session yet to tell it with. */
  private readonly awaited = new Map<number, SessionStart>();

  constructor(needs: Needs) {
    this.needs = needs;
  }

  vehicleAt(evseId: number): SimulatedVehicle | undefined {
    return this.plugged.get(evseId);
  }

  plugIn(evseId: number, vehicle: SimulatedVehicle): void {
    if (this.plugged.has(evseId))
      throw new SigecError('CONFLICT', `A vehicle is plugged in at EVSE ${evseId} already.`);
    this.plugged.set(evseId, vehicle);
    const sessions = this.needs.sessions();
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
      if (this.needs.beginsWithCable)
        sessions.start({ evseId, token: '', chargingState: 'EVConnected', trigger: 'CablePluggedIn' });
    }
  }

  /** The driver takes the cable, which ends whatever still runs (E09). */
  unplug(evseId: number): void {
    const sessions = this.needs.sessions();
    const running = sessions.running(evseId);
    this.plugged.delete(evseId);
    clearTimeout(this.departures.get(evseId));
    this.departures.delete(evseId);
    if (running !== undefined) return sessions.stop(running, 'EVDisconnected');
    for (const connector of this.needs.connectors.find({ evseId }))
      this.needs.connectors.change(connector, connector.isOperative ? freeState : outOfServiceState);
  }

  /** A token was accepted: energy may flow as soon as there is a vehicle. */
  authorized(start: SessionStart): void {
    const { sessions, beginsWithCable } = this.needs;
    const { evseId, token, tokenType, remoteStartId } = start;
    const waiting = sessions().running(evseId);
    if (waiting !== undefined) {
      sessions().authorize(waiting, {
        token,
        ...(tokenType !== undefined && { tokenType }),
        ...(remoteStartId !== undefined && { remoteStartId }),
      });
      this.energise(waiting);
    } else if (this.plugged.has(evseId)) {
      this.energise(sessions().start({ ...start, chargingState: 'EVConnected' }));
    } else if (beginsWithCable) {
      sessions().start({ ...start, chargingState: 'Idle' });
    } else {
      this.awaited.set(evseId, start);
    }
  }

  /** F01, F02: started from afar, with a cable that is there already, or one that comes now. */
  startRemotely(start: SessionStart): SimulatedSession {
    const { sessions, nextDriver, secondMs } = this.needs;
    const hasVehicle = this.plugged.has(start.evseId);
    if (!hasVehicle && nextDriver === undefined) return sessions().start(start);
    this.authorized(start);
    if (!hasVehicle && nextDriver !== undefined) {
      const { vehicle, staysSeconds } = nextDriver();
      this.plugIn(start.evseId, vehicle);
      this.departures.set(
        start.evseId,
        setTimeout(() => this.unplug(start.evseId), staysSeconds * secondMs),
      );
    }
    const session = sessions().running(start.evseId);
    if (session === undefined) throw new Error(`No session runs at EVSE ${start.evseId}.`);
    return session;
  }

  /** A session ended: nothing flows at its EVSE. */
  release(evseId: number): void {
    this.needs.meters.disconnect(evseId);
    clearTimeout(this.samplers.get(evseId));
    this.samplers.delete(evseId);
  }

  /** The station has power again: who is plugged in goes on to draw, if the session does. */
  afterPowerLoss(): void {
    for (const evseId of this.plugged.keys()) {
      const running = this.needs.sessions().running(evseId);
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
    const { outlet, meters } = this.needs;
    meters.connect(session.evseId, (seconds) => vehicle.take(outlet, seconds, this.limitW(session.evseId)));
    this.follow(session, vehicle);
    this.scheduleSample(session, vehicle);
  }

  private scheduleSample(session: SimulatedSession, vehicle: SimulatedVehicle): void {
    clearTimeout(this.samplers.get(session.evseId));
    const seconds = this.needs.sampleSeconds();
    const waitMs = Math.min((seconds > 0 ? seconds : 60) * this.needs.secondMs, 2 ** 31 - 1);
    const sampler = setTimeout(() => {
      if (session.isEnded) return;
      if (seconds > 0) this.sample(session, vehicle);
      this.follow(session, vehicle);
      if (!session.isEnded) this.scheduleSample(session, vehicle);
    }, waitMs);
    this.samplers.set(session.evseId, sampler);
  }

  private sample(session: SimulatedSession, vehicle: SimulatedVehicle): void {
    const { outlet, sessions } = this.needs;
    const powerW = vehicle.powerW(outlet, this.limitW(session.evseId));
    sessions().sample(session, drawnReadings({ outlet, vehicle, powerW }, sessions().wantedMeasurands()));
  }

  /** What the vehicle and the station's limit make of it: it draws, is full, or is held back. */
  private follow(session: SimulatedSession, vehicle: SimulatedVehicle): void {
    this.needs.meters.registerWh(session.evseId); // what flowed until now is in the battery
    const isHeldBack = this.limitW(session.evseId) === 0;
    const state = vehicle.isFull ? 'SuspendedEV' : isHeldBack ? 'SuspendedEVSE' : 'Charging';
    this.needs.sessions().change(session, state);
  }

  private limitW(evseId: number): number | undefined {
    return this.needs.profiles.limitW(evseId, this.needs.clock.now());
  }

  private show(evseId: number, activity: 'preparing'): void {
    for (const connector of this.needs.connectors.find({ evseId }))
      this.needs.connectors.change(connector, { status: 'occupied', activity, fault: null });
  }
}
