import { everyVersion, type ReadingRule } from '../quirk.ts';

type Timed = { timestamp?: string; meterValue?: readonly { timestamp?: string }[] };

export const clockBefore2000: ReadingRule = {
  id: 'clock-before-2000',
  kind: 'reading',
  title: 'A time before 2000 comes from a clock that was never set: the time of receipt is used.',
  seenIn: 'matth-x/MicroOcpp#311: StatusNotification of 1970-01-01; lorenzodonini/ocpp-go#20: of 0001-01-01.',
  versions: everyVersion,
  actions: ['StatusNotification', 'StartTransaction', 'StopTransaction', 'MeterValues', 'TransactionEvent'],
  find({ timestamp, meterValue }: Timed) {
    if (isBefore2000(timestamp)) return { field: 'timestamp', value: timestamp, readAs: 'time of receipt' };
    const sampled = meterValue?.[0]?.timestamp;
    return isBefore2000(sampled)
      ? { field: 'meterValue[].timestamp', value: sampled, readAs: 'time of receipt' }
      : undefined;
  },
};

/** Times are written with the year first and four digits, so that their texts compare as they do. */
function isBefore2000(time: string | undefined): boolean {
  return time !== undefined && time < '2000';
}
