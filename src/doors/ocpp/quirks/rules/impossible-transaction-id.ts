import { isOurNumber } from '#charging/sessions/record/transaction-id.ts';
import type { ReadingRule } from '../quirk.ts';

export const impossibleTransactionId: ReadingRule = {
  id: 'impossible-transaction-id',
  kind: 'reading',
  title: 'A transactionId of -1, 0 or beyond 32 bits names no session of ours: the values are kept without one.',
  seenIn: 'EVerest/libocpp#495: StopTransaction with -1; lbbrhzn/ocpp#361, an Alfen: 9223372036854775807.',
  versions: ['1.6'],
  actions: ['MeterValues', 'StopTransaction'],
  find({ transactionId }: { transactionId?: number }) {
    if (transactionId === undefined || isOurNumber(transactionId)) return undefined;
    return { field: 'transactionId', value: transactionId, readAs: 'no session' };
  },
};
