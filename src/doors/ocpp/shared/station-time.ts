/** Before this year no station of OCPP ran: its clock was never set. */
const firstYear = '2000';

/** A station's time, or ours when it is none: JavaScript cannot hold a leap second, and a report is not lost for its clock. */
export function stationTime(text: string | undefined, receivedAt: Date): Date {
  if (text === undefined || text < firstYear) return receivedAt;
  const time = new Date(text.replace(/[+-]\d\d$/, '$&:00')); // RFC 3339 lets +03 through, JavaScript does not
  return Number.isNaN(time.getTime()) ? receivedAt : time;
}

/** The time of a sample, and whether it is that of its receipt. */
export function sampleTime(text: string, receivedAt: Date): { at: Date; hasNoTime?: true } {
  const at = stationTime(text, receivedAt);
  return at === receivedAt ? { at, hasNoTime: true } : { at };
}
