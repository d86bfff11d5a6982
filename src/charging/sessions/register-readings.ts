import type { Sample, SessionEvent } from './session-event.ts';

/** One reading of an energy register. `mark`: the one that a session began or ended with, whatever the clock says. */
export type RegisterReading = { at: string; mwh: number; location: string; mark: 'begin' | 'end' | null };

const energyRegister = 'Energy.Active.Import.Register';
const outlet = 'Outlet';

/** The energy registers that an event tells of, in the order of their times. */
export function registerReadings(event: SessionEvent): RegisterReading[] {
  const own = event.registerWh === null ? [] : [readingOf(event.at, event.registerWh, outlet)];
  const readings = [...own, ...sampledReadings(event.samples)].toSorted(byTime);
  const mark = { started: 'begin', ended: 'end', updated: null } as const;
  const first = own[0] ?? readings[0];
  const last = own[0] ?? readings.at(-1);
  const marked = event.kind === 'started' ? first : event.kind === 'ended' ? last : undefined;
  return readings.map((reading) => (reading === marked ? { ...reading, mark: mark[event.kind] } : reading));
}

/** A total where there is one; else the phases of one moment together, when all three are told. */
function sampledReadings(samples: readonly Sample[]): RegisterReading[] {
  const moments = Map.groupBy(
    samples.filter(({ measurand, value }) => measurand === energyRegister && value !== null && Number.isFinite(value)),
    ({ at, location }) => `${at.toISOString()} ${location ?? outlet}`,
  );
  return [...moments.values()].flatMap((together) => {
    const totals = together.filter(({ phase }) => phase === null);
    if (totals.length > 0)
      return totals.map(({ at, value, location }) => readingOf(at, value ?? 0, location ?? outlet));
    const phases = new Map(together.map(({ phase, value }) => [phase?.slice(0, 2), value ?? 0]));
    const [first] = together;
    if (first === undefined || !['L1', 'L2', 'L3'].every((phase) => phases.has(phase))) return [];
    const sum = [...phases.values()].reduce((total, value) => total + value, 0);
    return [readingOf(first.at, sum, first.location ?? outlet)];
  });
}

function readingOf(at: Date, wh: number, location: string): RegisterReading {
  return { at: at.toISOString(), mwh: Math.round(wh * 1000), location, mark: null };
}

export function byTime(a: RegisterReading, b: RegisterReading): number {
  return a.at === b.at ? a.mwh - b.mwh : a.at < b.at ? -1 : 1;
}
