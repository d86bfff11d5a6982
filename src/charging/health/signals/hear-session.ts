import { attempt, count, type Heard, hear } from './count-signs.ts';
import type { MeterFact, SessionHealthFact } from './health-fact.ts';
import { type ConnectorHealth, maxStarts, type RunningSession } from './station-health.ts';

const minuteMs = 60_000;
/** A session that ends sooner, with less energy, did not begin for its driver. */
const shortMs = 2 * minuteMs;
const someWh = 100;
/** The register is asked to follow where at least this much flows. */
const surePowerW = 1_500;
/** So many of its smallest steps a register may lag behind; before any step of it is known, so much. */
const tolerableSteps = 2.5;
const tolerableWh = 2_000;
const leastWh = 20;
/** A register that was replaced by a coarser one is believed after a while. */
const stepForgets = 1.02;
/** Meter values further apart than this are not part of one rhythm. */
const longestIntervalMs = 20 * minuteMs;

/** Ends that say that the driver, not the station, wanted no more. */
const wanted =
  /^(local|remote|ev-?disconnected|de-?authorized|stopped-?by-?ev|soc-?limit-?reached|energy-?limit-?reached)$/i;

export function hearSession(heard: Heard, fact: SessionHealthFact): void {
  const { connector, at } = heard;
  if (connector === null) return;
  if (fact.type === 'started') connector.session = begun(fact, at);
  const running = connector.session?.ref === fact.ref ? connector.session : null;
  if (running === null) return;
  if (fact.chargingState === 'charging') running.energyAt ??= at;
  running.tellsStates ||= fact.chargingState !== null;
  running.isAuthorized ||= fact.isAuthorized;
  if (fact.chargingState?.startsWith('suspended') === true) holdBack(running);
  if (fact.registerWh !== null) hearRegister(heard, running, fact);
  if (fact.type === 'ended') {
    judgeSession(heard, running, fact);
    connector.session = null;
  }
}

/** What power was told before says nothing of what flows now. */
export function holdBack(running: RunningSession): void {
  running.isHeldBack = true;
  running.powerW = 0;
}

function begun(fact: SessionHealthFact, at: number): RunningSession {
  return {
    ref: fact.ref,
    startedAt: at,
    firstWh: fact.registerWh,
    lastWh: fact.registerWh,
    energyAt: null,
    tellsStates: false,
    isAuthorized: false,
    isHeldBack: false,
    meterAt: null,
    powerW: 0,
    powerAt: null,
    owedWh: 0,
    maxPowerW: 0,
    maxShare: 0,
    firstC: null,
    maxC: null,
  };
}

function hearRegister(
  heard: Heard,
  running: RunningSession,
  { registerWh, type, toldAt, isOffline, ref }: SessionHealthFact,
): void {
  const { at } = heard;
  if (registerWh === null) return;
  const [before, since] = [running.lastWh, running.meterAt];
  running.firstWh ??= registerWh;
  running.lastWh = registerWh;
  if (running.energyAt === null && registerWh > running.firstWh) running.energyAt = at;
  if (type !== 'updated') return;
  running.meterAt = toldAt;
  if (since === null || before === null || isOffline) return;
  const intervalMs = toldAt - since;
  if (intervalMs <= 0 || intervalMs > longestIntervalMs) return;
  hear(heard, 'meterRhythm', intervalMs / 1000, { signal: 'meter-interval', ref });
  if (isBehind(heard.connector, running, { movedWh: registerWh - before, since, intervalMs }))
    count(heard, 'meterCount', registerWh < before ? 'register-fell' : 'register-stuck', ref);
}

type Moved = { movedWh: number; since: number; intervalMs: number };

/**
 * Whether the register does not count what flows. Some count whole kWh: one that stands still is behind only when it owes more than its
 * own smallest steps explain. A register that moves, yet by far less than what flowed, is behind too.
 */
function isBehind(
  connector: ConnectorHealth | null,
  running: RunningSession,
  { movedWh, since, intervalMs }: Moved,
): boolean {
  if (movedWh < 0) return true;
  if (connector !== null && movedWh > 0) learnStep(connector, movedWh);
  const isFlowing = running.powerW >= surePowerW && (running.powerAt ?? 0) >= since;
  const expectedWh = isFlowing ? (running.powerW * intervalMs) / 3_600_000 : 0;
  running.owedWh = movedWh > 0 ? 0 : (running.owedWh ?? 0) + expectedWh;
  const stepWh = connector?.registerStepWh;
  const tolerated = stepWh === undefined ? tolerableWh : Math.max(leastWh, tolerableSteps * stepWh);
  if (movedWh > 0) return expectedWh >= tolerated && movedWh < expectedWh * 0.2;
  return expectedWh > 0 && running.owedWh >= tolerated;
}

/** The finest difference that the register has shown lately: between two readings, or between two such steps. */
function learnStep(connector: ConnectorHealth, movedWh: number): void {
  const { registerStepWh = movedWh, movedWh: before = movedWh } = connector;
  const between = Math.abs(movedWh - before);
  const finest = between >= 0.5 ? Math.min(movedWh, between) : movedWh;
  connector.registerStepWh = Math.min(registerStepWh * stepForgets, finest);
  connector.movedWh = movedWh;
}

/** Temperature and power travel beside the register, in the message's meter values; a heat that names no session is of the one that runs there. */
export function hearMeter(heard: Heard, { ref, toldAt, temperatureC, powerW, offeredW }: MeterFact): void {
  const running = heard.connector?.session ?? null;
  if (running === null || heard.connector === null || (ref !== null && running.ref !== ref)) return;
  if (powerW !== null) {
    running.powerW = powerW;
    running.powerAt = toldAt;
    running.maxPowerW = Math.max(running.maxPowerW, powerW);
    if (offeredW !== null && offeredW > 1_000) running.maxShare = Math.max(running.maxShare, powerW / offeredW);
  }
  if (temperatureC === null || temperatureC < -50 || temperatureC > 200) return;
  running.firstC ??= temperatureC;
  running.maxC = Math.max(running.maxC ?? temperatureC, temperatureC);
}

function judgeSession(heard: Heard, running: RunningSession, { ref, stopReason, isOffline }: SessionHealthFact): void {
  const { connector, at } = heard;
  if (connector === null) return;
  const energyWh = (running.lastWh ?? 0) - (running.firstWh ?? 0);
  const hasCharged = energyWh >= someWh;
  const wasShort = at - running.startedAt < shortMs;
  const wasDriver = stopReason !== null && wanted.test(stopReason);
  const isOurs = hasCharged || !isNoFaultOfStation(running, stopReason);
  if (!isOffline && isOurs) judgeStart(heard, running, { hasCharged, wasShort, wasDriver, ref });
  if (!hasCharged) return;
  judgeHeat(heard, connector, running);
  if (running.maxShare > 0) hear(heard, 'power', running.maxShare, { signal: 'power-share', ref });
}

/** No energy was wanted, or allowed: a full car, a limit, a card that was refused or never shown. */
function isNoFaultOfStation(
  { isHeldBack, tellsStates, isAuthorized }: RunningSession,
  stopReason: string | null,
): boolean {
  const isRefused = /^de-?authorized$/i.test(stopReason ?? '') || (tellsStates && !isAuthorized);
  return isHeldBack || isRefused;
}

type Start = { hasCharged: boolean; wasShort: boolean; wasDriver: boolean; ref: string };

/** Whoever leaves within seconds changed their mind: that is neither a success nor a failure. */
function judgeStart(heard: Heard, running: RunningSession, { hasCharged, wasShort, wasDriver, ref }: Start): void {
  const { connector } = heard;
  if (connector === null || (!hasCharged && wasShort && wasDriver && heard.at - running.startedAt < 20_000)) return;
  const hasFailed = !hasCharged;
  connector.starts = [...connector.starts.slice(1 - maxStarts), hasFailed ? 1 : 0];
  attempt(heard, hasFailed, ref);
  // Nothing flowed although the session stood for a while and the lock held: the contactor did not close.
  if (hasFailed && !wasShort && running.maxPowerW < 100 && !connector.hasLockFailed)
    count(heard, 'contactor', 'no-energy', ref);
  connector.hasLockFailed = false;
  // Who is held back charges late by a plan, and not by a contactor.
  if (running.energyAt === null || running.isHeldBack) return;
  const delaySeconds = Math.max(1, (running.energyAt - running.startedAt) / 1000);
  hear(heard, 'energyDelay', Math.log(delaySeconds), { signal: 'seconds-to-energy', ref, shown: delaySeconds });
}

/** By how much the connector warmed up, as if the highest power had flowed: so weather and small cars count for nothing. */
function judgeHeat(heard: Heard, connector: ConnectorHealth, running: RunningSession): void {
  connector.maxPowerW = Math.max(connector.maxPowerW * 0.999, running.maxPowerW);
  if (running.firstC === null || running.maxC === null || connector.maxPowerW < surePowerW) return;
  const share = running.maxPowerW / connector.maxPowerW;
  if (share < 0.6 || heard.at - running.startedAt < 20 * minuteMs) return;
  const riseC = (running.maxC - running.firstC) / share ** 2;
  hear(heard, 'heat', riseC, { signal: 'temperature-rise', ref: running.ref });
}
