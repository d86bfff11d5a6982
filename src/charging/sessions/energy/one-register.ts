import { type Oddity, shown } from '../fold/oddity.ts';
import { addPhases, outlet, placeOf, type RegisterReading } from './register-readings.ts';

/**
 * The readings of the one register that counts, where a station reports several. The driver pays for what left the outlet. Where
 * a meter tells each phase for itself, perhaps in messages of their own, the phases of a moment belong together.
 */
export function oneRegister(given: readonly RegisterReading[]): {
  readings: readonly RegisterReading[];
  oddities: Oddity[];
} {
  const [first] = given;
  if (first === undefined || given.every(({ location }) => location === first.location))
    return { readings: given, oddities: [] };
  const placed = given.map((reading) => ({ reading, ...placeOf(reading.location) }));
  const place = placed.some((one) => one.place === outlet) ? outlet : placed[0]?.place;
  const here = placed.filter((one) => one.place === place);
  const totals = here.filter(({ phase }) => phase === null).map(({ reading }) => reading);
  const phases = Map.groupBy(
    here.filter(({ phase }) => phase !== null),
    ({ phase }) => phase,
  );
  if (phases.size === 0) return { readings: totals, oddities: [] };
  const single = [...phases.values()].flat().map(({ reading }) => reading);
  if (phases.size === 1) {
    const hasTotals = totals.some(({ mark }) => mark === null);
    return { readings: hasTotals ? totals : [...totals, ...single], oddities: [] };
  }
  const moments = [...Map.groupBy(single, ({ at }) => at).values()].map((together) => [
    ...new Map(together.map((reading) => [reading.location, reading])).values(),
  ]);
  const whole = moments.filter((together) => together.length === phases.size);
  return { readings: [...totals, ...whole.map(addPhases)], oddities: [splitOf(moments)] };
}

function splitOf(moments: readonly (readonly RegisterReading[])[]): Oddity {
  const told = shown(moments).map((together) => ({
    at: together[0]?.at ?? '',
    phases: together.map(({ location }) => placeOf(location).phase ?? '').toSorted(),
  }));
  return { flag: 'split-samples', evidence: { moments: told, count: moments.length } };
}
