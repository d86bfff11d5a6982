import { noTime } from '#charging/session-reports/session-report.ts';
import { change, everyVersion, leaveOut, type RepairRule } from '../quirk.ts';

/** Their times are part of what makes two deliveries the same, so they must not differ from one delivery to the next. */
const ofSessions = new Set(['StartTransaction', 'StopTransaction', 'MeterValues', 'TransactionEvent']);

export const timestampMissing: RepairRule = {
  id: 'timestamp-missing',
  kind: 'repair',
  title: 'A time that is missing or cannot be read is the time of receipt; an optional one is left out.',
  seenIn: 'evcc-io/evcc#17836: "startSchedule": "0"; clocks that were never set write "0000-00-00T00:00:00Z".',
  versions: everyVersion,
  actions: 'all',
  repair(flaw) {
    if (flaw.schema?.format !== 'date-time') return undefined;
    if (!flaw.isRequired) return leaveOut(flaw);
    return change(flaw, ofSessions.has(flaw.action) ? noTime : flaw.receivedAt.toISOString());
  },
};
