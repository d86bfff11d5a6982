import { isRecord } from '#base/json.ts';
import type { Fault } from '../connector-life.ts';
import type { Frame } from '../frames.ts';
import type { Reading } from '../measured.ts';
import type { Random } from '../random.ts';
import { type Effects, effectsOf, type FaultName, noEffects } from './fault-effects.ts';
import { eventOfFault, eventOfTemperature, faultOfCode } from './fault-reports.ts';

export type FaultyStation = {
  readonly version: string;
  loseNetwork(): void;
  regainNetwork(): void;
  reboot(reason: 'Watchdog'): void;
  say(action: string, request: object): Promise<object | undefined>;
  /** Every connector of the EVSE that nobody uses is out of order. */
  breakDown(evseId: number, fault: Fault): void;
};

/** How long until it has failed; `secondMs` is how long a second of the simulation takes. */
export type FaultPlan = { fault: FaultName; lifeMs: number; secondMs?: number; random: Random; now: () => number };

/** How a start goes: whether anything flows, and how much later than usual. */
export type FaultyStart = { flows: boolean; delaySeconds: number; fault: Fault | null };

/** Ten days of wear are played within the life of the fault: what happens so often a day happens so often within a tenth of it. */
const daysOfLife = 10;
const ticksOfLife = 2_000;
/** The part of a station that wears out is at one EVSE; the others stay well. */
const wornEvse = 1;
const ofEvse: readonly FaultName[] = ['stuck-relay', 'failing-meter', 'lock-failure', 'hot-connector'];
/** They end as a station that is never heard of again. */
const endsSilent: readonly FaultName[] = ['flapping-link', 'memory-leak'];
/** They end as a connector that is out of order. */
const endsBroken: readonly FaultName[] = ['stuck-relay', 'lock-failure', 'hot-connector'];
const wellStart: FaultyStart = { flows: true, delaySeconds: 0, fault: null };
const ambientC = 20;
const usualRiseC = 12;
const warmingSeconds = 600;

/** Makes one station worse and worse: how its sessions start, what it says, and how often it is gone or restarts. */
export class FaultInjector {
  private readonly plan: FaultPlan;
  private readonly begunAt: number;
  private bootedAt: number;
  private timer: NodeJS.Timeout | undefined;
  private station: FaultyStation | undefined;
  private readonly shownWh = new Map<number, number>();
  private readonly flowsSince = new Map<number, number>();

  constructor(plan: FaultPlan) {
    this.plan = plan;
    this.begunAt = plan.now();
    this.bootedAt = this.begunAt;
  }

  get effects(): Effects {
    const { fault, lifeMs, now } = this.plan;
    const phase = Math.min(1, (now() - this.bootedAt) / (lifeMs / daysOfLife / 2));
    return effectsOf(fault, (now() - this.begunAt) / lifeMs, phase);
  }

  /** From then on the station drops its connection, restarts and breaks down as the fault has it. */
  start(station: FaultyStation): void {
    const { lifeMs } = this.plan;
    this.station = station;
    this.timer = setInterval(() => this.tick(station), Math.max(10, lifeMs / ticksOfLife));
    this.timer.unref();
  }

  stop(): void {
    clearInterval(this.timer);
  }

  /** How long an answer is kept back. */
  get answerDelaySeconds(): number {
    return 0.2 * (this.effects.answerFactor - 1);
  }

  /** Somebody plugs in: how the start goes, and what the station reports of it. */
  begin(evseId: number): FaultyStart {
    const effects = this.effectsAt(evseId);
    const { random } = this.plan;
    const hasLockFailed = random() < effects.lockFailureShare;
    const hasCode = hasLockFailed || random() < effects.contactorCodeShare;
    const fault = hasCode && effects.code !== null ? faultOfCode(effects.code) : null;
    if (fault !== null) this.report(evseId, fault);
    const flows = !hasLockFailed && random() >= effects.startFailureShare;
    return flows && fault === null && effects.energyDelaySeconds === 0
      ? wellStart
      : { flows, delaySeconds: effects.energyDelaySeconds * (0.5 + random()), fault };
  }

  /** Energy begins to flow, and the connector to warm up. */
  flow(evseId: number): void {
    this.flowsSince.set(evseId, this.plan.now());
  }

  /** What the sensor of a hot connector shows, in the meter values of OCPP 1.6; in 2.x it is told in an event of its own. */
  sense(evseId: number): Reading[] {
    if (this.plan.fault !== 'hot-connector') return [];
    const at = this.plan.now();
    const seconds = (at - (this.flowsSince.get(evseId) ?? at)) / (this.plan.secondMs ?? 1000);
    const warmth = 1 - Math.exp(-seconds / warmingSeconds);
    const celsius = Math.round(10 * (ambientC + usualRiseC * this.effectsAt(evseId).heatFactor * warmth)) / 10;
    if (this.station?.version === '1.6') return [{ measurand: 'Temperature', value: celsius, unit: 'Celsius' }];
    void this.station?.say('NotifyEvent', eventOfTemperature({ evseId, celsius, at: new Date(at) }));
    return [];
  }

  /** What the register shows, where so much has truly flowed. */
  registerWh(evseId: number, trueWh: number): number {
    const { registerStuckShare } = this.effectsAt(evseId);
    const hasFailed = this.plan.fault === 'failing-meter' && evseId === wornEvse && this.hasFailed;
    const isStuck = hasFailed || this.plan.random() < registerStuckShare;
    const shown = isStuck ? (this.shownWh.get(evseId) ?? trueWh) : trueWh;
    this.shownWh.set(evseId, shown);
    return shown;
  }

  /** How much later, or sooner, than usual the next meter value comes. */
  jitterSeconds(evseId: number): number {
    const { meterJitterSeconds } = this.effectsAt(evseId);
    return meterJitterSeconds === 0 ? 0 : meterJitterSeconds * 2 * (this.plan.random() + this.plan.random() - 1);
  }

  /** Every time that the station tells, by its clock. */
  spoil(frame: Frame): Frame {
    const { clockAheadSeconds } = this.effects;
    if (frame.kind !== 'call' || clockAheadSeconds === 0 || !isRecord(frame.payload)) return frame;
    return { ...frame, payload: shifted(frame.payload, clockAheadSeconds * 1000) };
  }

  private effectsAt(evseId: number): Effects {
    return evseId !== wornEvse && ofEvse.includes(this.plan.fault) ? noEffects : this.effects;
  }

  private get hasFailed(): boolean {
    return this.plan.now() - this.begunAt >= this.plan.lifeMs;
  }

  private tick(station: FaultyStation): void {
    const { fault, random, secondMs = 1000 } = this.plan;
    if (this.hasFailed && endsSilent.includes(fault)) return station.loseNetwork();
    const { dropsPerDay, bootsPerDay, code } = this.effects;
    const perTick = daysOfLife / ticksOfLife;
    if (random() < dropsPerDay * perTick) {
      station.loseNetwork();
      setTimeout(() => this.hasFailed || station.regainNetwork(), secondMs / 10).unref();
    }
    if (random() < bootsPerDay * perTick) {
      this.bootedAt = this.plan.now();
      station.reboot('Watchdog');
    }
    if (this.hasFailed && endsBroken.includes(fault) && code !== null) this.breakDown(station, faultOfCode(code));
  }

  private isBroken = false;

  /** Whoever still charges there leaves first; a restart mends it for a moment. */
  private breakDown(station: FaultyStation, fault: Fault): void {
    station.breakDown(wornEvse, fault);
    if (this.isBroken) return;
    this.isBroken = true;
    this.report(wornEvse, fault);
  }

  /** OCPP 1.6 tells a code with a status; 2.x in an event of its own. */
  private report(evseId: number, fault: Fault): void {
    const { station } = this;
    if (station === undefined || station.version === '1.6') return;
    void station.say('NotifyEvent', eventOfFault({ evseId, fault, at: new Date(this.plan.now()) }));
  }
}

function shifted(payload: unknown, ms: number): unknown {
  if (Array.isArray(payload)) return payload.map((item) => shifted(item, ms));
  if (isRecord(payload))
    return Object.fromEntries(Object.entries(payload).map(([name, value]) => [name, shifted(value, ms)]));
  const isTime = typeof payload === 'string' && /^\d{4}-\d\d-\d\dT/.test(payload);
  return isTime ? new Date(Date.parse(payload) + ms).toISOString() : payload;
}
