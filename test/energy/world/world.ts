import { silentLog } from '../../../src/base/log.ts';
import type { ControlNeeds } from '../../../src/charging/energy/control/control-needs.ts';
import { boundAt } from '../../../src/charging/energy/control/evse-state.ts';
import { holdsFrom } from '../../../src/charging/energy/control/read-holds.ts';
import { SiteControl } from '../../../src/charging/energy/control/site-control.ts';
import type { ChargingCar, SiteInputs } from '../../../src/charging/energy/inputs/site-inputs.ts';
import { zero } from '../../../src/charging/energy/planner/plan-problem.ts';
import type { PlanSolver } from '../../../src/charging/energy/planner/solver.ts';
import type { KnownAbilities } from '../../../src/charging/energy/verification/abilities-store.ts';
import type { RequestedChargingProfile } from '../../../src/contract/energy/requested-charging-profile.ts';
import { type StoredLimit, type StoredSiteEnergy, siteEnergy } from '../../../src/contract/energy/site-energy.ts';
import type { ProfileQuirk } from '../../../src/simulator/profile-quirks.ts';
import { type Random, randomFrom } from '../../../src/simulator/random.ts';
import { buildingW } from '../../../src/simulator/site/site-day.ts';
import { statedNeed } from '../../../src/simulator/stated-need.ts';
import { anyVehicle } from '../../../src/simulator/vehicle.ts';
import { BreachWatch } from './breaches.ts';
import { CommandBooks } from './command-books.ts';
import { isMendable } from './is-mendable.ts';
import { siteOfMany } from './site-of-many.ts';
import { StationInWorld } from './station.ts';

const siteId = 'WORLD';
const minuteMs = 60_000;
const quarterMs = 900_000;
const hourMs = 3_600_000;
const answerMs = 20_000;
/** Of outages: none is longer, and so long a dead connection may look alive. */
const longestOutageMs = 30 * minuteMs;
const deafMs = 45_000;
/** Stations come back so soon after the server does, each in its own time. */
const reconnectMs = 30_000;
const meterEveryMs = 30_000;
const compareEveryMs = 120_000;
/** A day. Most stations are taken most of the time, so that limits bind. */
const arrivalsPerStation = 8;

export type Troubles = {
  /** Of commands, how many never arrive, and of how many the answer is lost. */
  lostCommands: number;
  lostAnswers: number;
  /** A day: how often the network of a station, a station, an obedient car or the server fails. */
  outagesPerStation: number;
  restartsPerStation: number;
  disobedientPerStation: number;
  crashes: number;
  /** Of plans, for how many the solver fails. */
  solverFailures: number;
  limitsForAWhile: number;
};

type Reading = { at: number; amperes: number; offeredA: number | null };
/** What the server believes of a station's session, which may be long over where the station cannot tell. */
type Believed = { car: Omit<ChargingCar, 'measuredA' | 'measuredW' | 'need'>; energyWh: number; departsAt: number };

export type Counts = {
  sessions: number;
  commands: number;
  lost: number;
  outages: number;
  restarts: number;
  disobedient: number;
  offlineDisobedient: number;
  crashes: number;
  solverFailures: number;
  plans: number;
  energyKwh: number;
};

/** A site of many stations in a world where everything fails now and then, steered by the product's own control. */
export class World {
  now: number;
  readonly stations: StationInWorld[];
  readonly watch: BreachWatch;
  readonly counts: Counts;
  /** Where a station follows a profile that allows more than the product reckons with, now or later. */
  readonly unforeseen: { stationId: string; at: number; limitA: number; boundA: number }[] = [];
  private readonly settings: StoredSiteEnergy;
  private readonly random: Random;
  /** Of commands and of the solver, apart from what happens in the world: another plan leaves the weather as it was. */
  private readonly luck: Random;
  private readonly troubles: Troubles;
  private readonly solver: PlanSolver;
  private readonly building;
  private readonly commands = new CommandBooks();
  private readonly byId: ReadonlyMap<string, StationInWorld>;
  private readonly learned = new Map<string, KnownAbilities>();
  private readonly buildingAt = new Map<number, number>();
  private measured = { at: 0, watts: 0 };
  private readonly readings = new Map<string, Reading>();
  private readonly believed = new Map<string, Believed>();
  private timers: { at: number; wake: () => void }[] = [];
  private control: SiteControl | null = null;
  private generation = 0;
  private startsAgainAt: number | null = null;
  private limits: StoredLimit[] = [];
  private surgeW = 0;

  constructor(
    count: number,
    {
      seed,
      troubles,
      solver,
      ...site
    }: { seed: string; troubles: Troubles; solver: PlanSolver; safetyMarginPercent: number; perStationA: number },
  ) {
    this.now = Date.UTC(2026, 2, 2, 6);
    this.random = randomFrom(seed);
    this.luck = randomFrom(`commands of ${seed}`);
    this.troubles = troubles;
    this.solver = solver;
    const tree = siteOfMany(count, site);
    const settings = siteEnergy.parse({ mode: 'control', tree });
    this.settings = { ...settings, siteId, version: 1, changedAt: new Date(this.now).toISOString(), changedBy: 'test' };
    this.watch = new BreachWatch(tree);
    this.building = { name: seed, timeZone: 'UTC', solarPeakW: 0, loadPeakW: count * 300 };
    const versions = ['1.6', '2.0.1', '2.1'] as const;
    this.stations = tree.nodes.flatMap(({ evse }, index) => {
      if (evse === null) return [];
      const phases = evse.connection === 'three-phase' ? 3 : 1;
      const outlet = { kind: 'AC', maxW: 32 * 230 * phases, phases } as const;
      const quirks = quirksOf(index);
      return [new StationInWorld(evse.stationId, { version: versions[index % 3] ?? '1.6', outlet, quirks })];
    });
    this.byId = new Map(this.stations.map((station) => [station.id, station]));
    this.counts = {
      sessions: 0,
      commands: 0,
      lost: 0,
      outages: 0,
      restarts: 0,
      disobedient: 0,
      offlineDisobedient: 0,
      crashes: 0,
      solverFailures: 0,
      plans: 0,
      energyKwh: 0,
    };
    for (const station of this.stations) this.come(station, this.random() < 0.7);
    this.start();
  }

  /** Lets time go by in steps; what flows is looked at after each. */
  async run(ms: number, stepSeconds = 10): Promise<void> {
    const until = this.now + ms;
    while (this.now < until) {
      for (const station of this.stations) this.counts.energyKwh += station.charge(this.now, stepSeconds) / 1000;
      await this.passUntil(this.now + stepSeconds * 1000);
      this.live(stepSeconds / 86_400);
      this.measure();
      await this.settle();
      this.look();
      if (this.now % compareEveryMs < stepSeconds * 1000) this.compare();
    }
  }

  async close(): Promise<void> {
    const { control } = this;
    this.crash();
    await Promise.race([control?.close(), Promise.resolve()]);
  }

  /** kill -9: what it knew is gone, what it had asked is in the books without an answer, and stations go on with what they hold. */
  crash(): void {
    this.generation += 1;
    this.control = null;
    this.timers = [];
    this.commands.loseAnswers();
    for (const station of this.stations) if (station.isOnline) station.goOffline(this.now);
  }

  private start(): void {
    this.control = new SiteControl(this.needs(this.generation), siteId);
    this.control.notice();
    for (const station of this.stations)
      this.at(this.now + reconnectMs * this.random(), () => this.connect(station, this.generation));
  }

  private connect(station: StationInWorld, generation: number): void {
    if (this.generation !== generation || this.control === null || station.isCut || station.isOnline) return;
    station.comeOnline(this.now);
    if (station.hasRestarted) this.control.forgetStation(station.id);
    station.hasRestarted = false;
    if (this.believed.get(station.id)?.car.sessionId !== station.visit?.sessionId || station.visit === null)
      this.tellSession(station);
    this.control.notice();
  }

  private needs(generation: number): ControlNeeds {
    const isAlive = () => this.generation === generation;
    const after = (delayMs: number, wake: () => void) => {
      const timer = { at: this.now + delayMs, wake };
      if (isAlive()) this.timers.push(timer);
      return () => {
        this.timers = this.timers.filter((each) => each !== timer);
      };
    };
    const never = <Value>() => new Promise<Value>(() => undefined);
    return {
      pool: undefined as never,
      ledger: undefined as never,
      clock: { now: () => new Date(this.now), elapsedMs: () => this.now, after },
      log: silentLog,
      inputs: {
        managedSites: () => Promise.resolve([siteId]),
        read: () => Promise.resolve(this.inputs()),
        onChange: () => () => undefined,
      },
      solver: {
        solve: (problem, timeLimitMs) => {
          this.counts.plans += 1;
          if (this.luck() >= this.troubles.solverFailures) return this.solver.solve(problem, timeLimitMs);
          this.counts.solverFailures += 1;
          return Promise.resolve({ failure: 'the solver gave up' });
        },
        close: () => Promise.resolve(),
      },
      abilities: {
        load: () => Promise.resolve(),
        learnedOf: (stationId) => this.learnedOf(stationId),
        isSwitchedOn: () => Promise.resolve(true),
        profilesOf: (stationId, version) =>
          Promise.resolve({
            version,
            unit: 'A',
            maxPeriods: Number(stationId.slice(1)) % 5 === 0 ? 3 : 24,
            maxStackLevel: 3,
            maxProfiles: null,
            purpose: this.learnedOf(stationId).purpose,
          }),
        forget: () => undefined,
        learn: (stationId, change) => {
          this.learned.set(stationId, { ...this.learnedOf(stationId), ...change });
          return Promise.resolve();
        },
        view: () => Promise.reject(new Error('nobody looks')),
      },
      readMeasured: (sessions) =>
        Promise.resolve(new Map(sessions.flatMap(({ sessionId }) => this.measuredOf(sessionId)))),
      readForeign: () => Promise.resolve({ ids: [], hasOwnCap: false }),
      readHolds: (stationId, evses, now) =>
        Promise.resolve(
          holdsFrom(this.commands.of(stationId, this.believed.get(stationId)?.car.sessionId), evses, now),
        ),
      versionOf: (stationId) => {
        const station = this.byId.get(stationId);
        return station?.isOnline === true ? station.version : undefined;
      },
      runCommand: async ({ stationId, input }) => {
        if (!isAlive()) return never();
        const status = await this.carryOut(stationId, input as RequestedChargingProfile, after);
        return isAlive() ? ({ outcome: { status, code: null, reason: null } } as never) : never();
      },
      ask: () => Promise.resolve({ status: 'rejected', code: null, reason: null } as never),
      isKillSwitchOn: () => false,
    };
  }

  private async carryOut(
    stationId: string,
    profile: RequestedChargingProfile,
    after: (delayMs: number, wake: () => void) => unknown,
  ): Promise<string> {
    const station = this.byId.get(stationId);
    this.counts.commands += 1;
    if (station?.isOnline !== true) return 'not-sent';
    const command = this.commands.ask(stationId, profile);
    const chance = this.luck();
    const isLost = station.isDeaf || chance < this.troubles.lostCommands;
    const isAnswerLost = !isLost && chance < this.troubles.lostCommands + this.troubles.lostAnswers;
    const answer = isLost ? null : station.take(profile);
    if (isLost || isAnswerLost) {
      if (!station.isDeaf) this.counts.lost += 1;
      await new Promise<void>((wake) => void after(answerMs, wake));
      command.status = 'no-answer';
      return 'no-answer';
    }
    if (answer === 'Accepted') this.commands.accept(stationId, command);
    else command.status = 'rejected';
    return command.status ?? 'no-answer';
  }

  private learnedOf(stationId: string): KnownAbilities {
    const nothing = { findings: [], pilotsA: null, purpose: 'tx-profile' as const, checkedAt: new Date(0) };
    return this.learned.get(stationId) ?? { stationId, ...nothing, isOfModel: false };
  }

  private measuredOf(sessionId: string) {
    const reading = this.readings.get(sessionId.split('-')[0] ?? '');
    if (reading === undefined) return [];
    return [
      [sessionId, { at: reading.at, importA: reading.amperes, offeredA: reading.offeredA, powerW: null }] as const,
    ];
  }

  private inputs(): SiteInputs {
    const quarter = Math.floor(this.now / quarterMs) * quarterMs;
    const steps = Array.from({ length: 97 }, (_, index) => {
      const from = quarter + index * quarterMs;
      const foreseen = Math.max(this.foreseenW(from), this.foreseenW(from + quarterMs)) * 1.12;
      return {
        from,
        value: index === 0 ? Math.max(foreseen, this.loadW() * 1.02) : foreseen + (index < 4 ? this.surgeW : 0),
      };
    });
    return {
      settings: this.settings,
      currency: 'EUR',
      timeZone: 'UTC',
      limits: this.limits,
      given: [{ nodeId: 'grid', limitW: steps, costW: steps }],
      battery: null,
      prices: {
        importPerKwh: steps.map(({ from }) => ({ from, value: 0.2 + 0.1 * Math.sin(from / hourMs) })),
        exportPerKwh: zero,
        carbonKgPerKwh: zero,
        carbonPrice: 0,
        demandCharge: null,
      },
      peakW: 0,
      cars: [...this.believed].map(([stationId, { car, energyWh, departsAt }]): ChargingCar => {
        const reading = this.readings.get(stationId);
        const departure = new Date(Math.max(departsAt, this.now + 30 * minuteMs)).toISOString();
        return {
          ...car,
          measuredA: reading?.amperes ?? null,
          measuredW: null,
          need: {
            sessionId: car.sessionId,
            stated: null,
            source: 'predicted',
            statedAt: null,
            energyWh,
            minEnergyWh: 0,
            departsAt: departure,
            batteryPercent: null,
            capacityWh: null,
            predictedDepartureAt: departure,
            earlyDepartureAt: departure,
            confidence: 0.5,
            assumptions: [],
          },
        };
      }),
      meters: [],
      warnings: [],
    };
  }

  private loadW(): number {
    if (this.measured.at !== this.now)
      this.measured = { at: this.now, watts: buildingW(this.building, new Date(this.now)) };
    return this.measured.watts + this.surgeW;
  }

  private foreseenW(quarter: number): number {
    const watts = this.buildingAt.get(quarter) ?? buildingW(this.building, new Date(quarter));
    this.buildingAt.set(quarter, watts);
    return watts;
  }

  /** What happens by chance in a part of a day. */
  private live(days: number): void {
    const happens = (perDay: number) => this.random() < perDay * days;
    const { outagesPerStation, restartsPerStation, disobedientPerStation, crashes, limitsForAWhile } = this.troubles;
    for (const station of this.stations) {
      this.come(station, happens(arrivalsPerStation));
      // Most cars that disobey do so while their station is out of reach, too.
      if (happens(outagesPerStation * (station.isDisobedient ? 20 : 1))) this.cut(station);
      if (happens(restartsPerStation)) this.restart(station);
      if (station.visit !== null && happens(disobedientPerStation)) this.disobey(station);
    }
    if (this.control !== null && happens(crashes)) {
      this.counts.crashes += 1;
      this.crash();
      // As a supervisor starts it again, or a person.
      this.startsAgainAt = this.now + (this.random() < 0.7 ? 5 + 40 * this.random() : 1800 * this.random()) * 1000;
    }
    if (this.startsAgainAt !== null && this.now >= this.startsAgainAt) {
      this.startsAgainAt = null;
      this.start();
    }
    if (happens(limitsForAWhile) && this.control !== null) this.limit();
    if (happens(6)) this.surge();
  }

  private come(station: StationInWorld, isArrival: boolean): void {
    if (station.visit === null && isArrival) {
      const vehicle = anyVehicle(this.random);
      const staysSeconds = (1 + 9 * this.random()) * 3600;
      const said = statedNeed({ vehicle, staysSeconds }, this.random);
      this.counts.sessions += 1;
      station.plugIn({
        sessionId: `${station.id}-${this.counts.sessions}`,
        vehicle,
        startedAt: this.now,
        leavesAt: this.now + staysSeconds * 1000,
        saidLeavesAt: this.now + said.staysSeconds * 1000,
        saidEnergyWh: said.energyWh,
        isKnown: false,
      });
      if (station.isOnline) this.tellSession(station);
    } else if (station.visit !== null && this.now >= station.visit.leavesAt) {
      station.unplug();
      station.isDisobedient = false;
      if (station.isOnline) this.tellSession(station);
    }
  }

  /** The server hears what is there; while it is down stations keep it and tell it afterwards. */
  private tellSession(station: StationInWorld): void {
    const { visit } = station;
    this.commands.endSession(station.id);
    if (visit === null) {
      this.believed.delete(station.id);
      this.readings.delete(station.id);
    } else {
      visit.isKnown = true;
      this.believed.set(station.id, {
        energyWh: visit.saidEnergyWh,
        departsAt: visit.saidLeavesAt,
        car: {
          sessionId: visit.sessionId,
          stationId: station.id,
          evseId: 1,
          nodeId: station.id,
          driverName: null,
          startedAt: visit.startedAt,
          phases: visit.vehicle.phasesAt(station.outlet),
          maxA: 32,
          minA: 6,
          pauses: 0,
          discharge: null,
        },
      });
    }
    this.control?.notice();
  }

  /** At first the connection looks alive and nobody hears; then the server knows. */
  private cut(station: StationInWorld): void {
    if (!station.isOnline || station.isDeaf || (station.isDisobedient && !this.isTold(station))) return;
    if (!this.canMend([...this.outOfReach(), station])) return;
    this.counts.outages += 1;
    if (station.isDisobedient) this.counts.offlineDisobedient += 1;
    station.isCut = true;
    station.isDeaf = true;
    this.at(this.now + deafMs * this.random(), () => {
      station.isDeaf = false;
      if (station.isOnline) station.goOffline(this.now);
    });
    this.at(this.now + deafMs + longestOutageMs * this.random(), () => {
      station.isCut = false;
      this.connect(station, this.generation);
    });
  }

  /** A loss of power: it boots within a minute, and says so. */
  private restart(station: StationInWorld): void {
    this.counts.restarts += 1;
    station.restart();
    station.hasRestarted = true;
    if (!station.isOnline || station.isDeaf) return;
    station.goOffline(this.now);
    this.at(this.now + 60_000 * this.random(), () => this.connect(station, this.generation));
  }

  /**
   * As many as no limit is passed by alone, together with stations out of reach: whatever they come to, the others can make room.
   * What a car begins to draw while nobody hears of it is known to nobody, so it begins in sight and goes on out of it.
   */
  private disobey(station: StationInWorld): void {
    if (!station.isOnline || station.isDeaf || station.isDisobedient || this.control === null) return;
    station.isDisobedient = true;
    if (!this.canMend([...this.outOfReach(), station])) {
      station.isDisobedient = false;
      return;
    }
    station.disobeysSince = this.now;
    this.counts.disobedient += 1;
    const { visit } = station;
    this.at(this.now + (5 + 60 * this.random()) * minuteMs, () => {
      if (station.visit === visit) station.isDisobedient = false;
    });
  }

  private isTold({ id, disobeysSince }: StationInWorld): boolean {
    return (this.readings.get(id)?.at ?? 0) > disobeysSince + meterEveryMs;
  }

  private outOfReach(): StationInWorld[] {
    return this.stations.filter(({ isOnline, isCut, isDisobedient }) => isCut || isDisobedient || !isOnline);
  }

  private canMend(stations: readonly StationInWorld[]): boolean {
    const { tree } = this.settings;
    const evenA = (this.building.loadPeakW * 1.3) / 690;
    return isMendable(tree, stations, { now: this.now, forMs: 3 * longestOutageMs, evenA, limits: this.limits });
  }

  private limit(): void {
    const from = this.now + 10 * minuteMs;
    const feeders = this.settings.tree.nodes.filter(({ kind }) => kind === 'feeder');
    const feeder = feeders[Math.floor(this.random() * feeders.length)];
    if (feeder === undefined) return;
    const before = this.limits.filter(({ until }) => until !== null && Date.parse(until) > this.now);
    this.limits = [
      ...before,
      {
        nodeId: feeder.id,
        limitA: Number(feeder.limitA) * 0.7,
        limitW: null,
        from: new Date(from).toISOString(),
        until: new Date(from + 2 * hourMs).toISOString(),
        why: null,
        source: 'person',
        setAt: new Date(this.now).toISOString(),
        setBy: 'test',
      },
    ];
    if (!this.canMend(this.outOfReach())) this.limits = before;
    this.control?.notice();
  }

  /** The building draws more than anybody foresaw; its meter tells at once. */
  private surge(): void {
    this.surgeW = this.building.loadPeakW * 0.3 * this.random();
    this.control?.notice();
    this.at(this.now + 30 * minuteMs, () => {
      this.surgeW = 0;
      this.control?.notice();
    });
  }

  private readonly worldTimers: { at: number; wake: () => void }[] = [];

  private at(at: number, wake: () => void): void {
    this.worldTimers.push({ at, wake });
  }

  private measure(): void {
    for (const station of this.stations) {
      const last = this.readings.get(station.id);
      if (!station.isOnline || station.isDeaf || station.visit?.isKnown !== true || this.control === null) continue;
      if (last !== undefined && this.now - last.at < meterEveryMs) continue;
      const offered = Number(station.id.slice(1)) % 2 === 0 ? station.offeredA(this.now) : undefined;
      const { amperes } = station.drawAt(this.now);
      this.readings.set(station.id, { at: this.now, amperes, offeredA: offered ?? null });
    }
  }

  /** What every rise rests on: whatever a station holds is within what the product believes that it may hold. */
  private compare(): void {
    for (const [nodeId, state] of this.control?.memory.evses ?? []) {
      const station = this.byId.get(nodeId);
      if (station === undefined || station.isDisobedient || station.visit === null) continue;
      for (const aheadMs of [0, 10 * minuteMs, hourMs]) {
        const at = this.now + aheadMs;
        const limitA = Math.min(32, station.profiles.limitA(1, new Date(at)) ?? 32);
        const boundA = boundAt(state, at);
        if (limitA > boundA + 0.06) this.unforeseen.push({ stationId: nodeId, at: this.now, limitA, boundA });
      }
    }
  }

  private look(): void {
    const draws = this.stations.flatMap((station) => {
      const { amperes, phases } = station.drawAt(this.now);
      return amperes === 0 ? [] : [{ nodeId: station.id, amperes, phases }];
    });
    const holding = this.limits.filter(
      ({ from, until }) => Date.parse(from ?? '') <= this.now && Date.parse(until ?? '') > this.now,
    );
    const limitOf = (nodeId: string) =>
      holding.reduce<number | null>(
        (lowest, limit) =>
          limit.nodeId === nodeId && limit.limitA !== null
            ? Math.min(lowest ?? Number.POSITIVE_INFINITY, limit.limitA)
            : lowest,
        null,
      );
    const evenA = new Map([['grid', this.loadW() / 690]]);
    this.watch.look({ now: this.now, draws, evenA, limitOf, isReacting: this.control !== null });
  }

  /** Whoever waits is woken at his time, and what follows from it happens before the next one is. */
  private async passUntil(until: number): Promise<void> {
    for (;;) {
      const all = [...this.timers, ...this.worldTimers];
      const next = all.reduce((earliest, { at }) => Math.min(earliest, at), Number.POSITIVE_INFINITY);
      if (next > until) break;
      this.now = Math.max(this.now, next);
      const isDue = ({ at }: { at: number }) => at <= this.now;
      const due = all.filter(isDue);
      this.timers = this.timers.filter((timer) => !isDue(timer));
      this.worldTimers.splice(0, this.worldTimers.length, ...this.worldTimers.filter((timer) => !isDue(timer)));
      for (const { wake } of due) wake();
      await this.settle();
    }
    this.now = until;
  }

  private async settle(): Promise<void> {
    await new Promise((done) => setImmediate(done));
  }
}

/** Some stations round down, some never give more than 9 A. */
function quirksOf(index: number): ProfileQuirk[] {
  if (index % 7 === 0) return ['coarse-steps'];
  return index % 11 === 0 ? ['sticks-at-9-amperes'] : [];
}
