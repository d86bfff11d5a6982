import { change, type RepairRule } from '../quirk.ts';

export const missingTransactionId: RepairRule = {
  id: 'missing-transaction-id',
  kind: 'repair',
  title: 'A stop that does not say which session it ends is taken with the number 0: the session is looked for.',
  seenIn: 'dallmann-consulting/OCPP.Core#29: StopTransaction with "transactionId": null.',
  versions: ['1.6'],
  actions: ['StopTransaction'],
  repair: (flaw) => (flaw.keyword === 'required' && flaw.path.join() === 'transactionId' ? change(flaw, 0) : undefined),
};
