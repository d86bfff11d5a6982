import { silentLog } from '../../../src/base/log.ts';
import type { ControlNeeds } from '../../../src/charging/energy/control/control-needs.ts';
import { boundAt } from '../../../src/charging/energy/control/evse-state.ts';
import { holdsFrom } from '../../../src/charging/energy/control/read-holds.ts';
import { SiteControl } from '../../../src/charging/energy/control/site-control.ts';
import { toldVolts } from '../../../src/charging/energy/network/evse-wiring.ts';
import type { PlanSolver } from '../../../src/charging/energy/planner/solver.ts';
import type { KnownAbilities } from '../../../src/charging/energy/verification/abilities-store.ts';
import type { RequestedChargingProfile } from '../../../src/contract/energy/requested-charging-profile.ts';
import { type StoredLimit, type StoredSiteEnergy, siteEnergy } from '../../../src/contract/energy/site-energy.ts';
import type { ProfileQuirk } from '../../../src/simulator/profile-quirks.ts';
import { type Random, randomFrom } from '../../../src/simulator/random.ts';
import { statedNeed } from '../../../src/simulator/stated-need.ts';
import { anyVehicle, type SimulatedVehicle } from '../../../src/simulator/vehicle.ts';
import { BreachWatch } from './breaches.ts';
import { BuildingInWorld } from './building-in-world.ts';
import { CommandBooks } from './command-books.ts';
import { type Believed, inputsOfWorld, type Reading } from './inputs-of-world.ts';
import { isMendable, type Straying } from './is-mendable.ts';
import { siteOfMany } from './site-of-many.ts';
import { type ProfilePlace, StationInWorld } from './station.ts';
import { settle, TimeOfWorld } from './time-of-world.ts';

const siteId = 'WORLD';
const minuteMs = 60_000;
const hourMs = 3_600_000;
const answerMs = 20_000;
/** Of outages: none is longer, and so long a dead connection may look alive. */
const longestOutageMs = 30 * minuteMs;
const deafMs = 45_000;
/** So long until a station holds what is safe again, also where messages are lost. */
const meddledMs = 3 * minuteMs;
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
  /** A day: how often somebody else sets or clears profiles of a station. */
  meddlingPerStation: number;
};

export type Counts = {
  sessions: number;
  commands: number;
  lost: number;
  outages: number;
  restarts: number;
  disobedient: number;
  offlineDisobedient: number;
  crashes: number;
  meddling: number;
  solverFailures: number;
  plans: number;
  energyKwh: number;
};

type After = (delayMs: number, wake: () => void) => unknown;

/** A site of many stations in a world where everything fails now and then, steered by the product's own control. */
export class World {
  readonly stations: StationInWorld[];
  readonly watch: BreachWatch;
  readonly counts: Counts;
  /** Where a station follows a profile that allows more than the product reckons with, now or later. */
  readonly unforeseen: { stationId: string; at: number; limitA: number; boundA: number }[] = [];
  readonly settings: StoredSiteEnergy;
  private readonly random: Random;
  /** Of commands and of the solver, apart from what happens in the world: another plan leaves the weather as it was. */
  private readonly luck: Random;
  private readonly troubles: Troubles;
  private readonly solver: PlanSolver;
  readonly building: BuildingInWorld;
  private readonly time: TimeOfWorld;
  private readonly commands = new CommandBooks();
  private readonly byId: ReadonlyMap<string, StationInWorld>;
  private readonly learned = new Map<string, KnownAbilities>();
  readonly readings = new Map<string, Reading>();
  readonly believed = new Map<string, Believed>();
  private control: SiteControl | null = null;
  private generation = 0;
  private startsAgainAt: number | null = null;
  limits: StoredLimit[] = [];

  constructor(
    count: number,
    {
      seed,
      troubles,
      solver,
      ...site
    }: { seed: string; troubles: Troubles; solver: PlanSolver; safetyMarginPercent: number; perStationA: number },
  ) {
    this.time = new TimeOfWorld(Date.UTC(2026, 2, 2, 6));
    this.random = randomFrom(seed);
    this.luck = randomFrom(`commands of ${seed}`);
    this.troubles = troubles;
    this.solver = solver;
    const tree = siteOfMany(count, site);
    const settings = siteEnergy.parse({ mode: 'control', tree });
    this.settings = { ...settings, siteId, version: 1, changedAt: new Date(this.now).toISOString(), changedBy: 'test' };
    this.watch = new BreachWatch(tree);
    this.building = new BuildingInWorld(seed, count * 300);
    const versions = ['1.6', '2.0.1', '2.1'] as const;
    this.stations = tree.nodes.flatMap(({ evse }, index) => {
      if (evse === null) return [];
      const isDirect = evse.connection === 'direct-current';
      const phases = evse.connection === 'single-phase' ? 1 : 3;
      const outlet = isDirect
        ? ({ kind: 'DC', maxW: 32 * toldVolts(evse) * 3, phases } as const)
        : ({ kind: 'AC', maxW: 32 * 230 * phases, phases } as const);
      const quirks = isDirect ? [] : quirksOf(index);
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
      meddling: 0,
      solverFailures: 0,
      plans: 0,
      energyKwh: 0,
    };
    for (const station of this.stations) this.come(station, this.random() < 0.7);
    this.start();
  }

  get now(): number {
    return this.time.now;
  }

  /** Lets time go by in steps; what flows is looked at after each. */
  async run(ms: number, stepSeconds = 10): Promise<void> {
    const until = this.now + ms;
    while (this.now < until) {
      for (const station of this.stations) this.counts.energyKwh += station.charge(this.now, stepSeconds) / 1000;
      await this.time.passUntil(this.now + stepSeconds * 1000);
      this.live(stepSeconds / 86_400);
      this.measure();
      await settle();
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
    this.time.forgetProduct();
    this.commands.loseAnswers();
    for (const station of this.stations) if (station.isOnline) station.goOffline(this.now);
  }

  private start(): void {
    this.control = new SiteControl(this.needs(this.generation), siteId);
    this.control.notice();
    for (const station of this.stations)
      this.time.at(this.now + reconnectMs * this.random(), () => this.connect(station, this.generation));
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
    const nothing = () => undefined;
    const after = (delayMs: number, wake: () => void) =>
      isAlive() ? this.time.afterInProduct(delayMs, wake) : nothing;
    const never = <Value>() => new Promise<Value>(() => undefined);
    return {
      pool: undefined as never,
      ledger: undefined as never,
      clock: { now: () => new Date(this.now), elapsedMs: () => this.now, after },
      log: silentLog,
      inputs: {
        managedSites: () => Promise.resolve([siteId]),
        read: () => Promise.resolve(inputsOfWorld(this, this.now)),
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
        unlearn: () => Promise.reject(new Error('nobody asks')),
        view: () => Promise.reject(new Error('nobody looks')),
      },
      readMeasured: (sessions) =>
        Promise.resolve(new Map(sessions.flatMap(({ sessionId }) => this.measuredOf(sessionId)))),
      troubles: { open: () => Promise.resolve([]), write: () => Promise.resolve() },
      readForeign: () => Promise.resolve({ ids: [], hasOwnCap: false }),
      readHolds: (stationId, evses, asked) =>
        Promise.resolve(
          holdsFrom(this.commands.of(stationId, this.believed.get(stationId)?.car.sessionId), evses, asked),
        ),
      versionOf: (stationId) => {
        const station = this.byId.get(stationId);
        return station?.isOnline === true ? station.version : undefined;
      },
      runCommand: async ({ stationId, name, input }) => {
        if (!isAlive()) return never();
        const status =
          name === 'clear-charging-profiles'
            ? await this.clear(stationId, input, after)
            : await this.carryOut(stationId, input as RequestedChargingProfile, after);
        return isAlive() ? ({ outcome: { status, code: null, reason: null } } as never) : never();
      },
      ask: () => Promise.resolve({ status: 'rejected', code: null, reason: null } as never),
      isKillSwitchOn: () => false,
    };
  }

  private async carryOut(stationId: string, profile: RequestedChargingProfile, after: After): Promise<string> {
    if (this.byId.get(stationId)?.isOnline !== true) return 'not-sent';
    const command = this.commands.ask(stationId, profile);
    const answer = await this.send(stationId, (station) => station.take(profile), after);
    if (answer === 'Accepted') this.commands.accept(stationId, command);
    else command.status = answer === null ? 'no-answer' : 'rejected';
    return command.status ?? 'no-answer';
  }

  private async clear(stationId: string, place: ProfilePlace, after: After): Promise<string> {
    if (this.byId.get(stationId)?.isOnline !== true) return 'not-sent';
    const generation = this.generation;
    const answer = await this.send(stationId, (station) => station.clear(place), after);
    if (generation !== this.generation) return 'no-answer';
    if (answer !== null) this.commands.clear(stationId, place);
    this.control?.noticeProfiles(stationId, null);
    return answer === null ? 'no-answer' : 'accepted';
  }

  /** null: it never arrived, or nobody heard the answer. */
  private async send<Answer>(
    stationId: string,
    ask: (station: StationInWorld) => Answer,
    after: After,
  ): Promise<Answer | null> {
    const station = this.byId.get(stationId);
    this.counts.commands += 1;
    const chance = this.luck();
    const isLost = station === undefined || station.isDeaf || chance < this.troubles.lostCommands;
    const isAnswerLost = !isLost && chance < this.troubles.lostCommands + this.troubles.lostAnswers;
    const answer = isLost ? null : ask(station);
    if (!isLost && !isAnswerLost) return answer;
    if (station?.isDeaf !== true) this.counts.lost += 1;
    await new Promise<void>((wake) => void after(answerMs, wake));
    return null;
  }

  private learnedOf(stationId: string): KnownAbilities {
    const nothing = { findings: [], pilotsA: null, purpose: 'tx-profile' as const, checkedAt: new Date(0) };
    return this.learned.get(stationId) ?? { stationId, ...nothing, isOfModel: false };
  }

  private measuredOf(sessionId: string) {
    const reading = this.readings.get(sessionId.split('-')[0] ?? '');
    if (reading === undefined) return [];
    return [
      [
        sessionId,
        { at: reading.at, importA: reading.amperes, offeredA: reading.offeredA, powerW: reading.powerW },
      ] as const,
    ];
  }

  /** What happens by chance in a part of a day. */
  private live(days: number): void {
    const happens = (perDay: number) => this.random() < perDay * days;
    const { outagesPerStation, restartsPerStation, disobedientPerStation, crashes, limitsForAWhile } = this.troubles;
    const { meddlingPerStation } = this.troubles;
    for (const station of this.stations) {
      this.come(station, happens(arrivalsPerStation));
      // Most cars that disobey do so while their station is out of reach, too.
      if (happens(outagesPerStation * (station.isDisobedient ? 20 : 1))) this.cut(station);
      if (happens(restartsPerStation)) this.restart(station);
      if (station.visit !== null && happens(disobedientPerStation)) this.disobey(station);
      if (happens(meddlingPerStation)) this.meddle(station);
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
    if (happens(12)) this.cloud();
    if (happens(12)) this.useBattery();
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
          phases: station.phasesOf(visit.vehicle),
          maxA: 32,
          minA: 6,
          pauses: 0,
          discharge: dischargeOf(station, visit.vehicle),
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
    this.time.at(this.now + deafMs * this.random(), () => {
      station.isDeaf = false;
      if (station.isOnline) station.goOffline(this.now);
    });
    this.time.at(this.now + deafMs + longestOutageMs * this.random(), () => {
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
    this.time.at(this.now + 60_000 * this.random(), () => this.connect(station, this.generation));
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
    this.time.at(this.now + (5 + 60 * this.random()) * minuteMs, () => {
      if (station.visit === visit) station.isDisobedient = false;
    });
  }

  /** Somebody else takes all profiles of a station away, or gives it one that outweighs ours: a default, or the session's own. */
  private meddle(station: StationInWorld): void {
    const { id, isOnline, isDeaf, isDisobedient, visit } = station;
    if (!isOnline || isDeaf || isDisobedient || this.control === null || this.outOfReach().includes(station)) return;
    if (!this.canMend([...this.outOfReach(), station.unbounded()])) return;
    this.counts.meddling += 1;
    station.meddledAt = this.now;
    const choice = Math.floor(this.random() * (visit?.isKnown === true ? 3 : 2));
    if (choice === 0) {
      station.clear({});
      this.commands.clear(id, {});
      this.control.noticeProfiles(id, null);
      return;
    }
    const foreign: RequestedChargingProfile = {
      evseId: 1,
      purpose: choice === 1 ? 'tx-default-profile' : 'tx-profile',
      kind: 'absolute',
      stackLevel: 3,
      unit: 'A',
      startsAt: new Date(this.now - minuteMs).toISOString(),
      ...(choice === 2 && visit !== null && { sessionId: visit.sessionId }),
      periods: [{ startSeconds: 0, limit: 32 }],
    };
    const command = this.commands.ask(id, foreign);
    if (station.take(foreign) !== 'Accepted') throw new Error(`${id} refuses a profile of somebody else.`);
    this.commands.accept(id, command);
    this.control.noticeProfiles(id, foreign);
  }

  private isTold({ id, disobeysSince }: StationInWorld): boolean {
    return (this.readings.get(id)?.at ?? 0) > disobeysSince + meterEveryMs;
  }

  private outOfReach(): StationInWorld[] {
    return this.stations.filter(
      ({ isOnline, isCut, isDisobedient, meddledAt }) =>
        isCut || isDisobedient || !isOnline || this.now < meddledAt + meddledMs,
    );
  }

  private canMend(stations: readonly Straying[]): boolean {
    const { tree } = this.settings;
    const evenA = (this.building.loadPeakW * 1.7) / 690;
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
    this.building.surgeW = this.building.loadPeakW * 0.3 * this.random();
    this.control?.notice();
    this.time.at(this.now + 30 * minuteMs, () => {
      this.building.surgeW = 0;
      this.control?.notice();
    });
  }

  private cloud(): void {
    this.building.isCloudy = true;
    this.control?.notice();
    this.time.at(this.now + 20 * minuteMs, () => {
      this.building.isCloudy = false;
      this.control?.notice();
    });
  }

  /** Whoever steers the battery has it charge or give. */
  private useBattery(): void {
    this.building.batteryW = this.building.loadPeakW * 0.4 * (2 * this.random() - 1);
    this.control?.notice();
    this.time.at(this.now + 40 * minuteMs, () => {
      this.building.batteryW = 0;
      this.control?.notice();
    });
  }

  private measure(): void {
    for (const station of this.stations) {
      const last = this.readings.get(station.id);
      if (!station.isOnline || station.isDeaf || station.visit?.isKnown !== true || this.control === null) continue;
      if (last !== undefined && this.now - last.at < meterEveryMs) continue;
      const offered = Number(station.id.slice(1)) % 2 === 0 ? station.offeredA(this.now) : undefined;
      const { amperes, powerW } = station.drawAt(this.now);
      this.readings.set(station.id, { at: this.now, amperes, offeredA: offered ?? null, powerW });
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
    const evenA = new Map([['grid', this.building.netAt(this.now) / 690]]);
    this.watch.look({ now: this.now, draws, evenA, limitOf, isReacting: this.control !== null });
  }
}

/** A car that can may feed back, at a station that has words for it. */
function dischargeOf({ version }: StationInWorld, { model, soc }: SimulatedVehicle): Believed['car']['discharge'] {
  const { feedBackW = 0, capacityWh } = model;
  if (version !== '2.1' || feedBackW === 0) return null;
  return { maxA: 16, storedWh: soc * capacityWh, capacityWh, reserveWh: capacityWh / 2 };
}

/** Some stations round down, some never give more than 9 A. */
function quirksOf(index: number): ProfileQuirk[] {
  if (index % 7 === 0) return ['coarse-steps'];
  return index % 11 === 0 ? ['sticks-at-9-amperes'] : [];
}
