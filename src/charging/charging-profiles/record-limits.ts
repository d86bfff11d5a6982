import { write } from '#ledger/ledger-types.ts';
import type { ChargingProfileNeeds } from './charging-profile-needs.ts';
import {
  type AfrrRow,
  afrrSignals,
  type LimitRelease,
  type LimitReport,
  limitWrites,
  releasedLimits,
} from './limit-projections.ts';

/** Someone else limits the station: an energy manager at the site, the grid operator. */
export async function recordLimit({ ledger }: ChargingProfileNeeds, report: LimitReport): Promise<void> {
  const { stationId, at, ...body } = report;
  await ledger.commit({
    events: [{ kind: 'external-limit-set', stationId, happenedAt: at, body }],
    writes: limitWrites(report),
    whenRefused: 'set-aside',
  });
}

export async function recordLimitReleased({ ledger }: ChargingProfileNeeds, release: LimitRelease): Promise<void> {
  const { stationId, at, ...body } = release;
  await ledger.commit({
    events: [{ kind: 'external-limit-released', stationId, happenedAt: at, body }],
    writes: [write(releasedLimits, release)],
    whenRefused: 'set-aside',
  });
}

/** The station has taken a signal for frequency restoration. */
export async function recordAfrrSignal(
  { ledger, clock }: ChargingProfileNeeds,
  { stationId, signal, at }: Omit<AfrrRow, 'sentAt'>,
): Promise<void> {
  const sentAt = clock.now();
  await ledger.commit({
    events: [{ kind: 'afrr-signal-sent', stationId, happenedAt: sentAt, body: { signal, at } }],
    writes: [write(afrrSignals, { stationId, signal, at, sentAt })],
  });
}
