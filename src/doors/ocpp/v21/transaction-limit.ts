import { present } from '#base/present.ts';
import type { SessionLimits } from '#contract/sessions/limits.ts';
import { decimalText } from '../shared/decimal-text.ts';
import type { Messages } from './messages.generated.ts';

type WireLimit = NonNullable<Messages['TransactionEvent']['response']['transactionLimit']>;

/** Energy in Wh, time in seconds, the charge in percent: as normalized. */
export function wireLimit({ energyWh, seconds, cost, chargePercent }: SessionLimits): WireLimit {
  return present({
    maxEnergy: energyWh,
    maxTime: seconds,
    maxCost: cost === undefined ? undefined : Number(cost),
    maxSoC: chargePercent,
  });
}

export function limitsFrom({ maxEnergy, maxTime, maxCost, maxSoC }: WireLimit): SessionLimits {
  return present({
    energyWh: maxEnergy,
    seconds: maxTime,
    cost: maxCost === undefined ? undefined : decimalText(maxCost),
    chargePercent: maxSoC,
  });
}
