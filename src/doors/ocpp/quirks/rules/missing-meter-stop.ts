import { change, type RepairRule } from '../quirk.ts';

/** What meters write that have no value: no register is read from it, and the session is flagged. */
const noValue = -1;

export const missingMeterStop: RepairRule = {
  id: 'missing-meter-stop',
  kind: 'repair',
  title:
    'A stop whose last register is missing or no number still ends its session; the energy is that of its meter values.',
  seenIn: 'Stations that send StopTransaction with the last register in transactionData only.',
  versions: ['1.6'],
  actions: ['StopTransaction'],
  repair: (flaw) => (flaw.path.join() === 'meterStop' ? change(flaw, noValue) : undefined),
};
