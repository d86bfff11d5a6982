import { byStatus, type Translator, unsaid } from '../../command.ts';
import { isCanceled, logOrder } from '../../shared/file-orders.ts';
import type { Messages } from '../messages.generated.ts';

const types = { diagnostics: 'DiagnosticsLog', security: 'SecurityLog' } as const;

export const getLog: Translator<Messages, 'get-log'> = async (input, context) => {
  if (input.kind === 'data-collector') return unsaid('kind', 'Logs of the data collector came with OCPP 2.1');
  const order = await logOrder(input, context);
  return logOutcome(await context.call('GetLog', { ...order, logType: types[input.kind] }));
};

export function logOutcome(response: Messages['GetLog']['response']) {
  const answer = { fileName: response.filename ?? null, hasCanceledEarlier: isCanceled(response) };
  return byStatus(response, ['Accepted', 'AcceptedCanceled'], { answer });
}
