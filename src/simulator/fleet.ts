import { SigecError } from '#base/errors.ts';
import type { OcppVersion } from '#contract/stations/station.ts';
import { drive, type Habits, usedStation } from './drivers.ts';
import type { Journal } from './journal.ts';
import { Latencies } from './latencies.ts';
import { openPace } from './pace.ts';
import { SimulatedStation } from './station.ts';
import type { StationEvent, StationSettings } from './station-settings.ts';
import { summaryOf, type TrueSession, type TruthSummary, truthOf } from './truth-book.ts';

export type FleetOptions = {
  /** Of the station door, without a station's id: ws://127.0.0.1:9000 */
  url: string;
  count: number;
  /** Stations take turns with them. */
  versions: readonly [OcppVersion, ...OcppVersion[]];
  idPrefix: string;
  connectPerSecond?: number | undefined;
  journal?: Journal | undefined;
  /** Drivers come and charge; absent: nobody does. */
  drivers?: Habits | undefined;
  signal?: AbortSignal | undefined;
} & Omit<StationSettings, 'id' | 'version' | 'waitForTurnMs' | 'onEvent' | 'initialRegisterWh' | 'nextDriver'>;

export type FleetStats = {
  stations: number;
  connected: number;
  accepted: number;
  pending: number;
  /** Calls of the stations that have ended, well or not. */
  sent: number;
  answered: number;
  errors: number;
  errorsByKind: Record<string, number>;
  latencyMs: { p50: number; p99: number };
  truth: TruthSummary;
};

export function startFleet(options: FleetOptions): Fleet {
  const fleet = new Fleet(options);
  fleet.start();
  return fleet;
}

export class Fleet {
  readonly stations: readonly SimulatedStation[];
  private readonly journal: Journal | undefined;
  private readonly latencies = new Latencies();
  private readonly errorsByKind = new Map<string, number>();
  private readonly everAccepted = new Set<string>();
  private readonly whenAllAccepted = Promise.withResolvers<void>();
  private readonly drivers: Habits | undefined;
  private readonly secondMs: number;
  private readonly callingAway = new AbortController();
  private visits: Promise<void>[] = [];
  private stopping: Promise<void> | undefined;
  private sent = 0;
  private answered = 0;

  constructor(options: FleetOptions) {
    const { count, versions, idPrefix, connectPerSecond = 200, journal, signal, drivers, ...shared } = options;
    this.journal = journal;
    this.drivers = drivers;
    this.secondMs = options.secondMs ?? 1000;
    const waitForTurnMs = openPace(connectPerSecond);
    const onEvent = (event: StationEvent) => this.onEvent(event);
    const digits = Math.max(4, String(count).length);
    this.stations = Array.from({ length: count }, (_, index) => {
      const id = `${idPrefix}${String(index + 1).padStart(digits, '0')}`;
      const version = versions[index % versions.length] ?? versions[0];
      return new SimulatedStation({ ...shared, ...usedStation(id), id, version, waitForTurnMs, onEvent });
    });
    this.whenAllAccepted.promise.catch(() => undefined); // whoever waits for it hears of it
    signal?.addEventListener('abort', () => void this.stop(), { once: true });
  }

  start(): void {
    for (const station of this.stations) station.start();
    const { drivers, secondMs } = this;
    if (drivers === undefined) return;
    const { signal } = this.callingAway;
    this.visits = this.stations.map((station) => drive(station, drivers, { signal, secondMs }));
  }

  /** Nobody comes any more, and whoever is there ends the session and leaves. */
  async endVisits(): Promise<void> {
    this.callingAway.abort();
    await Promise.all(this.visits);
  }

  get untold(): number {
    return this.truth().filter(({ isUntold }) => isUntold).length;
  }

  truth(): TrueSession[] {
    return truthOf(this.stations);
  }

  /** Fulfilled when each station has been accepted once; rejected when the fleet stops before. */
  allAccepted(): Promise<void> {
    return this.whenAllAccepted.promise;
  }

  get acceptedOnce(): number {
    return this.everAccepted.size;
  }

  stats(): FleetStats {
    const inState = (...states: readonly string[]) =>
      this.stations.filter(({ state }) => states.includes(state)).length;
    return {
      stations: this.stations.length,
      connected: inState('booting', 'pending', 'rejected', 'accepted'),
      accepted: inState('accepted'),
      pending: inState('pending'),
      sent: this.sent,
      answered: this.answered,
      errors: [...this.errorsByKind.values()].reduce((sum, count) => sum + count, 0),
      errorsByKind: Object.fromEntries(this.errorsByKind),
      latencyMs: { p50: this.latencies.percentile(0.5), p99: this.latencies.percentile(0.99) },
      truth: summaryOf(this.truth()),
    };
  }

  stop(): Promise<void> {
    this.stopping ??= this.stopAll();
    return this.stopping;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.stop();
  }

  private async stopAll(): Promise<void> {
    this.callingAway.abort();
    await Promise.all(this.stations.map((station) => station.stop()));
    this.whenAllAccepted.reject(
      new SigecError(
        'CONFLICT',
        `The fleet was stopped when ${this.acceptedOnce} of ${this.stations.length} stations were accepted.`,
      ),
    );
  }

  private onEvent(event: StationEvent): void {
    if (event.kind === 'trouble') this.countError(event.trouble);
    else if (event.kind === 'discarded') this.onDiscarded(event);
    else if (event.kind === 'exchanged') this.onExchange(event);
    else if (event.kind === 'state-changed' && event.state === 'accepted') this.onAccepted(event.stationId);
  }

  private onExchange({ stationId, exchange }: Extract<StationEvent, { kind: 'exchanged' }>): void {
    const { outcome, action } = exchange;
    this.journal?.record(stationId, exchange);
    if (outcome.kind === 'not-sent') return;
    this.sent += 1;
    if ('latencyMs' in outcome) this.latencies.add(outcome.latencyMs);
    if (outcome.kind === 'result') this.answered += 1;
    else this.countError(outcome.kind === 'call-error' ? `${action}:${outcome.code}` : `${action}:${outcome.kind}`);
  }

  private onDiscarded({ stationId, discarded }: Extract<StationEvent, { kind: 'discarded' }>): void {
    this.journal?.recordDiscarded(stationId, discarded);
    this.countError(`${discarded.action}:discarded`);
  }

  private onAccepted(stationId: string): void {
    this.everAccepted.add(stationId);
    if (this.everAccepted.size === this.stations.length) this.whenAllAccepted.resolve();
  }

  private countError(kind: string): void {
    this.errorsByKind.set(kind, (this.errorsByKind.get(kind) ?? 0) + 1);
  }
}
