import { nameOf, type RepairRule } from '../quirk.ts';

export const unreadableSample: RepairRule = {
  id: 'unreadable-sample',
  kind: 'repair',
  title: 'A sample without a value, or whose value is no number, is left out; the others count.',
  seenIn: 'Stations that write "NaN" or null where a meter does not answer.',
  versions: ['2.0.1', '2.1'],
  actions: ['MeterValues', 'TransactionEvent'],
  repair(flaw) {
    const item = flaw.path.indexOf('sampledValue') + 2;
    if (nameOf(flaw) !== 'value' || item < 2 || flaw.path.length !== item + 1) return undefined;
    return [{ path: flaw.path.slice(0, item), to: undefined }];
  },
};
