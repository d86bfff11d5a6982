import type { HealthFact } from '../../src/charging/health/signals/health-fact.ts';
import { type Random, randomFrom } from '../../src/simulator/random.ts';
import { effectsAt, type PlannedFault, wearOf } from './fault-plan.ts';
import { between, type Habit, nextAfter, normal } from './healthy-station.ts';

const dayMs = 86_400_000;
const hourMs = 3_600_000;

export type World = {
  start: number;
  /** Times at which everything at a site loses its network, and for how long. */
  siteOutages: readonly { at: number; ms: number }[];
  /** New firmware, where the station gets one. */
  firmware: { at: number; version: string } | null;
};

type Fact = HealthFact;
type Span = { from: number; to: number };

/** They go on, but wrongly. */
const staysUp = ['drifting-clock', 'failing-meter', 'bad-firmware'];

/** Every fact of one simulated station, day by day. The same seed gives the same days. */
export class StationStream {
  readonly habit: Habit;
  readonly fault: PlannedFault | null;
  private readonly world: World;
  private readonly random: Random;
  private readonly freeAt: number[];
  private readonly registerWh: number[];
  private firmwareVersion: string;
  private facts: Fact[] = [];
  private sessions = 0;
  private bootedAt: number;
  private isDead = false;
  /** When somebody charged, and when a connector truly told a fault; of the last days. */
  private charging: Span[] = [];
  private faults: (Span & { code: string | null })[] = [];

  constructor({ seed, habit, fault, world }: { seed: string; habit: Habit; fault: PlannedFault | null; world: World }) {
    this.habit = habit;
    this.fault = fault;
    this.world = world;
    this.random = randomFrom(`${seed} life ${habit.id}`);
    this.freeAt = Array.from({ length: habit.connectors }, () => 0);
    this.registerWh = Array.from({ length: habit.connectors }, () => 1_000_000);
    this.firmwareVersion = habit.firmwareVersion;
    this.bootedAt = world.start;
  }

  isChargingAt(at: number): boolean {
    return this.charging.some(({ from, to }) => from <= at && at < to);
  }

  /** What a connector truly says that is out of order. */
  codeAt(at: number): string | null {
    return this.faults.find(({ from, to }) => from <= at && at < to)?.code ?? null;
  }

  /** In the order of our clock; what goes on after midnight is of the next day. */
  day(number: number): Fact[] {
    const from = this.world.start + number * dayMs;
    this.charging = this.charging.filter(({ to }) => to >= from);
    this.faults = this.faults.filter(({ to }) => to >= from);
    if (number === 0) this.begin(from);
    this.failures(from);
    if (!this.isDead) {
      this.stationLife(from);
      for (let connector = 1; connector <= this.habit.connectors; connector += 1) this.connectorLife(connector, from);
    }
    const to = from + dayMs;
    const known = this.facts.toSorted((one, other) => one.at - other.at);
    this.facts = known.filter(({ at }) => at >= to);
    return known.filter(({ at }) => at < to);
  }

  private begin(at: number): void {
    this.add(at, { kind: 'online' });
    this.boot(at + 1000, 'PowerUp');
    for (let connector = 1; connector <= this.habit.connectors; connector += 1)
      this.status(at + 2000, connector, 'available', null);
  }

  private failures(from: number): void {
    const { fault } = this;
    if (fault === null) return;
    const at = this.world.start + fault.failsAt;
    if (at < from || at >= from + dayMs) return;
    if (fault.fault === 'flapping-link' || fault.fault === 'memory-leak') {
      this.add(at, { kind: 'offline', reason: 'no-answer' });
      this.isDead = true;
    } else if (!staysUp.includes(fault.fault)) {
      const code = effectsAt(fault, fault.failsAt, fault.connector).code;
      this.status(at, fault.connector ?? 1, 'faulted', code);
      this.faults.push({ from: at, to: Number.POSITIVE_INFINITY, code });
      this.freeAt[(fault.connector ?? 1) - 1] = Number.POSITIVE_INFINITY;
    }
  }

  private stationLife(from: number): void {
    const { habit, random, world } = this;
    const middle = from + dayMs / 2 - world.start;
    const effects = effectsAt(this.fault, middle, null);
    for (
      let at = from + nextAfter(random, habit.dropsPerDay + effects.dropsPerDay);
      at < from + dayMs;
      at += nextAfter(random, habit.dropsPerDay + effects.dropsPerDay)
    ) {
      this.drop(at, between(random, 20, 600) * 1000);
      // Some break several times in a row, and then hold.
      if (random() < 0.15) for (let again = 1; again < 5; again += 1) this.drop(at + again * 6 * 60_000, 30_000);
    }
    for (const outage of world.siteOutages)
      if (outage.at >= from && outage.at < from + dayMs) this.drop(outage.at + random() * 60_000, outage.ms);
    for (
      let at = from + nextAfter(random, habit.bootsPerDay + effects.bootsPerDay);
      at < from + dayMs;
      at += nextAfter(random, habit.bootsPerDay + effects.bootsPerDay)
    ) {
      this.drop(at, 60_000);
      this.boot(at + 62_000, effects.bootsPerDay > 0 && random() < 0.7 ? 'Watchdog' : null);
    }
    if (random() < 0.02) {
      const at = from + random() * dayMs;
      this.add(at, {
        kind: 'command',
        name: 'reset',
        status: 'accepted',
        tookMs: 400,
        evseId: null,
        connectorId: null,
      });
      this.drop(at + 5_000, 60_000);
      this.boot(at + 70_000, 'RemoteReset');
    }
    if (world.firmware !== null && world.firmware.at >= from && world.firmware.at < from + dayMs) {
      this.add(world.firmware.at, { kind: 'firmware', hasFailed: false });
      this.firmwareVersion = world.firmware.version;
      this.drop(world.firmware.at + 60_000, 120_000);
      this.boot(world.firmware.at + 200_000, 'FirmwareUpdate');
    }
    for (let each = 0; each < 6; each += 1) this.command(from + (each + random()) * 4 * hourMs);
  }

  private command(at: number): void {
    const { habit, random, fault } = this;
    const sinceBoot = (at - this.bootedAt) / (0.5 * dayMs);
    const { answerFactor } = effectsAt(fault, at - this.world.start, null, Math.min(1, sinceBoot));
    const tookMs = habit.answerSeconds * answerFactor * Math.exp(0.4 * normal(random)) * 1000;
    const isLost = random() < 0.01;
    this.add(at, {
      kind: 'command',
      name: 'trigger',
      status: isLost ? 'no-answer' : 'accepted',
      tookMs: isLost ? null : tookMs,
      evseId: null,
      connectorId: null,
    });
  }

  private connectorLife(connector: number, from: number): void {
    const { habit, random } = this;
    const perDay = habit.sessionsPerDay;
    let at = Math.max(from + nextAfter(random, perDay), this.freeAt[connector - 1] ?? 0);
    while (at < from + dayMs) {
      at = this.session(connector, at);
      // Who could not charge tries again.
      at += random() < 0.35 && this.hasJustFailed ? between(random, 20, 120) * 1000 : nextAfter(random, perDay);
    }
    this.freeAt[connector - 1] = Math.max(this.freeAt[connector - 1] ?? 0, at > from + dayMs ? from + dayMs : at);
    if (random() < habit.codesPerDay) this.nuisance(connector, from + random() * dayMs);
  }

  private hasJustFailed = false;

  private nuisance(connector: number, at: number): void {
    const codes = [
      'EVCommunicationError',
      'EmergencyStop',
      'WeakSignal',
      'UnderVoltage',
      'ConnectorLockFailure',
      'OtherError',
      'ReaderFailure',
    ];
    const code = codes[Math.floor(this.random() * codes.length)] ?? 'OtherError';
    const to = at + between(this.random, 1, 25) * 60_000;
    this.status(at, connector, 'faulted', code);
    this.status(to, connector, 'available', null);
    this.faults.push({ from: at, to, code });
  }

  /** Until when it takes the connector. */
  private session(connector: number, at: number): number {
    const { random, habit, fault } = this;
    const effects = effectsAt(fault, at - this.world.start, connector);
    const ref = `${habit.id}-${(this.sessions += 1)}`;
    this.status(at, connector, 'occupied', null, 'preparing');
    const hasLockFailed = random() < effects.lockFailureShare;
    const hasRelayFailed = random() < effects.startFailureShare;
    if (hasLockFailed) this.status(at + 3_000, connector, 'occupied', 'ConnectorLockFailure', 'preparing');
    if (random() < effects.contactorCodeShare)
      this.status(at + 6_000, connector, 'occupied', effects.code ?? 'PowerSwitchFailure', 'preparing');
    const isCarTrouble = random() < habit.startFailureShare;
    this.hasJustFailed = hasLockFailed || hasRelayFailed || isCarTrouble;
    const startedAt = at + between(random, 4, 30) * 1000;
    const register = this.registerWh[connector - 1] ?? 0;
    this.tell(startedAt, connector, ref, { type: 'started', registerWh: register });
    if (this.hasJustFailed) {
      const isShort = hasRelayFailed ? random() < 0.4 : random() < 0.9;
      const endedAt = startedAt + (isShort ? between(random, 15, 110) : between(random, 130, 420)) * 1000;
      this.charging.push({ from: startedAt, to: endedAt });
      this.tell(endedAt, connector, ref, {
        type: 'ended',
        registerWh: register,
        stopReason: random() < 0.6 ? 'EVDisconnected' : 'Other',
      });
      this.status(endedAt + 5_000, connector, 'available', null);
      return endedAt + 10_000;
    }
    return this.charge({ connector, ref, startedAt, effects });
  }

  private charge({
    connector,
    ref,
    startedAt,
    effects,
  }: {
    connector: number;
    ref: string;
    startedAt: number;
    effects: ReturnType<typeof effectsAt>;
  }): number {
    const { random, habit, fault, world } = this;
    const delayMs =
      (habit.energyDelaySeconds * Math.exp(0.25 * normal(random)) +
        effects.energyDelaySeconds * between(random, 0.5, 1.5)) *
      1000;
    const energyAt = startedAt + delayMs;
    this.status(energyAt, connector, 'occupied', null, 'charging');
    const share = random() < 0.3 ? 1 : between(random, 0.3, 1);
    const powerW = habit.maxPowerW * share;
    const endsAt = energyAt + between(random, 15, 90) * 60_000;
    this.charging.push({ from: startedAt, to: endsAt });
    const ambientC = 18 + 8 * Math.sin(((startedAt % dayMs) / dayMs) * 2 * Math.PI) + 2 * normal(random);
    const jitterSeconds = Math.hypot(habit.meterJitterSeconds, effects.meterJitterSeconds);
    const hasFailedMeter =
      fault?.fault === 'failing-meter' && fault.connector === connector && wearOf(fault, startedAt - world.start) >= 1;
    let registerWh = this.registerWh[connector - 1] ?? 0;
    let last = energyAt;
    for (let at = startedAt + habit.sampleSeconds * 1000; at < endsAt; at += habit.sampleSeconds * 1000) {
      const told = at + jitterSeconds * normal(random) * 1000;
      const left = (endsAt - told) / 60_000;
      const flowing = told < energyAt ? 0 : powerW * Math.min(1, Math.max(0.2, left / 20));
      const isStuck = hasFailedMeter || random() < effects.registerStuckShare;
      if (!isStuck && told > last) {
        registerWh += (flowing * (told - last)) / 3_600_000;
        last = told;
      }
      const warmth = 1 - Math.exp(-(told - energyAt) / 600_000);
      const temperatureC = !habit.hasTemperature
        ? null
        : ambientC + habit.heatC * effects.heatFactor * share ** 2 * Math.max(0, warmth) + 0.5 * normal(random);
      this.add(told + 200, {
        kind: 'meter',
        toldAt: this.told(told),
        ref,
        evseId: connector,
        temperatureC,
        powerW: flowing,
        offeredW: habit.maxPowerW,
      });
      this.tell(told + 200, connector, ref, { type: 'updated', registerWh, toldAt: this.told(told) });
    }
    this.registerWh[connector - 1] = registerWh;
    this.tell(endsAt, connector, ref, { type: 'ended', registerWh, stopReason: 'EVDisconnected' });
    this.status(endsAt + 20_000, connector, 'available', null);
    return endsAt + 30_000;
  }

  private told(at: number): number {
    const { clockAheadSeconds } = effectsAt(this.fault, at - this.world.start, null);
    return at + (this.habit.clockAheadSeconds + clockAheadSeconds + 0.3 * normal(this.random)) * 1000;
  }

  private tell(
    at: number,
    connector: number,
    ref: string,
    more: { type: 'started' | 'updated' | 'ended'; registerWh: number; stopReason?: string; toldAt?: number },
  ): void {
    this.add(at, {
      kind: 'session',
      toldAt: this.told(at),
      ref,
      evseId: connector,
      connectorId: 1,
      isOffline: false,
      isAuthorized: true,
      chargingState: null,
      stopReason: null,
      ...more,
    });
  }

  private status(
    at: number,
    connector: number,
    status: 'available' | 'occupied' | 'faulted',
    code: string | null,
    activity: 'preparing' | 'charging' | null = null,
  ): void {
    this.add(at, { kind: 'status', toldAt: this.told(at), evseId: connector, connectorId: 1, status, activity, code });
  }

  private drop(at: number, ms: number): void {
    this.add(at, { kind: 'offline', reason: 'no-answer' });
    this.add(at + ms, { kind: 'online' });
  }

  private boot(at: number, reason: string | null): void {
    this.bootedAt = at;
    const { vendor, model } = this.habit;
    this.add(at, { kind: 'boot', vendor, model, firmwareVersion: this.firmwareVersion, reason });
  }

  private add(at: number, fact: Record<string, unknown>): void {
    this.facts.push({ stationId: this.habit.id, at, ...fact } as Fact);
  }
}
