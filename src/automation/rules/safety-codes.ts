import { safetyCodes } from '#charging/health/ladder.ts';

/** Whether what a station says of a connector names a danger to people: its code stands among other words there. */
export function hasSafetyCode(reason: string | null): boolean {
  if (reason === null) return false;
  return reason.split(/[^A-Za-z0-9]+/).some((word) => safetyCodes.has(word.toLowerCase()));
}
