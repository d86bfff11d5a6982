import { byStatus, type Translator } from '../../command.ts';
import { tokenFor } from '../../shared/session-orders.ts';
import { wireToken } from '../../v201/id-token.ts';
import type { Messages } from '../messages.generated.ts';

/** S02: the station opens for the driver as if the token had been shown to it. */
export const requestBatterySwap: Translator<Messages, 'request-battery-swap'> = async (input, context) => {
  const { stationId, requestId, charging } = context;
  const token = await tokenFor(input, context);
  const response = await context.call('RequestBatterySwap', { idToken: wireToken(token), requestId });
  if (response.status === 'Accepted') {
    const at = new Date();
    await charging.batterySwaps.record({
      stationId,
      requestId,
      step: 'requested',
      token: token.value,
      batteries: [],
      at,
    });
  }
  return byStatus(response, ['Accepted'], { answer: { requestId } });
};
