import type { ErrorCode } from '#base/errors.ts';

export const done = 0;
export const failed = 1;
export const wrongUse = 2;
export const stationOffline = 5;
export const refusedByStation = 6;
export const waitingForApproval = 7;

/** What a script can tell apart. 6 (refused by the station) and 7 (waiting for approval) are outcomes, not errors. */
export const exitCodeOf = {
  INVALID_INPUT: wrongUse,
  NOT_SIGNED_IN: 3,
  NOT_ALLOWED: 3,
  NOT_FOUND: 4,
  STATION_OFFLINE: stationOffline,
  CONFLICT: failed,
  TOO_MANY_REQUESTS: failed,
  DATABASE_AWAY: failed,
  CANNOT_START: failed,
  INTERNAL: failed,
} satisfies Record<ErrorCode, number>;
