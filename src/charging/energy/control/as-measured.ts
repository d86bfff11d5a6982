import type { SiteInputs } from '../inputs/site-inputs.ts';
import type { MadePlan } from './site-memory.ts';

/** A plan that holds, with what is measured and what is wrong by now: power is shown as it flows, though plans are made more rarely. */
export function asMeasured(
  made: MadePlan,
  { cars, meters, warnings }: Pick<SiteInputs, 'cars' | 'meters' | 'warnings'>,
): MadePlan {
  const measured = new Map(cars.map((car) => [car.sessionId, car]));
  return {
    ...made,
    inputs: {
      ...made.inputs,
      meters,
      warnings,
      cars: made.inputs.cars.map((car) => {
        const { measuredA, measuredW } = measured.get(car.sessionId) ?? car;
        return { ...car, measuredA, measuredW };
      }),
    },
  };
}
