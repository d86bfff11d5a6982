import type { Sample } from '#charging/meter-values/sample.ts';
import { inBaseUnit, readNumber, unitOf } from '../shared/base-unit.ts';
import { sampleTime } from '../shared/station-time.ts';
import type { Messages } from './messages.generated.ts';

type MeterValue = Messages['MeterValues']['request']['meterValue'][number];

/** Meter values in the business's words; what 1.6 leaves out means the energy register at the outlet, read periodically. */
export function samplesOf(meterValues: readonly MeterValue[], receivedAt: Date): Sample[] {
  return meterValues.flatMap(({ timestamp, sampledValue }) => {
    const time = sampleTime(timestamp, receivedAt);
    return sampledValue.map((sampled): Sample => {
      const isSigned = sampled.format === 'SignedData';
      const measurand = sampled.measurand ?? 'Energy.Active.Import.Register';
      return {
        ...time,
        measurand,
        ...inBaseUnit(isSigned ? null : readNumber(sampled.value), unitOf(measurand, sampled.unit)),
        phase: sampled.phase ?? null,
        location: sampled.location ?? 'Outlet',
        context: sampled.context ?? 'Sample.Periodic',
        signed: isSigned ? { data: sampled.value, method: null, encoding: null, publicKey: null } : null,
      };
    });
  });
}
