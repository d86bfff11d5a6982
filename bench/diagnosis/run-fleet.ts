import { type CohortMember, judgeCohorts } from '../../src/charging/health/detectors/hazard.ts';
import { judgeStation, stationScore } from '../../src/charging/health/detectors/judge-station.ts';
import { hearFact } from '../../src/charging/health/signals/hear-fact.ts';
import { findingKey, newStationHealth, type StationHealth } from '../../src/charging/health/signals/station-health.ts';
import { randomFrom } from '../../src/simulator/random.ts';
import { beginClimb, climbOn } from './climb.ts';
import type { FoundAt, StationRun } from './evaluate.ts';
import { type PlannedFault, planFault } from './fault-plan.ts';
import { between, type Habit, healthyStation, roughStation } from './healthy-station.ts';
import { StationStream, type World } from './station-stream.ts';

const dayMs = 86_400_000;
const hourMs = 3_600_000;
const start = Date.UTC(2026, 2, 1);
const stationsPerSite = 20;
/** How far ahead a risk speaks. */
const horizonMs = 72 * hourMs;
/** Before that every detector still learns what is usual. */
const firstSampleDay = 5;
const badModel = 'G11';
const rolloutDay = 13;

export type FleetRun = {
  runs: StationRun[];
  days: number;
  facts: number;
  /** Cohorts that were found, with how many of their stations were in trouble, and the day. */
  cohorts: { model: string; firmwareVersion: string | null; day: number; affected: number; stations: number }[];
  badFirmwareStations: number;
};

/** `isRough`: under worse conditions than the thresholds were chosen for. */
type FleetAsked = { seed: string; stations: number; days: number; isRough?: boolean };

/** Simulated stations day by day through the signals and detectors of the product. */
export function runFleet({ seed, stations, days, isRough = false }: FleetAsked): FleetRun {
  const habitOf = isRough ? roughStation : healthyStation;
  const fleet = Array.from({ length: stations }, (_, number) => openStation(habitOf(seed, number), seed, number, days));
  const cohorts: FleetRun['cohorts'] = [];
  const known = new Set<string>();
  let facts = 0;
  for (let day = 0; day < days; day += 1) {
    for (const one of fleet) facts += playDay(one, day);
    for (const { cohort, affected, stations: of } of judgeCohorts(fleet.map((one) => memberOf(one, day)))) {
      const key = `${cohort.model} ${cohort.firmwareVersion}`;
      if (known.has(key)) continue;
      known.add(key);
      const { model, firmwareVersion } = cohort;
      const ofCohort = fleet.filter(
        ({ state }) => state.model === cohort.model && state.firmwareVersion === cohort.firmwareVersion,
      );
      for (const { run } of ofCohort) run.cohortFoundAt = (day + 1) * dayMs;
      cohorts.push({ model, firmwareVersion, day: day + 1, affected: affected.length, stations: of });
    }
  }
  const badFirmwareStations = fleet.filter(({ run }) => run.fault?.fault === 'bad-firmware').length;
  return { runs: fleet.map(({ run }) => run), days, facts, cohorts, badFirmwareStations };
}

type Played = { habit: Habit; stream: StationStream; state: StationHealth; running: Set<string>; run: StationRun };

function openStation(habit: Habit, seed: string, number: number, days: number): Played {
  const random = randomFrom(`${seed} firmware ${number}`);
  const isUpdated = habit.model === badModel && random() < 0.1;
  const rolloutAt = (rolloutDay + random()) * dayMs;
  const fault: PlannedFault | null = isUpdated
    ? { fault: 'bad-firmware', connector: null, onsetAt: rolloutAt, failsAt: rolloutAt + 4 * dayMs, isSudden: false }
    : planFault(seed, number, habit.connectors);
  const goodUpdate = habit.model === 'A22' && random() < 0.5 ? { at: start + 9.5 * dayMs, version: '3.2' } : null;
  const firmware = isUpdated ? { at: start + rolloutAt, version: '7.1' } : goodUpdate;
  const world: World = { start, siteOutages: siteOutages(seed, Math.floor(number / stationsPerSite), days), firmware };
  const stream = new StationStream({ seed, habit, fault, world });
  return {
    habit,
    stream,
    state: newStationHealth(start),
    running: new Set(),
    run: { id: habit.id, fault, found: [], samples: [], climbs: [] },
  };
}

function siteOutages(seed: string, site: number, days: number): World['siteOutages'] {
  const random = randomFrom(`${seed} site ${site}`);
  return Array.from({ length: Math.floor(days / 10) }, () => ({
    at: start + random() * days * dayMs,
    ms: between(random, 5, 180) * 60_000,
  }));
}

function playDay(played: Played, day: number): number {
  const { stream, state, running, run } = played;
  const facts = stream.day(day);
  let next = start + day * dayMs;
  for (const fact of facts) {
    while (fact.at >= next) {
      judge(played, next);
      next += hourMs;
    }
    hearFact(state, fact);
    if (fact.kind === 'session' && fact.type === 'ended') running.delete(fact.ref);
    else if (fact.kind === 'session') running.add(fact.ref);
  }
  const end = start + (day + 1) * dayMs;
  while (next < end) {
    judge(played, next);
    next += hourMs;
  }
  sample(state, run, end);
  return facts.length;
}

function judge({ state, running, stream, run }: Played, at: number): void {
  const { alarms, passed } = judgeStation(state, at);
  for (const key of passed) delete state.open[key];
  for (const alarm of alarms) {
    state.open[findingKey(alarm.kind, alarm.connector)] = run.id;
    const found: FoundAt = { station: run.id, at: at - start, alarm };
    run.found.push(found);
    run.climbs.push(beginClimb(found, state));
  }
  for (const climb of run.climbs) climbOn(climb, at, { state, running, stream, all: run.climbs, start });
}

/** Once a day: how high the risk stands, and whether the station fails within the horizon. One that has failed is not asked. */
function sample(state: StationHealth, { fault, samples }: StationRun, at: number): void {
  const now = at - start;
  if (now < firstSampleDay * dayMs || (fault !== null && now >= fault.failsAt)) return;
  const willFail = fault !== null && fault.failsAt - now <= horizonMs;
  const isWearing = fault !== null && now >= fault.onsetAt && !willFail;
  samples.push({ score: stationScore(state, at).score, willFail, isWearing });
}

function memberOf({ habit, state }: Played, day: number): CohortMember {
  const at = start + (day + 1) * dayMs;
  return {
    stationId: habit.id,
    vendor: habit.vendor,
    model: habit.model,
    firmwareVersion: state.firmwareVersion,
    days: (at - state.firmwareSince) / dayMs,
    troubles: state.troubles,
    failures: state.failures,
  };
}
