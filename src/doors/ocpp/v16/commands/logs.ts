import { present } from '#base/present.ts';
import { accepted, byStatus, rejected, type Translator, unsaid } from '../../command.ts';
import { isCanceled, logOrder, retriesOf } from '../../shared/file-orders.ts';
import type { Messages } from '../messages.generated.ts';

/** Diagnostics by the message that every 1.6 station has; the security log by the one of the security extension. */
export const getLog: Translator<Messages, 'get-log'> = async (input, context) => {
  if (input.kind === 'data-collector') return unsaid('kind', 'Logs of the data collector came with OCPP 2.1');
  const order = await logOrder(input, context);
  if (input.kind === 'security') {
    const response = await context.call('GetLog', { ...order, logType: 'SecurityLog' });
    const answer = { fileName: response.filename ?? null, hasCanceledEarlier: isCanceled(response) };
    return byStatus(response, ['Accepted', 'AcceptedCanceled'], { answer });
  }
  const { fileName } = await context.call('GetDiagnostics', {
    location: input.location,
    ...retriesOf(input),
    ...present({ startTime: input.oldestAt, stopTime: input.latestAt }),
  });
  if (fileName === undefined) return rejected('NoDiagnostics', { reason: 'The station has no diagnostics to upload.' });
  return accepted({ answer: { fileName, hasCanceledEarlier: false } });
};
