import type { Sample } from '../../meter-values/sample.ts';
import type { SessionEvent } from '../record/session-event.ts';
import { isReading } from './is-reading.ts';

/**
 * One reading of an energy register. `location` names the register: where it sits, and its phase where it counts one phase alone
 * (`Outlet L1`). `mark`: the one that a session began or ended with, whatever the clock says.
 */
export type RegisterReading = {
  at: string;
  mwh: number;
  location: string;
  mark: 'begin' | 'end' | null;
  /** The station told no time for it, so `at` is when we received it. */
  hasNoTime?: true;
};

export const energyRegister = 'Energy.Active.Import.Register';
export const outlet = 'Outlet';

/** The energy registers that an event tells of, in the order of their times. `hasNoTime`: so has the event itself. */
export function registerReadings(event: SessionEvent, { hasNoTime = false } = {}): RegisterReading[] {
  const { at } = event;
  const own =
    event.registerWh === null || !isReading(event.registerWh)
      ? []
      : [readingOf({ at, hasNoTime }, event.registerWh, outlet)];
  const readings = ofOutlet([...own, ...sampledReadings(event.samples)]).toSorted(byTime);
  const mark = { started: 'begin', ended: 'end', updated: null } as const;
  const first = own[0] ?? readings[0];
  const last = own[0] ?? readings.at(-1);
  const marked = event.kind === 'started' ? first : event.kind === 'ended' ? last : undefined;
  return readings.map((reading) =>
    marked !== undefined && isSameMoment(reading, marked) ? { ...reading, mark: mark[event.kind] } : reading,
  );
}

/** What left the outlet is what the driver pays for: where that is told, no other place is of interest. */
function ofOutlet(readings: RegisterReading[]): RegisterReading[] {
  const atOutlet = readings.filter(({ location }) => placeOf(location).place === outlet);
  return atOutlet.length === 0 ? readings : atOutlet;
}

/** The phases of one moment are marked together; of two totals only the one that was meant. */
function isSameMoment(reading: RegisterReading, marked: RegisterReading): boolean {
  if (reading === marked) return true;
  const isPhase = placeOf(reading.location).phase !== null && placeOf(marked.location).phase !== null;
  return isPhase && reading.at === marked.at;
}

/** A total where there is one; else the phases of the moment together, or each for itself where some are still to come. */
function sampledReadings(samples: readonly Sample[]): RegisterReading[] {
  const told = samples.filter(
    ({ measurand, value }) => measurand === energyRegister && value !== null && isReading(value),
  );
  const moments = Map.groupBy(told, ({ at, location }) => `${at.getTime()} ${location ?? outlet}`);
  return [...moments.values()].flatMap((together) => {
    const totals = together.filter(({ phase }) => phase === null);
    if (totals.length > 0) return totals.map((total) => readingOf(total, total.value ?? 0, total.location ?? outlet));
    return sumOfPhases(
      together.flatMap((sample) => {
        const line = /^L[123]/.exec(sample.phase ?? '')?.[0];
        return line === undefined ? [] : [readingOf(sample, sample.value ?? 0, `${sample.location ?? outlet} ${line}`)];
      }),
    );
  });
}

const threePhases = 3;

function sumOfPhases(readings: RegisterReading[]): RegisterReading[] {
  const phases = new Map(readings.map((reading) => [reading.location, reading]));
  return phases.size === threePhases ? [addPhases([...phases.values()])] : [...phases.values()];
}

export function addPhases(phases: readonly RegisterReading[]): RegisterReading {
  const [first, ...others] = phases;
  if (first === undefined) throw new Error('There are no phases to add.');
  const mwh = others.reduce((sum, reading) => sum + reading.mwh, first.mwh);
  const mark = phases.find((reading) => reading.mark !== null)?.mark ?? null;
  return { ...first, mwh, location: placeOf(first.location).place, mark };
}

export function placeOf(location: string): { place: string; phase: string | null } {
  const phase = / (L[123])$/.exec(location)?.[1] ?? null;
  return { place: phase === null ? location : location.slice(0, -phase.length - 1), phase };
}

function readingOf({ at, hasNoTime }: Timed, wh: number, location: string): RegisterReading {
  // JSON knows no -0, and what comes back from the ledger has to be equal.
  const reading = { at: at.toISOString(), mwh: Math.round(wh * 1000) + 0, location, mark: null };
  return hasNoTime ? { ...reading, hasNoTime } : reading;
}

type Timed = { at: Date; hasNoTime?: boolean };

export function byTime(a: RegisterReading, b: RegisterReading): number {
  return a.at === b.at ? a.mwh - b.mwh : a.at < b.at ? -1 : 1;
}
