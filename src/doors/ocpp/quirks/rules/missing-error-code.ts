import { change, type RepairRule } from '../quirk.ts';

export const missingErrorCode: RepairRule = {
  id: 'missing-error-code',
  kind: 'repair',
  title: 'A status without an error code has no error.',
  seenIn: 'Stations that send StatusNotification with an errorCode only when there is an error.',
  versions: ['1.6'],
  actions: ['StatusNotification'],
  repair: (flaw) =>
    flaw.keyword === 'required' && flaw.path.join() === 'errorCode' ? change(flaw, 'NoError') : undefined,
};
