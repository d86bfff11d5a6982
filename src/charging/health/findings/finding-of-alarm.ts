import { createHash } from 'node:crypto';
import type { EventKind } from '#contract/events/events.ts';
import type { FindingEvidence } from '#contract/findings/finding.ts';
import type { Ledger } from '#ledger/ledger-types.ts';
import { type CohortAlarm, riskOf } from '../detectors/hazard.ts';
import type { Alarm } from '../detectors/judge-station.ts';
import { ladderFor } from '../ladder.ts';
import type { Sign, StationHealth } from '../signals/station-health.ts';
import type { FindingRow } from './finding-store.ts';

type Of = { stationId: string; station: StationHealth; alarm: Alarm; at: Date; usualProbability: number };

/** The row of a finding, with the events that show what it says. */
export async function findingOfAlarm(ledger: Pick<Ledger, 'read'>, of: Of): Promise<FindingRow> {
  const { stationId, station, alarm, at, usualProbability } = of;
  const { kind, connector, severity, detector, cause, score, horizonHours, figures, signs } = alarm;
  const [evseId = null, connectorId = null] = connector?.split('.').map(Number) ?? [];
  const code = codeFor(alarm, station);
  return {
    // The same signs make the same finding, also where they are read again after a crash.
    id: uuidOf([stationId, kind, connector, signs[0]?.toldAt ?? at.getTime()]),
    kind,
    stationId,
    evseId,
    connectorId,
    vendor: station.vendor,
    model: station.model,
    firmwareVersion: station.firmwareVersion,
    severity,
    detector,
    risk: Math.round(riskOf(score, usualProbability) * 100) / 100,
    horizonHours,
    cause,
    code,
    action: ladderFor(kind, code)[0] ?? 'ticket',
    figures,
    evidence: await evidenceOf(ledger, stationId, signs),
    openedAt: at,
    lastSeenAt: at,
  };
}

/** `evidence`: what the stations that are in trouble told last. */
export function findingOfCohort(
  { cohort, isFirmware, stations, affected, times }: CohortAlarm,
  { at, evidence }: { at: Date; evidence: FindingEvidence[] },
): FindingRow {
  const kind = isFirmware ? 'firmware-regression' : 'model-prone';
  const { vendor, model, firmwareVersion } = cohort;
  return {
    id: uuidOf([kind, vendor, model, firmwareVersion, at.getTime()]),
    kind,
    stationId: null,
    evseId: null,
    connectorId: null,
    vendor,
    model,
    firmwareVersion,
    severity: 'warning',
    detector: 'hazard',
    risk: Math.min(0.95, Math.round((affected.length / stations) * 100) / 100),
    horizonHours: 14 * 24,
    cause: isFirmware ? 'firmware' : 'unknown',
    code: null,
    action: 'ticket',
    figures: { count: affected.length, of: stations, now: Math.round(times * 10) / 10 },
    evidence,
    openedAt: at,
    lastSeenAt: at,
  };
}

/** Of each station that is in trouble the newest sign of it, which opens like any other evidence. */
export async function evidenceOfCohort(
  ledger: Pick<Ledger, 'read'>,
  states: ReadonlyMap<string, StationHealth>,
): Promise<FindingEvidence[]> {
  const evidence: FindingEvidence[] = [];
  for (const [stationId, state] of [...states].slice(0, maxEvidence)) {
    const [newest] = [state, ...Object.values(state.connectors)]
      .flatMap(({ watches }) => Object.values(watches).flatMap(({ signs }) => signs))
      .toSorted((one, other) => other.at - one.at);
    evidence.push(...(newest === undefined ? [] : await evidenceOf(ledger, stationId, [newest])));
  }
  return evidence.map((each) => ({ ...each, signal: 'troubled-station' }));
}

function codeFor({ signs }: Alarm, { lastCode }: StationHealth): string | null {
  return signs.some(({ signal }) => codedSignals.has(signal)) ? lastCode : null;
}

const codedSignals = new Set(['fault', 'faulted', 'too-hot', 'lock-fault', 'contactor-fault', 'meter-fault']);
const maxEvidence = 20;
const maxEvents = 2_000;

/** In which events a signal is told. */
const kindsOf: Readonly<Record<string, readonly EventKind[]>> = {
  'link-lost': ['station-went-offline'],
  restarted: ['station-booted'],
  faulted: ['connector-status'],
  fault: ['connector-status', 'alert-raised'],
  'too-hot': ['connector-status', 'alert-raised'],
  'lock-fault': ['connector-status', 'alert-raised'],
  'contactor-fault': ['connector-status', 'alert-raised'],
  'meter-fault': ['connector-status', 'alert-raised'],
  'unlock-failed': ['command-ended'],
  'answer-seconds': ['command-ended'],
  'clock-ahead': ['connector-status', 'session-event'],
};
/** What a session shows is told in its own events. */
const ofSessions: readonly EventKind[] = ['session-event'];
/** A time that travelled as text lost what is below a millisecond, and ours is taken a moment after the event's. */
const nearbyMs = 1_500;

/** One look at the ledger for all signs: a finding is rare, and a station's history long. */
export async function evidenceOf(
  ledger: Pick<Ledger, 'read'>,
  stationId: string,
  signs: readonly Sign[],
): Promise<FindingEvidence[]> {
  if (signs.length === 0) return [];
  const times = signs.map(({ toldAt }) => toldAt);
  const events = await ledger.read({
    stationId,
    kinds: [...new Set(signs.flatMap(({ signal }) => kindsOf[signal] ?? ofSessions))],
    happenedFrom: new Date(Math.min(...times) - nearbyMs).toISOString(),
    happenedTo: new Date(Math.max(...times) + nearbyMs).toISOString(),
    isNewest: true,
    limit: maxEvents,
  });
  return signs.map(({ at, toldAt, signal, value, ref }) => {
    const kinds = kindsOf[signal] ?? ofSessions;
    const away = (happenedAt: string) => Math.abs(Date.parse(happenedAt) - toldAt);
    const [event] = events
      .filter(({ kind, body }) => kinds.some((each) => each === kind) && (ref === null || body['ref'] === ref))
      .filter(({ happenedAt }) => away(happenedAt) <= nearbyMs)
      .toSorted((one, other) => away(one.happenedAt) - away(other.happenedAt));
    return { eventId: event?.id ?? null, sessionRef: ref, stationId, at: new Date(at).toISOString(), signal, value };
  });
}

function uuidOf(parts: readonly unknown[]): string {
  const hash = createHash('sha256').update(JSON.stringify(parts)).digest();
  hash[6] = ((hash[6] ?? 0) & 0x0f) | 0x80; // a UUID of one's own making (version 8)
  hash[8] = ((hash[8] ?? 0) & 0x3f) | 0x80;
  const hex = hash.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join('-');
}
