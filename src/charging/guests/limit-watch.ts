/** What a session came to at a moment: its cost in ten-thousandths of a currency, or its energy in mWh. */
export type Reading = { at: Date; amount: number };

export type Watched = {
  limit: number;
  /** When it began; it had come to nothing then. */
  startedAt: Date;
  /** The last two readings that differ, oldest first. */
  readings: readonly Reading[];
  now: Date;
  /** How long the station takes from our stop to the end of the current. */
  stopMs: number;
};

/**
 * Whether a session has to be stopped now so that it stays below its limit. Stations before 2.1 know no limits and tell their meter a
 * while apart, so what flows meanwhile is estimated by how fast it went between the last two readings.
 */
export function hasToStop({ limit, startedAt, readings, now, stopMs }: Watched): boolean {
  const last = readings.at(-1);
  if (last === undefined) return false;
  if (last.amount >= limit) return true;
  const before = readings.at(-2) ?? { at: startedAt, amount: 0 };
  const spanMs = last.at.getTime() - before.at.getTime();
  if (spanMs <= 0) return false;
  const perMs = Math.max(0, last.amount - before.amount) / spanMs;
  // A station that has told nothing for a long time has hardly gone on charging unseen for all of it.
  const unseenMs = Math.min(now.getTime() - last.at.getTime(), 3 * spanMs);
  return last.amount + perMs * (Math.max(0, unseenMs) + stopMs) >= limit;
}

/** Remembers the last two readings that differ. */
export function withReading(readings: readonly Reading[], reading: Reading): readonly Reading[] {
  const last = readings.at(-1);
  if (last !== undefined && last.amount === reading.amount) return readings;
  return [...readings.slice(-1), reading];
}
