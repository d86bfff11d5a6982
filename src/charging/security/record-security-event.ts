import { createHash } from 'node:crypto';
import type { Clock } from '#base/clock.ts';
import { type Ledger, write } from '#ledger/ledger-types.ts';
import { isCriticalEvent } from './criticality.ts';
import { securityEvents } from './security-projections.ts';

export type SecurityReport = { stationId: string; type: string; details: string | null; happenedAt: Date };

/** A04. Stations deliver critical events until they are answered, so the same one may come twice. */
export async function recordSecurityEvent(
  { ledger, clock }: { ledger: Ledger; clock: Clock },
  report: SecurityReport,
): Promise<void> {
  const { stationId, type, details, happenedAt } = report;
  const isCritical = isCriticalEvent(type);
  const id = createHash('sha256')
    .update([stationId, type, happenedAt.toISOString(), details ?? ''].join('\n'))
    .digest('base64url')
    .slice(0, 22);
  await ledger.commit({
    events: [
      {
        kind: 'security-event',
        stationId,
        key: `security-event:${id}`,
        happenedAt,
        flags: isCritical ? ['critical'] : [],
        body: { eventId: id, type }, // details are the station's own words, and the ledger never forgets
      },
    ],
    writes: [write(securityEvents, { ...report, id, isCritical, receivedAt: clock.now() })],
    whenRefused: 'set-aside',
  });
}
