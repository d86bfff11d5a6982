import { noTime } from '#charging/session-reports/session-report.ts';
import { change, leaveOut, readingRule, repairRule } from '../quirk.ts';

export const timestampForm = repairRule({
  id: 'timestamp-form',
  title: 'A time without a zone is read as UTC; one without seconds, or as a count since 1970, as what it says.',
  seenIn: 'evcc-io/evcc#10399, a Growatt THOR: "2023-10-19T15:28:07"; lbbrhzn/ocpp#2032, an AEFA Home.',
  repair(flaw) {
    if (flaw.schema?.format !== 'date-time') return undefined;
    const time = typeof flaw.value === 'number' ? sinceEpoch(flaw.value) : written(flaw.value);
    return time === undefined ? undefined : change(flaw, time);
  },
});

const parts = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d)(:\d\d(?:\.\d+)?)?\s?(Z|[+-]\d\d(?::?\d\d)?)?$/i;

function written(value: unknown): string | undefined {
  const [, day, minutes, seconds = ':00', zone = 'Z'] = (typeof value === 'string' && parts.exec(value.trim())) || [];
  return day === undefined ? undefined : isoOf(new Date(`${day}T${minutes}${seconds}${fullZone(zone)}`));
}

function fullZone(zone: string): string {
  const [, sign, hours, minutes = '00'] = /^([+-])(\d\d):?(\d\d)?$/.exec(zone) ?? [];
  return sign === undefined ? 'Z' : `${sign}${hours}:${minutes}`;
}

/** Seconds have ten digits in this century, milliseconds thirteen. */
function sinceEpoch(value: number): string | undefined {
  if (value > 9e8 && value < 1e10) return isoOf(new Date(value * 1000));
  return value > 9e11 && value < 1e13 ? isoOf(new Date(value)) : undefined;
}

function isoOf(time: Date): string | undefined {
  return Number.isNaN(time.getTime()) ? undefined : time.toISOString();
}

/** Their times are part of what makes two deliveries the same, so they must not differ from one delivery to the next. */
const ofSessions = new Set(['StartTransaction', 'StopTransaction', 'MeterValues', 'TransactionEvent']);

export const timestampMissing = repairRule({
  id: 'timestamp-missing',
  title: 'A time that is missing or cannot be read is the time of receipt; an optional one is left out.',
  seenIn: 'evcc-io/evcc#17836: "startSchedule": "0"; clocks that were never set write "0000-00-00T00:00:00Z".',
  repair(flaw) {
    if (flaw.schema?.format !== 'date-time') return undefined;
    if (!flaw.isRequired) return leaveOut(flaw);
    return change(flaw, ofSessions.has(flaw.action) ? noTime : flaw.receivedAt.toISOString());
  },
});

type Timed = { timestamp?: string; meterValue?: readonly { timestamp?: string }[] };

export const clockBefore2000 = readingRule({
  id: 'clock-before-2000',
  title: 'A time before 2000 comes from a clock that was never set: the time of receipt is used.',
  seenIn: 'matth-x/MicroOcpp#311: StatusNotification of 1970-01-01; lorenzodonini/ocpp-go#20: of 0001-01-01.',
  actions: ['StatusNotification', 'StartTransaction', 'StopTransaction', 'MeterValues', 'TransactionEvent'],
  find({ timestamp, meterValue }: Timed) {
    if (isBefore2000(timestamp)) return { field: 'timestamp', value: timestamp, readAs: 'time of receipt' };
    const sampled = meterValue?.[0]?.timestamp;
    return isBefore2000(sampled)
      ? { field: 'meterValue[].timestamp', value: sampled, readAs: 'time of receipt' }
      : undefined;
  },
});

/** Times are written with the year first and four digits, so that their texts compare as they do. */
function isBefore2000(time: string | undefined): boolean {
  return time !== undefined && time < '2000';
}
