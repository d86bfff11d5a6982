import type { Sample } from '#charging/meter-values/sample.ts';
import { inBaseUnit, readNumber, unitOf } from '../shared/base-unit.ts';
import { sampleTime } from '../shared/station-time.ts';
import type { Messages } from './messages.generated.ts';

type MeterValue = Messages['MeterValues']['request']['meterValue'][number];

/** Meter values in the business's words; what the station leaves out means the energy register at the outlet, read periodically. */
export function samplesOf(meterValues: readonly MeterValue[], receivedAt: Date): Sample[] {
  return meterValues.flatMap(({ timestamp, sampledValue }) => {
    const time = sampleTime(timestamp, receivedAt);
    return sampledValue.map((sampled): Sample => {
      const { unitOfMeasure, signedMeterValue: signed } = sampled;
      const measurand = sampled.measurand ?? 'Energy.Active.Import.Register';
      return {
        ...time,
        measurand,
        ...inBaseUnit(readNumber(sampled.value), unitOf(measurand, unitOfMeasure?.unit), unitOfMeasure?.multiplier),
        phase: sampled.phase ?? null,
        location: sampled.location ?? 'Outlet',
        context: sampled.context ?? 'Sample.Periodic',
        signed:
          signed === undefined
            ? null
            : {
                data: signed.signedMeterData,
                method: signed.signingMethod ?? null,
                encoding: signed.encodingMethod,
                publicKey: signed.publicKey ?? null,
              },
      };
    });
  });
}
