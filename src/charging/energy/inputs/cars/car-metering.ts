import { phasesByPower, tellsDirectCurrent } from '../../network/told-wiring.ts';

/** Of a sample, as far as a plan is concerned. */
export type CarSample = {
  at: string;
  measurand: string;
  value: number | null;
  phase: string | null;
  location: string | null;
};

export type CarMetering = {
  /** What is told is of the car's battery, and says nothing of the lines but by its power. */
  isDirectCurrent: boolean;
  /** How many phases carry current; null: neither currents by phase nor the power tell, or none flowed. */
  phases: 1 | 2 | 3 | null;
  /** What the car draws now per phase, the highest of them; null: not measured. */
  currentA: number | null;
  /** What the car can draw at most per phase; null: it may only have drawn less because it was offered less. */
  maxA: number | null;
  batteryPercent: number | null;
  pauses: number;
};

/** Below it a phase carries the losses of the electronics, not charging. */
const chargingA = 1;
const pausedW = 100;
/** A car whose current stays this far below the offer takes no more: pilots are exact to an ampere and a half (IEC 61851). */
const belowOfferA = 2;
const steadyMessages = 3;

/** What meter values tell of a car. The messages stand newest first, each as its samples. */
export function carMetering(newestFirst: readonly (readonly CarSample[])[]): CarMetering {
  const messages = newestFirst.map((samples) =>
    samples.filter(({ location }) => location === null || location !== 'Inlet'),
  );
  const currents = messages.map(lineCurrents).filter((lines) => lines.length > 0);
  const shared = { batteryPercent: batteryOf(newestFirst), pauses: pausesOf(messages) };
  if (messages.some(tellsDirectCurrent))
    return { isDirectCurrent: true, phases: null, currentA: null, maxA: null, ...shared };
  return {
    isDirectCurrent: false,
    phases: phasesOf(currents) ?? messages.map(phasesByPower).find((phases) => phases !== null) ?? null,
    currentA: currents[0] === undefined ? null : Math.max(0, ...currents[0]),
    maxA: maxOf(messages),
    ...shared,
  };
}

/** By phase where the station tells, else the one current that it tells. */
function lineCurrents(samples: readonly CarSample[]): number[] {
  const currents = latest(samples, 'Current.Import');
  const lines = currents.filter(({ phase }) => /^L[123](-N)?$/.test(phase ?? ''));
  return (lines.length > 0 ? lines : currents.filter(({ phase }) => phase === null)).map(({ value }) => value);
}

function phasesOf(currents: readonly (readonly number[])[]): CarMetering['phases'] {
  const charging = currents.find((lines) => lines.length === 3 && lines.some((current) => current > chargingA));
  const carrying = charging?.filter((current) => current > chargingA).length ?? 0;
  return carrying === 1 || carrying === 2 || carrying === 3 ? carrying : null;
}

function maxOf(messages: readonly (readonly CarSample[])[]): number | null {
  const drawn = messages.flatMap((samples) => {
    const offered = latest(samples, 'Current.Offered').map(({ value }) => value);
    const current = Math.max(0, ...lineCurrents(samples));
    return offered.length === 0 || current <= chargingA ? [] : [{ current, offered: Math.max(...offered) }];
  });
  const below = drawn.filter(({ current, offered }) => current < offered - belowOfferA);
  const highest = Math.max(0, ...drawn.map(({ current }) => current));
  // A battery that is nearly full draws less and less: what it drew before is what the car can.
  return below.length >= steadyMessages && below.some(({ current }) => current >= highest - 0.5) ? highest : null;
}

function batteryOf(newestFirst: readonly (readonly CarSample[])[]): number | null {
  for (const samples of newestFirst) {
    const [level] = latest(samples, 'SoC');
    if (level !== undefined && level.value >= 0 && level.value <= 100) return level.value;
  }
  return null;
}

/** How often charging stopped and went on, as far as the messages reach back. */
function pausesOf(messages: readonly (readonly CarSample[])[]): number {
  const isCharging = messages.toReversed().flatMap((samples) => {
    const powers = latest(samples, 'Power.Active.Import').map(({ value }) => value);
    const currents = lineCurrents(samples);
    if (powers.length === 0 && currents.length === 0) return [];
    return [Math.max(0, ...powers) > pausedW || (powers.length === 0 && Math.max(0, ...currents) > chargingA)];
  });
  return isCharging.filter((charges, index) => !charges && isCharging[index - 1] === true).length;
}

type Told = { value: number; phase: string | null };

/** The samples of a measurand that were taken last. */
function latest(samples: readonly CarSample[], measurand: string): Told[] {
  const told = samples.filter((sample) => sample.measurand === measurand && sample.value !== null);
  const lastAt = told.reduce((last, { at }) => (at > last ? at : last), '');
  return told.flatMap(({ at, value, phase }) => (at === lastAt && value !== null ? [{ value, phase }] : []));
}
