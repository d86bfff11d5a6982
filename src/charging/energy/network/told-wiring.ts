/** Of a sample, as far as it shows how a car is fed. */
type Sample = { measurand: string; value: number | null; phase: string | null };

const leastA = 2;
/** No line to neutral has more. */
const highestLineV = 277;
const usualLineV = 230;
const directTolerance = 0.15;
const phaseTolerance = 0.2;

/** A station that tells one voltage, one current and their product, at a voltage that no line has, tells those of the car's battery. */
export function tellsDirectCurrent(samples: readonly Sample[]): boolean {
  const [watts, volts, amperes] = [whole(samples, 'Power.Active.Import'), voltage(samples), current(samples)];
  if (watts === null || volts === null || amperes === null || volts.isOfPhase || amperes.isOfPhase) return false;
  if (volts.value <= highestLineV || amperes.value < leastA) return false;
  return Math.abs(watts / (volts.value * amperes.value) - 1) < directTolerance;
}

/** On how many phases a car charges whose station tells the current of one or two of them, or one for all: its power says it. */
export function phasesByPower(samples: readonly Sample[]): 1 | 2 | 3 | null {
  const [watts, volts, amperes] = [whole(samples, 'Power.Active.Import'), voltage(samples), current(samples)];
  if (watts === null || amperes === null || amperes.value < leastA || tellsDirectCurrent(samples)) return null;
  const told = volts?.value ?? usualLineV;
  const lineV = told > highestLineV ? told / Math.sqrt(3) : told; // some tell what is between two lines
  const share = watts / (lineV * amperes.value);
  const phases = Math.round(share);
  const isPlausible = Math.abs(share - phases) < phaseTolerance;
  return isPlausible && (phases === 1 || phases === 2 || phases === 3) ? phases : null;
}

type Told = { value: number; isOfPhase: boolean };

/** The highest of them where there is one for each phase. */
function current(samples: readonly Sample[]): Told | null {
  return highest(samples, 'Current.Import');
}

function voltage(samples: readonly Sample[]): Told | null {
  return highest(samples, 'Voltage');
}

function highest(samples: readonly Sample[], measurand: string): Told | null {
  const told = samples.flatMap(({ measurand: of, value, phase }) =>
    of === measurand && value !== null && phase !== 'N' ? [{ value, isOfPhase: phase !== null }] : [],
  );
  return told.reduce<Told | null>((most, each) => (most === null || each.value > most.value ? each : most), null);
}

function whole(samples: readonly Sample[], measurand: string): number | null {
  return samples.find(({ measurand: of, phase }) => of === measurand && phase === null)?.value ?? null;
}
