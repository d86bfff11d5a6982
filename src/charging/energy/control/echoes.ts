import type { HeldProfile } from '../profiles/composite-schedule.ts';

/** By station and place, the profiles that the control sent last. */
export type Told = Map<string, Map<string, readonly string[]>>;

/** The ledger tells of a profile half a second later: a place may have been told another one by then. */
const keptPerPlace = 4;

export function noteTold(told: Told, stationId: string, profile: HeldProfile): void {
  const places = told.get(stationId) ?? new Map<string, readonly string[]>();
  const before = places.get(placeOf(profile)) ?? [];
  told.set(stationId, places.set(placeOf(profile), [...before, contentOf(profile)].slice(-keptPerPlace)));
}

/** Whether a profile that a station took is one that the control has just sent there. */
export function isEcho(told: Told, stationId: string, profile: HeldProfile): boolean {
  return told.get(stationId)?.get(placeOf(profile))?.includes(contentOf(profile)) === true;
}

function placeOf({ evseId, purpose, stackLevel }: HeldProfile): string {
  return `${evseId} ${purpose} ${stackLevel}`;
}

/** What no version leaves out on the way. */
function contentOf({ kind, startsAt, unit, periods }: HeldProfile): string {
  const begins = startsAt === undefined ? null : Date.parse(startsAt);
  return JSON.stringify([
    kind,
    begins,
    unit,
    periods.map(({ startSeconds, limit, setpoint }) => [startSeconds, limit ?? null, setpoint ?? null]),
  ]);
}
