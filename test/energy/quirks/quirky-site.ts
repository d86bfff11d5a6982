import { silentLog } from '../../../src/base/log.ts';
import type { ControlNeeds } from '../../../src/charging/energy/control/control-needs.ts';
import { SiteControl } from '../../../src/charging/energy/control/site-control.ts';
import { currentAt } from '../../../src/charging/energy/control/site-memory.ts';
import type { ChargingCar, SiteInputs } from '../../../src/charging/energy/inputs/site-inputs.ts';
import { zero } from '../../../src/charging/energy/planner/plan-problem.ts';
import type { LearnedAbilities } from '../../../src/charging/energy/verification/abilities-store.ts';
import { openAbilities } from '../../../src/charging/energy/verification/open-abilities.ts';
import { verifySite } from '../../../src/charging/energy/verification/verify-site.ts';
import type { PlanDelivery } from '../../../src/contract/energy/energy-plan.ts';
import type { RequestedChargingProfile } from '../../../src/contract/energy/requested-charging-profile.ts';
import { type StoredSiteEnergy, siteEnergy } from '../../../src/contract/energy/site-energy.ts';
import { QuirkyStation, type StationOptions } from './quirky-station.ts';

const hourMs = 3_600_000;
const stepSeconds = 5;
const verifyEverySeconds = 10;
const meterEverySeconds = 30;

export type Told = { unit?: 'A' | 'W'; maxPeriods?: number; maxStackLevel?: number; isSwitchedOn?: boolean | null };

/** `noise`: by which factor a meter errs. */
type SiteOptions = { limitA?: number; told?: Told; noise?: () => number };

/** A site with a limit and a car at each of its stations, steered and watched by the product's own control in simulated time. */
export class QuirkySite {
  now = Date.UTC(2026, 2, 2, 6);
  readonly stations: QuirkyStation[];
  readonly commands: { at: number; stationId: string; name: string }[] = [];
  readonly learned: { at: number; learned: LearnedAbilities }[] = [];
  readonly seen: { at: number; state: PlanDelivery['state']; stationId: string }[] = [];
  /** The longest stretch over the limit, in seconds. */
  longestOverSeconds = 0;
  readonly control: SiteControl;
  private limitA: number;
  private readonly noise: () => number;
  private overSeconds = 0;
  private readonly settings: StoredSiteEnergy;
  private readonly needs: ControlNeeds;
  private timers: { at: number; wake: () => void }[] = [];
  private readonly readings = new Map<string, { at: number; importA: number; offeredA: number | null }>();

  constructor(stations: readonly StationOptions[], { limitA = 32, told = {}, noise }: SiteOptions = {}) {
    this.limitA = limitA;
    this.noise = noise ?? (() => 1);
    this.stations = stations.map((options, index) => new QuirkyStation(`Q-${index + 1}`, options));
    const settings = siteEnergy.parse({
      mode: 'control',
      tree: {
        nodes: [
          { id: 'grid', parentId: null, kind: 'grid-connection', limitA },
          ...this.stations.map(({ id }) => ({
            id,
            parentId: 'grid',
            kind: 'evse',
            evse: { stationId: id, evseId: 1 },
          })),
        ],
      },
    });
    const changedAt = new Date(this.now).toISOString();
    this.settings = { ...settings, siteId: 'QUIRKS', version: 1, changedAt, changedBy: 'test' };
    this.needs = this.makeNeeds(told);
    this.control = new SiteControl(this.needs, 'QUIRKS');
    this.control.notice();
  }

  findingsOf(number: number): readonly string[] {
    return this.needs.abilities.learnedOf(`Q-${number}`).findings;
  }

  learnedOf(number: number) {
    return this.needs.abilities.learnedOf(`Q-${number}`);
  }

  /** Whether a station refused something, or gives something else than it was told. */
  isOdd(number: number): boolean {
    const station = this.stations[number - 1];
    const sent = this.control.memory.sent.get(`Q-${number}`);
    if (station === undefined || sent === undefined) return false;
    const givenA = station.limitA(this.now) ?? 32;
    return station.refusals > 0 || Math.abs(givenA - currentAt(sent.steps, this.now)) > 1.5;
  }

  drawnA(): number {
    return this.stations.reduce((sum, station) => sum + station.drawA(this.now), 0);
  }

  setLimit(limitA: number): void {
    this.limitA = limitA;
    const [grid, ...rest] = this.settings.tree.nodes;
    if (grid !== undefined) this.settings.tree = { nodes: [{ ...grid, limitA }, ...rest] };
    this.control.notice();
  }

  async run(seconds: number): Promise<void> {
    for (let done = 0; done < seconds; done += stepSeconds) {
      for (const station of this.stations) {
        const { hasEnded } = station;
        station.charge(this.now, stepSeconds);
        if (station.hasEnded !== hasEnded) this.control.notice();
      }
      this.now += stepSeconds * 1000;
      await this.wake();
      this.measure();
      if (Math.round(this.now / 1000) % verifyEverySeconds === 0) await this.verify();
      this.look();
    }
  }

  close(): Promise<void> {
    return this.control.close();
  }

  private look(): void {
    const isOver = this.drawnA() > this.limitA + 1;
    this.overSeconds = isOver ? this.overSeconds + stepSeconds : 0;
    this.longestOverSeconds = Math.max(this.longestOverSeconds, this.overSeconds);
  }

  private measure(): void {
    for (const station of this.stations) {
      const last = this.readings.get(station.sessionId);
      if (last !== undefined && this.now - last.at < meterEverySeconds * 1000) continue;
      this.read(station);
    }
  }

  private read(station: QuirkyStation): void {
    const importA = Math.round(station.drawA(this.now) * this.noise() * 10) / 10;
    this.readings.set(station.sessionId, { at: this.now, importA, offeredA: station.offeredA(this.now) });
  }

  private async verify(): Promise<void> {
    const { memory } = this.control;
    if (await verifySite(this.needs, memory, this.now)) this.control.notice();
    for (const { id, sessionId } of this.stations) {
      const state = memory.delivery.get(sessionId)?.state;
      const last = this.seen.findLast(({ stationId }) => stationId === id)?.state;
      if (state !== undefined && state !== last) this.seen.push({ at: this.now, state, stationId: id });
    }
    await this.wake();
  }

  private async wake(): Promise<void> {
    for (let turn = 0; turn < 30; turn += 1) {
      const due = this.timers.filter(({ at }) => at <= this.now);
      if (due.length === 0 && turn > 1) break;
      this.timers = this.timers.filter(({ at }) => at > this.now);
      for (const { wake } of due) wake();
      for (let settles = 0; settles < 3; settles += 1) await new Promise((done) => setImmediate(done));
    }
  }

  private makeNeeds(told: Told): ControlNeeds {
    const stationOf = (stationId: string) => {
      const station = this.stations.find(({ id }) => id === stationId);
      if (station === undefined) throw new Error(`There is no station ${stationId}.`);
      return station;
    };
    const outcome = (status: 'accepted' | 'rejected', reason: string | null = null, answer: object = {}) => ({
      status,
      code: null,
      reason,
      answer: { ...answer },
      losses: [],
    });
    const clock = {
      now: () => new Date(this.now),
      elapsedMs: () => this.now,
      after: (delayMs: number, wake: () => void) => {
        const timer = { at: this.now + delayMs, wake };
        this.timers.push(timer);
        return () => {
          this.timers = this.timers.filter((each) => each !== timer);
        };
      },
    };
    return {
      pool: undefined as never,
      ledger: undefined as never,
      clock,
      log: silentLog,
      inputs: {
        managedSites: () => Promise.resolve(['QUIRKS']),
        read: () => Promise.resolve(this.inputs()),
        onChange: () => () => undefined,
      },
      // Plans by least laxity are enough here, and take no time.
      solver: { solve: () => Promise.resolve({ failure: 'none here' }), close: () => Promise.resolve() },
      abilities: openAbilities({
        clock,
        readTold: (stationId) =>
          Promise.resolve({
            unit: told.unit ?? 'A',
            maxPeriods: told.maxPeriods ?? 24,
            maxStackLevel: told.maxStackLevel ?? 3,
            isSwitchedOn: told.isSwitchedOn === undefined ? stationOf(stationId).isSwitchedOn : told.isSwitchedOn,
          }),
        readLearned: () => Promise.resolve(new Map()),
        keep: (learned) => {
          this.learned.push({ at: this.now, learned });
          return Promise.resolve();
        },
      }),
      readHolds: () => Promise.resolve(new Map()),
      readMeasured: () =>
        Promise.resolve(new Map([...this.readings].map(([id, reading]) => [id, { ...reading, powerW: null }]))),
      troubles: { open: () => Promise.resolve([]), write: () => Promise.resolve() },
      readForeign: (stationId) => Promise.resolve({ ids: stationOf(stationId).foreignIds(), hasOwnCap: false }),
      versionOf: (stationId) => stationOf(stationId).version,
      runCommand: ({ stationId, name, input }) => {
        this.commands.push({ at: this.now, stationId, name });
        const station = stationOf(stationId);
        if (name === 'set-charging-profile') {
          const refusal = station.take(input as RequestedChargingProfile);
          return Promise.resolve({
            outcome: refusal === null ? outcome('accepted') : outcome('rejected', refusal),
          } as never);
        }
        if (name === 'clear-charging-profiles') station.clear(input);
        if (name === 'set-variables') station.isSwitchedOn = true;
        return Promise.resolve({ outcome: outcome('accepted') } as never);
      },
      ask: ({ stationId, name, input }) => {
        this.commands.push({ at: this.now, stationId, name });
        const station = stationOf(stationId);
        if (name === 'trigger') this.read(station);
        if (name !== 'get-composite-schedule') return Promise.resolve(outcome('accepted'));
        const unit = input['unit'] === 'W' ? 'W' : 'A';
        const periods = station.composite(unit, this.now).map(({ startPeriod, limit }) => ({ startPeriod, limit }));
        return Promise.resolve(outcome('accepted', null, { unit, periods }));
      },
      isKillSwitchOn: () => false,
    };
  }

  private inputs(): SiteInputs {
    const departsAt = new Date(this.now + 6 * hourMs).toISOString();
    return {
      settings: this.settings,
      currency: 'EUR',
      timeZone: 'UTC',
      limits: [],
      given: [],
      battery: null,
      prices: { importPerKwh: zero, exportPerKwh: zero, carbonKgPerKwh: zero, carbonPrice: 0, demandCharge: null },
      peakW: 0,
      cars: this.stations
        .filter(({ hasEnded }) => !hasEnded)
        .map(
          ({ id, sessionId, phases }): ChargingCar => ({
            sessionId,
            stationId: id,
            evseId: 1,
            nodeId: id,
            driverName: null,
            startedAt: this.now,
            phases,
            maxA: 32,
            minA: 6,
            measuredA: this.readings.get(sessionId)?.importA ?? null,
            measuredW: null,
            pauses: 0,
            discharge: null,
            need: {
              sessionId,
              stated: null,
              source: 'predicted',
              statedAt: null,
              energyWh: 100_000,
              minEnergyWh: 0,
              departsAt,
              batteryPercent: null,
              capacityWh: null,
              predictedDepartureAt: departsAt,
              earlyDepartureAt: departsAt,
              confidence: 0.5,
              assumptions: [],
            },
          }),
        ),
      meters: [],
      warnings: [],
    };
  }
}
