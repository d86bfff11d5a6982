/** A station's time, or ours when it is none: JavaScript cannot hold a leap second, and a report is not lost for its clock. */
export function stationTime(text: string | undefined, receivedAt: Date): Date {
  if (text === undefined) return receivedAt;
  const time = new Date(text);
  return Number.isNaN(time.getTime()) ? receivedAt : time;
}
