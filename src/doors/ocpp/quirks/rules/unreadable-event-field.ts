import { change, type RepairRule } from '../quirk.ts';

/** Neither tells what happened: that a session goes on or ends does not depend on it. */
const substitutes: Readonly<Record<string, unknown>> = { seqNo: 0, triggerReason: 'AbnormalCondition' };

export const unreadableEventField: RepairRule = {
  id: 'unreadable-event-field',
  kind: 'repair',
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
};
