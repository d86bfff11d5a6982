/** Times of one session may lie this much out of order without anyone having touched the clock. */
const steadyClockMs = 2 * 60_000;

/** Times are only read as dates where they are out of order at all: this is asked for every event. */
export function isSetBack(before: string, at: string): boolean {
  return at < before && Date.parse(before) - Date.parse(at) > steadyClockMs;
}
