import { everyVersion, leaveOut, type RepairRule } from '../quirk.ts';

export const nullForAbsent: RepairRule = {
  id: 'null-for-absent',
  kind: 'repair',
  title: 'A field that is null is read as absent.',
  seenIn: 'mobilityhouse/ocpp#296: StatusNotification with "info": null; dallmann-consulting/OCPP.Core#29.',
  versions: everyVersion,
  actions: 'all',
  repair: (flaw) => (flaw.value === null && flaw.path.length > 0 ? leaveOut(flaw) : undefined),
};
