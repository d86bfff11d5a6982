import { isOurNumber } from '#charging/sessions/record/transaction-id.ts';
import { change, nameOf, readingRule, repairRule } from '../quirk.ts';

export const unreadableSample = repairRule({
  id: 'unreadable-sample',
  title: 'A sample without a value, or whose value is no number, is left out; the others count.',
  seenIn: 'Stations that write "NaN" or null where a meter does not answer.',
  versions: ['2.0.1', '2.1'],
  actions: ['MeterValues', 'TransactionEvent'],
  repair(flaw) {
    const item = flaw.path.indexOf('sampledValue') + 2;
    if (nameOf(flaw) !== 'value' || item < 2 || flaw.path.length !== item + 1) return undefined;
    return [{ path: flaw.path.slice(0, item), to: undefined }];
  },
});

/** Neither tells what happened: that a session goes on or ends does not depend on it. */
const substitutes: Readonly<Record<string, unknown>> = { seqNo: 0, triggerReason: 'AbnormalCondition' };

export const unreadableEventField = repairRule({
  id: 'unreadable-event-field',
  title:
    'An event of a session with an unknown or missing trigger is taken as one of an abnormal condition, without a number as number 0.',
  seenIn:
    'Stations of OCPP 2.0.1 that use trigger reasons of 2.1, such as LimitSet; a seqNo of 32 bits that turns negative.',
  versions: ['2.0.1', '2.1'],
  actions: ['TransactionEvent'],
  repair(flaw) {
    const field = flaw.path.join();
    return Object.hasOwn(substitutes, field) ? change(flaw, substitutes[field]) : undefined;
  },
});

export const impossibleTransactionId = readingRule({
  id: 'impossible-transaction-id',
  title: 'A transactionId of -1, 0 or beyond 32 bits names no session of ours: the values are kept without one.',
  seenIn: 'EVerest/libocpp#495: StopTransaction with -1; lbbrhzn/ocpp#361, an Alfen: 9223372036854775807.',
  versions: ['1.6'],
  actions: ['MeterValues', 'StopTransaction'],
  find({ transactionId }: { transactionId?: number }) {
    if (transactionId === undefined || isOurNumber(transactionId)) return undefined;
    return { field: 'transactionId', value: transactionId, readAs: 'no session' };
  },
});
