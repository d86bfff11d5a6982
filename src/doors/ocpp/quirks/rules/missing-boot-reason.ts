import { change, type RepairRule } from '../quirk.ts';

export const missingBootReason: RepairRule = {
  id: 'missing-boot-reason',
  kind: 'repair',
  title: 'A boot without a reason booted for a reason unknown.',
  seenIn: '1.6 firmware that was brought to 2.x and kept its BootNotification, which has no reason in 1.6.',
  versions: ['2.0.1', '2.1'],
  actions: ['BootNotification'],
  repair: (flaw) =>
    flaw.keyword === 'required' && flaw.path.join() === 'reason' ? change(flaw, 'Unknown') : undefined,
};
