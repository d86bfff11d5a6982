import type { Pool } from 'pg';
import type { Clock } from '#base/clock.ts';
import type { CohortHealth, FindingKind, StationDiagnosis, StationRisk } from '#contract/findings/finding.ts';
import type { Ledger } from '#ledger/ledger-types.ts';
import type { Reports } from '../reports/open-reports.ts';
import { failureProbability, fleetRate, riskOf } from './detectors/hazard.ts';
import { type WatchName, watches } from './detectors/watches.ts';
import { evidenceOf } from './findings/finding-of-alarm.ts';
import { readFindings } from './findings/finding-store.ts';
import { type RankedStation, readCohorts, readRanking, readStates } from './health-store.ts';

type Needs = { pool: Pool; ledger: Pick<Ledger, 'read'>; clock: Clock; reports: Pick<Reports, 'make'> };

const dayMs = 86_400_000;
const horizonHours = 72;
/** Below this a detector says no more than that stations differ. */
const worthTelling = 0.5;

/** Which stations fail next, the likeliest first. None: nothing points to one. */
export async function tellRisks(
  { pool }: Pick<Needs, 'pool'>,
  asked: Parameters<typeof readRanking>[1],
): Promise<StationRisk[]> {
  const ranked = await readRanking(pool, asked);
  return ranked.filter(({ score }) => score >= worthTelling).map(riskOfStation);
}

function riskOfStation({ stationId, score, watch, connector, hasFinding }: RankedStation): StationRisk {
  const [evseId = null, connectorId = null] = connector?.split('.').map(Number) ?? [];
  const kind: FindingKind = watch === null ? 'fault-recurring' : watches[watch as WatchName].finding;
  const risk = Math.round(riskOf(score, 0) * 100) / 100;
  return { stationId, evseId, connectorId, risk, horizonHours, kind, hasFinding };
}

export async function tellCohorts({ pool, clock }: Pick<Needs, 'pool' | 'clock'>): Promise<CohortHealth[]> {
  const [sums, { findings }] = await Promise.all([
    readCohorts(pool, clock.now()),
    readFindings(pool, { state: 'open', limit: 500 }),
  ]);
  const rate = fleetRate(sums);
  const told = sums.map((each): CohortHealth => {
    const { vendor, model, firmwareVersion, stations, days, troubles, failures, starts, failedStarts } = each;
    return {
      vendor,
      model,
      firmwareVersion,
      stations,
      troublesPerStationDay: days < 0.01 ? 0 : Math.round((100 * troubles) / days) / 100,
      failureProbability: Math.round(1000 * failureProbability({ failures, days }, rate, 14)) / 1000,
      firstTimeSuccess: starts === 0 ? null : Math.round((1000 * (starts - failedStarts)) / starts) / 1000,
      openFindings: findings.filter(
        ({ cohort }) => cohort?.model === model && (cohort.firmwareVersion ?? firmwareVersion) === firmwareVersion,
      ).length,
    };
  });
  return told.toSorted(
    (one, other) => other.openFindings - one.openFindings || other.troublesPerStationDay - one.troublesPerStationDay,
  );
}

/** All that is known of one station's health, with what its drivers and the rule of uptime see of it. */
export async function diagnoseStation(needs: Needs, stationId: string): Promise<StationDiagnosis> {
  const { pool, clock, reports } = needs;
  const now = clock.now();
  const [states, { findings }, month, year] = await Promise.all([
    readStates(pool, [stationId]),
    readFindings(pool, { state: 'open', stationId, limit: 50 }),
    reports.make({ by: 'station', stationId, ...lastDays(30, now) }, { isNamingDrivers: false }),
    reports.make({ by: 'station', stationId, ...lastDays(365, now) }, { isNamingDrivers: false }),
  ]);
  const state = states.get(stationId);
  const places = state === undefined ? [] : [[null, state] as const, ...Object.entries(state.connectors)];
  const signals = places
    .flatMap(([connector, { watches: ofPlace }]) =>
      Object.entries(ofPlace).map(([signal, watch]) => ({
        connector,
        signal: signal as WatchName,
        score: watch?.score ?? 0,
        signs: watch?.signs ?? [],
      })),
    )
    .filter(({ score }) => score >= 0.2)
    .toSorted((one, other) => other.score - one.score);
  const [first] = signals;
  return {
    stationId,
    risk:
      first === undefined || first.score < worthTelling
        ? null
        : riskOfStation({
            stationId,
            score: first.score,
            watch: first.signal,
            connector: first.connector,
            hasFinding: findings.length > 0,
          }),
    findings,
    signals: await Promise.all(
      signals.slice(0, 20).map(async ({ connector, signal, score, signs }) => {
        const [evseId = null, connectorId = null] = connector?.split('.').map(Number) ?? [];
        const evidence = await evidenceOf(needs.ledger, stationId, signs);
        return { signal, evseId, connectorId, score: Math.round(score * 100) / 100, evidence };
      }),
    ),
    firstTimeSuccess: month.total.firstTimeSuccess,
    uptime: year.total.uptime,
  };
}

function lastDays(days: number, now: Date): { from: string; to: string } {
  return { from: new Date(now.getTime() - days * dayMs).toISOString(), to: now.toISOString() };
}
