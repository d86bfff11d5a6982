/** A month of quarter hours, or half a day of minutes with ten values each, in one message. */
export const maxReadings = 8_000;
/** Readings of the energy register stay with their session, and are read again with each of its events that comes out of order. */
export const maxRegisters = 2_000;

type SampledValue = { measurand?: string };
type MeterValue = { sampledValue: readonly SampledValue[] };

const fields = ['meterValue', 'transactionData'] as const;

/**
 * A message with the first and the last of its readings where it has more than anybody needs: each costs time while all stations wait.
 * The message must fit its schema.
 */
export function boundReadings(payload: unknown): { payload: unknown; leftOut: number } {
  const message = payload as Partial<Record<(typeof fields)[number], readonly MeterValue[]>>;
  for (const field of fields) {
    const meterValues = message[field];
    if (!Array.isArray(meterValues) || countReadings(meterValues) <= maxRegisters) continue;
    const bound = keepEnds(meterValues);
    const leftOut = countReadings(meterValues) - countReadings(bound);
    if (leftOut > 0) return { payload: { ...message, [field]: bound }, leftOut };
  }
  return { payload, leftOut: 0 };
}

function keepEnds(meterValues: readonly MeterValue[]): MeterValue[] {
  const isAtEnds = endsOf(countReadings(meterValues), maxReadings);
  const isRegisterAtEnds = endsOf(countReadings(meterValues, isRegister), maxRegisters);
  return meterValues.flatMap((meterValue) => {
    // Both count with every reading that they are asked about.
    const sampledValue = meterValue.sampledValue.filter((value) => {
      const isKept = isAtEnds();
      return isRegister(value) ? isRegisterAtEnds() && isKept : isKept;
    });
    return sampledValue.length === 0 ? [] : [{ ...meterValue, sampledValue }];
  });
}

/** Says of one after the other whether it is among the first or the last of all. */
function endsOf(total: number, max: number): () => boolean {
  let at = -1;
  return () => {
    at += 1;
    return at < max / 2 || at >= total - max / 2;
  };
}

function countReadings(meterValues: readonly MeterValue[], isCounted?: (value: SampledValue) => boolean): number {
  const countOf = ({ sampledValue }: MeterValue) =>
    isCounted === undefined ? sampledValue.length : sampledValue.filter(isCounted).length;
  return meterValues.reduce((sum, meterValue) => sum + countOf(meterValue), 0);
}

/** Without a word it is the energy register, in all versions. */
function isRegister({ measurand = 'Energy.Active.Import.Register' }: SampledValue): boolean {
  return measurand === 'Energy.Active.Import.Register';
}
