import type { BatterySwaps } from '#charging/battery-swaps/open-battery-swaps.ts';
import type { Handler } from '../../handler.ts';
import { readTime } from '../../shared/charging-profiles/read-profile.ts';
import type { Messages } from '../messages.generated.ts';

const stepOf = { BatteryIn: 'in', BatteryOut: 'out', BatteryOutTimeout: 'not-taken' } as const;

/** S03: batteries were put in, taken out, or not taken in time. */
export const onBatterySwap: Handler<Messages['BatterySwap'], { batterySwaps: Pick<BatterySwaps, 'record'> }> = async (
  { requestId, eventType, idToken, batteryData },
  { stationId, charging, receivedAt },
) => {
  await charging.batterySwaps.record({
    stationId,
    requestId,
    step: stepOf[eventType],
    token: idToken.idToken,
    batteries: batteryData.map(({ evseId, serialNumber, soC, soH, productionDate, vendorInfo }) => ({
      evseId,
      serialNumber,
      chargePercent: soC,
      healthPercent: soH,
      producedAt: readTime(productionDate) ?? null,
      vendorInfo: vendorInfo ?? null,
    })),
    at: receivedAt,
  });
  return {};
};
