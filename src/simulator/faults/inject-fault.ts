import { isRecord } from '#base/json.ts';
import type { Frame } from '../frames.ts';
import type { Random } from '../random.ts';
import { type Effects, effectsOf, type FaultName } from './fault-effects.ts';

export type FaultyStation = {
  readonly version: string;
  loseNetwork(): void;
  regainNetwork(): void;
  reboot(reason: 'Watchdog'): void;
  say(action: string, request: object): Promise<object | undefined>;
};

/** How long a day of the fault takes, and how long until it has failed. */
export type FaultPlan = { fault: FaultName; lifeMs: number; random: Random; now: () => number };

/** A month of wear is played within the life of the fault: what happens so often a day happens so often within a tenth of it. */
const daysOfLife = 10;
const ticksOfLife = 2_000;

/** Makes one station worse and worse: what it says, how long it takes to answer, and how often it is gone or restarts. */
export class FaultInjector {
  private readonly plan: FaultPlan;
  private readonly begunAt: number;
  private bootedAt: number;
  private timer: NodeJS.Timeout | undefined;
  private stuckWh: unknown;

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

  /** From then on the station drops its connection and restarts as the fault has it. */
  start(station: FaultyStation): void {
    const { lifeMs, random } = this.plan;
    const perTick = daysOfLife / ticksOfLife;
    this.timer = setInterval(
      () => {
        const { dropsPerDay, bootsPerDay } = this.effects;
        if (random() < dropsPerDay * perTick) {
          station.loseNetwork();
          setTimeout(() => station.regainNetwork(), 100).unref();
        }
        if (random() < bootsPerDay * perTick) {
          this.bootedAt = this.plan.now();
          station.reboot('Watchdog');
        }
      },
      Math.max(10, lifeMs / ticksOfLife),
    );
    this.timer.unref();
  }

  stop(): void {
    clearInterval(this.timer);
  }

  /** How long an answer is kept back. */
  get answerDelaySeconds(): number {
    return 0.2 * (this.effects.answerFactor - 1);
  }

  /** What the station says, as a station with this fault says it. */
  spoil(frame: Frame): Frame {
    if (frame.kind !== 'call' || !isRecord(frame.payload)) return frame;
    const effects = this.effects;
    const payload = this.withFault(frame.action, frame.payload, effects);
    return { ...frame, payload };
  }

  private withFault(action: string, payload: Record<string, unknown>, effects: Effects): unknown {
    const timed = effects.clockAheadSeconds === 0 ? payload : shifted(payload, effects.clockAheadSeconds * 1000);
    if (!isRecord(timed)) return timed;
    if (action === 'StatusNotification' && 'errorCode' in timed) return this.withCode(timed, effects);
    if (action === 'MeterValues' || action === 'TransactionEvent') return this.withSamples(timed, effects);
    return timed;
  }

  /** OCPP 1.6 tells a code with a status; 2.x has no place for it there. */
  private withCode(payload: Record<string, unknown>, effects: Effects): Record<string, unknown> {
    const share = Math.max(effects.lockFailureShare, effects.contactorCodeShare);
    const isStarting = payload['status'] === 'Preparing' && this.plan.random() < share;
    return isStarting && effects.code !== null ? { ...payload, errorCode: effects.code } : payload;
  }

  private withSamples(payload: Record<string, unknown>, { heatFactor, registerStuckShare }: Effects): unknown {
    const { fault, random } = this.plan;
    const isStuck = random() < Math.max(registerStuckShare, fault === 'failing-meter' && this.hasFailed ? 1 : 0);
    return changed(payload, (name, value) => {
      if (name !== 'sampledValue' || !Array.isArray(value)) return value;
      const samples = isStuck ? value.map((sample: unknown) => this.frozen(sample)) : value;
      if (fault !== 'hot-connector') return samples as unknown[];
      const celsius = Math.round((20 + 12 * heatFactor) * 10) / 10;
      return [...(samples as unknown[]), this.temperature(celsius, value[0])];
    });
  }

  private get hasFailed(): boolean {
    return this.plan.now() - this.begunAt >= this.plan.lifeMs;
  }

  private temperature(celsius: number, like: unknown): object {
    const isText = isRecord(like) && typeof like['value'] === 'string'; // as OCPP 1.6 writes numbers
    return isText
      ? { value: String(celsius), measurand: 'Temperature', unit: 'Celsius' }
      : { value: celsius, measurand: 'Temperature', unitOfMeasure: { unit: 'Celsius' } };
  }

  private frozen(sample: unknown): unknown {
    if (!isRecord(sample)) return sample;
    const { measurand = 'Energy.Active.Import.Register' } = sample;
    if (measurand !== 'Energy.Active.Import.Register') return sample;
    this.stuckWh ??= sample['value'];
    return { ...sample, value: this.stuckWh };
  }
}

type Change = (name: string, value: unknown) => unknown;

function changed(payload: unknown, change: Change): unknown {
  if (Array.isArray(payload)) return payload.map((item) => changed(item, change));
  if (!isRecord(payload)) return payload;
  return Object.fromEntries(
    Object.entries(payload).map(([name, value]) => [name, change(name, changed(value, change))]),
  );
}

function shifted(payload: unknown, ms: number): unknown {
  return changed(payload, (_name, value) =>
    typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value)
      ? new Date(Date.parse(value) + ms).toISOString()
      : value,
  );
}
