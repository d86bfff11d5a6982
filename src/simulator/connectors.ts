import type { Clock } from '#base/clock.ts';
import { type ConnectorState, type Fault, freeState, nextState, outOfServiceState } from './connector-life.ts';
import type { Random } from './random.ts';
import type { SimulatedStation } from './station.ts';

export type SimulatedConnector = {
  /** 0 and 0: the station as a whole, which OCPP 1.6 reports as its connector 0. */
  readonly evseId: number;
  readonly connectorId: number;
  state: ConnectorState;
  isOperative: boolean;
  /** Milliseconds since 1970; no two reports of a station bear the same, so that each can be found again on the server. */
  changedAt: number;
  /** The `changedAt` of the last report that needs no repeating. */
  settledAt: number;
};

/** What becomes of a station that cannot bear to be inoperative. */
const hangs: Fault = { code: 'PowerMeterFailure', info: 'Waits for a restart', vendorCode: 'E-900' };

/** The connectors of one station: their states, and which of them the server has yet to hear about. */
export class Connectors {
  readonly all: readonly SimulatedConnector[];
  private readonly station: SimulatedStation;
  private readonly clock: Clock;
  private lastStamp = 0;

  constructor(station: SimulatedStation, clock: Clock) {
    this.station = station;
    this.clock = clock;
    const evseIds = Array.from({ length: station.nameplate.evseCount }, (_, index) => index + 1);
    this.all = [
      ...(station.dialect.reportsStation ? [this.create(0, 0)] : []),
      ...evseIds.map((evseId) => this.create(evseId, 1)), // one connector to an EVSE, as most stations are built
    ];
  }

  get isInUse(): boolean {
    return this.all.some((connector) => connector.state.status === 'occupied');
  }

  /** Without an EVSE: all of them. */
  find({ evseId, connectorId }: Partial<Record<'evseId' | 'connectorId', number | undefined>>): SimulatedConnector[] {
    return this.all.filter(
      (connector) =>
        (evseId === undefined || connector.evseId === evseId) &&
        (connectorId === undefined || connector.connectorId === connectorId),
    );
  }

  /** A vehicle or a session is at the EVSE, so chance has no part in what happens there. */
  private isTaken(evseId: number): boolean {
    const { sessions, visits } = this.station;
    return sessions.running(evseId) !== undefined || visits.vehicleAt(evseId) !== undefined;
  }

  change(connector: SimulatedConnector, state: ConnectorState): void {
    // Activities for which the station's version has no word are no change.
    const { wordFor } = this.station.dialect;
    const isNews = wordFor(state) !== wordFor(connector.state);
    const wasInUse = this.isInUse;
    connector.state = state;
    if (isNews) this.renew(connector);
    if (wasInUse && !this.isInUse) this.station.onIdle();
  }

  /** Time goes on at one connector that somebody can use. */
  live(life: { random: Random; faultChance: number }): void {
    const usable = this.all.filter(
      ({ evseId, state }) => evseId > 0 && state.status !== 'unavailable' && !this.isTaken(evseId),
    );
    const connector = usable[Math.floor(life.random() * usable.length)];
    if (connector === undefined) return;
    const next = nextState(connector.state, life);
    const hasLeft = next.status === 'available' && !connector.isOperative; // the availability change that had to wait
    this.change(connector, hasLeft ? outOfServiceState : next);
  }

  /** What is in use goes out of service once it is free. */
  setAvailability(connectors: readonly SimulatedConnector[], isOperative: boolean): 'Accepted' | 'Scheduled' {
    const breaks = !isOperative && this.station.settings.profileQuirks.includes('breaks-when-inoperative');
    for (const connector of connectors) {
      if (breaks && connector.evseId > 0) {
        this.change(connector, { status: 'faulted', activity: null, fault: hangs });
        continue;
      }
      connector.isOperative = isOperative;
      if (!isOperative && connector.state.status !== 'occupied') this.change(connector, outOfServiceState);
      if (isOperative && connector.state.status === 'unavailable') this.change(connector, freeState);
    }
    return !isOperative && connectors.some(({ state }) => state.status === 'occupied') ? 'Scheduled' : 'Accepted';
  }

  /** A restart clears what was broken; who is plugged in stays. */
  clearFaults(): void {
    for (const connector of this.all) if (connector.state.status === 'faulted') this.change(connector, freeState);
  }

  /** Gives the state a new time, under which it is to be reported. */
  renew(connector: SimulatedConnector): void {
    this.lastStamp = this.nextStamp();
    connector.changedAt = this.lastStamp;
    this.station.wake();
  }

  nextUnreported(): SimulatedConnector | undefined {
    return this.all.find((connector) => connector.settledAt !== connector.changedAt);
  }

  private create(evseId: number, connectorId: number): SimulatedConnector {
    this.lastStamp = this.nextStamp();
    return { evseId, connectorId, state: freeState, isOperative: true, changedAt: this.lastStamp, settledAt: 0 };
  }

  private nextStamp(): number {
    return Math.max(this.clock.now().getTime(), this.lastStamp + 1);
  }
}
