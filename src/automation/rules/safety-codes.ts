import { safetyCodes } from '#charging/health/ladder.ts';
import type { StandingAlert } from '#charging/monitoring/standing-alerts.ts';

/** Whether what a station says of a connector names a danger to people: its code stands among other words there. */
export function hasSafetyCode(reason: string | null): boolean {
  if (reason === null) return false;
  return reason.split(/[^A-Za-z0-9]+/).some((word) => safetyCodes.has(word.toLowerCase()));
}

/** Components of OCPP 2.x whose alert is about a danger to people, whatever code stands beside it. */
const guards: ReadonlySet<string> = new Set([
  'cablebreakawaysensor',
  'emergencystopsensor',
  'groundisolationprotection',
  'overcurrentprotection',
  'overcurrentprotectionrecloser',
]);

/** OCPP 2.x names what is wrong in an event, and never in the status of a connector. */
export function isSafetyAlert({ component, value, techCode }: StandingAlert): boolean {
  return hasSafetyCode(techCode) || (guards.has(component.toLowerCase()) && /^true$/i.test(value));
}
