import type { ExpirySeverity } from '#contract/stations/certificates.ts';

const dayMs = 86_400_000;

/** How soon it has to be renewed, the most pressing first; what lasts longer is fine. */
const severities = [
  { severity: 'expired', withinDays: 0 },
  { severity: 'critical', withinDays: 7 },
  { severity: 'warning', withinDays: 30 },
] as const satisfies readonly { severity: ExpirySeverity; withinDays: number }[];

export function severityOf(expiresAt: Date, now: Date): ExpirySeverity {
  const days = (expiresAt.getTime() - now.getTime()) / dayMs;
  return severities.find(({ withinDays }) => days <= withinDays)?.severity ?? 'fine';
}

export function inDays(now: Date, days: number): Date {
  return new Date(now.getTime() + days * dayMs);
}
