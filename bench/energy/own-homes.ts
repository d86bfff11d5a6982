import { randomFrom } from '../../src/simulator/random.ts';
import type { Home } from './home-cases.ts';

const stepWh = 500;
const steps = 12;

/** Homes drawn with a seed, each with the objective of its best schedule. */
export function ownHomes(count: number): { name: string; home: Home; best: number }[] {
  return Array.from({ length: count }, (_, index) => {
    const home = drawHome(`home ${index}`);
    return { name: `own ${index}`, home, best: bestObjective(home) };
  });
}

/** Everything is a multiple of one step, and nothing is lost, so that whole steps are as good as any schedule. */
function drawHome(seed: string): Home {
  const random = randomFrom(seed);
  const whole = (from: number, to: number) => from + Math.floor((to - from + 1) * random());
  const each = (of: (step: number) => number) => Array.from({ length: steps }, (_, step) => of(step));
  return {
    seconds: each(() => 3600),
    loadWh: each(() => stepWh * whole(0, 4)),
    sunWh: each((step) => (step >= 3 && step <= 9 ? stepWh * whole(0, 8) : 0)),
    importPerWh: each(() => whole(10, 45) / 100_000),
    exportPerWh: whole(2, 9) / 100_000,
    maxExportW: random() < 0.5 ? stepWh * whole(1, 4) : null,
    demand: null,
    efficiency: 1,
    battery: {
      maxChargeW: stepWh * whole(1, 4),
      maxDischargeW: stepWh * whole(1, 4),
      storedWh: stepWh * whole(1, 6),
      maxWh: stepWh * whole(6, 12),
      minWh: stepWh,
      valuePerWh: whole(12, 30) / 100_000,
    },
    car: { maxW: stepWh * whole(2, 7), missingWh: stepWh * whole(4, 20), valuePerWh: whole(20, 40) / 100_000 },
  };
}

/** By trying every level of battery and car at every step, from the end to the beginning. */
export function bestObjective(home: Home): number {
  const { battery, car } = home;
  const units = (wh: number) => Math.round(wh / stepWh);
  const [full, empty, missing] = [units(battery.maxWh), units(battery.minWh), units(car?.missingWh ?? 0)];
  let after = table(full, missing, (stored, given) => {
    const storedWh = stepWh * (stored - units(battery.storedWh));
    return battery.valuePerWh * storedWh + (car?.valuePerWh ?? 0) * stepWh * given;
  });
  for (let step = home.seconds.length - 1; step >= 0; step -= 1) {
    const later = after;
    after = table(full, missing, (stored, given) => {
      let best = Number.NEGATIVE_INFINITY;
      const lowest = Math.max(empty, stored - units(battery.maxDischargeW));
      const highest = Math.min(full, stored + units(battery.maxChargeW));
      for (let next = lowest; next <= highest; next += 1)
        for (let more = 0; more <= Math.min(missing - given, units(car?.maxW ?? 0)); more += 1) {
          const money = moneyOf(home, step, stepWh * (next - stored + more));
          best = Math.max(best, money + (later[next]?.[given + more] ?? Number.NEGATIVE_INFINITY));
        }
      return best;
    });
  }
  return after[units(battery.storedWh)]?.[0] ?? Number.NaN;
}

function table(full: number, missing: number, of: (stored: number, given: number) => number): number[][] {
  return Array.from({ length: full + 1 }, (_, stored) =>
    Array.from({ length: missing + 1 }, (__, given) => of(stored, given)),
  );
}

/** Of one step in which battery and car draw so much together; only sun is sold, and what cannot be is switched off. */
function moneyOf({ loadWh, sunWh, importPerWh, exportPerWh, maxExportW }: Home, step: number, drawnWh: number): number {
  const sparesWh = (sunWh[step] ?? 0) - (loadWh[step] ?? 0);
  const netWh = drawnWh - sparesWh;
  if (netWh >= 0) return -(importPerWh[step] ?? 0) * netWh;
  const soldWh = Math.min(-netWh, Math.max(0, sparesWh), maxExportW ?? Number.POSITIVE_INFINITY);
  return -netWh - soldWh > (sunWh[step] ?? 0) ? Number.NEGATIVE_INFINITY : exportPerWh * soldWh;
}
