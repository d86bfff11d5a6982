import type { FindingCause, FindingDetector, FindingKind, FindingSeverity } from '#contract/findings/finding.ts';
import { codeKind } from '../signals/code-kinds.ts';
import {
  type ConnectorHealth,
  findingKey,
  type Sign,
  type StationHealth,
  type WatchState,
} from '../signals/station-health.ts';
import { passTime, type RateState, usualRate, usualShare } from './cusum.ts';
import { deviationOf, spreadRatio } from './ewma.ts';
import { type WatchName, watches, watchNames } from './watches.ts';

/** What a detector says of a place that it has something to say about. */
export type Alarm = {
  kind: FindingKind;
  /** `evse.connector`; null: the whole station. */
  connector: string | null;
  severity: FindingSeverity;
  detector: FindingDetector;
  cause: FindingCause;
  score: number;
  horizonHours: number;
  figures: Partial<Record<'count' | 'of' | 'hours' | 'now' | 'usual', number>>;
  signs: readonly Sign[];
};

export type Judgement = {
  alarms: Alarm[];
  /** Keys of open findings that the detectors would open again now. */
  seen: string[];
  /** Keys of open findings whose signals are as they used to be. */
  passed: string[];
};

const hourMs = 3_600_000;
/** A connector that has been faulted for so long does not recover by itself. */
const faultedTooLongMs = 1 * hourMs;
const offlineTooLongMs = 12 * hourMs;

const horizons: Partial<Record<FindingKind, number>> = {
  'clock-drifting': 336,
  'link-unstable': 168,
  'memory-leak': 48,
};

/** Looks at every detector of a station and says what is to be opened or has passed. Bounded by its connectors. */
export function judgeStation(station: StationHealth, at: number): Judgement {
  refresh(station, at);
  const alarms: Alarm[] = [];
  const seen = new Set<string>();
  const add = (alarm: Alarm) => {
    const key = findingKey(alarm.kind, alarm.connector);
    if (station.open[key] !== undefined) seen.add(key);
    else addAlarm(alarms, station, alarm);
  };
  const places: [string | null, Place][] = [[null, station], ...Object.entries(station.connectors)];
  for (const [connector, place] of places) {
    for (const name of watchNames) {
      const watch = place.watches[name];
      if (watch !== undefined && watch.score >= 1) add(alarmOf(station, connector, name, watch, at));
    }
    if (connector !== null) {
      const faulted = faultedAlarm(place as ConnectorHealth, connector, at);
      if (faulted !== undefined) add(faulted);
    }
  }
  const lost = lostAlarm(station, at);
  if (lost !== undefined) add(lost);
  return { alarms, seen: [...seen], passed: Object.keys(station.open).filter((key) => hasPassed(station, key)) };
}

type Place = { watches: StationHealth['watches'] };

/** Time takes from what was counted, also while nothing is heard. */
function refresh(station: StationHealth, at: number): void {
  for (const place of [station, ...Object.values(station.connectors)] as Place[]) {
    for (const [name, watch] of Object.entries(place.watches)) {
      const { type, rule } = watches[name as WatchName];
      if (type !== 'rate' || watch === undefined) continue;
      passTime(watch.state as RateState, at, rule);
      watch.score = (watch.state as RateState).sum / rule.limit;
    }
  }
}

/** What another finding at the same place explains is not told a second time. */
const explains: Partial<Record<FindingKind, readonly FindingKind[]>> = {
  'starts-failing': [
    'relay-failing',
    'lock-failing',
    'overheating',
    'meter-failing',
    'restarting',
    'memory-leak',
    'link-unstable',
  ],
  'fault-recurring': ['relay-failing', 'lock-failing', 'overheating', 'meter-failing', 'safety'],
  'relay-failing': ['lock-failing', 'overheating', 'meter-failing'],
  'meter-failing': ['memory-leak', 'answers-slow'],
  restarting: ['memory-leak', 'answers-slow'],
  'answers-slow': ['memory-leak'],
  'memory-leak': ['answers-slow'],
  'link-unstable': ['restarting', 'memory-leak', 'answers-slow'],
  'clock-drifting': ['memory-leak', 'answers-slow'],
};

function addAlarm(alarms: Alarm[], station: StationHealth, alarm: Alarm): void {
  const { kind, connector } = alarm;
  const isThere = (other: FindingKind, at: string | null) =>
    station.open[findingKey(other, at)] !== undefined ||
    alarms.some((each) => each.kind === other && each.connector === at);
  if (isThere(kind, connector)) return;
  if ((explains[kind] ?? []).some((other) => isThere(other, connector) || isThere(other, null))) return;
  alarms.push(alarm);
}

function alarmOf(
  station: StationHealth,
  connector: string | null,
  name: WatchName,
  watch: WatchState,
  at: number,
): Alarm {
  const { detector } = watches[name];
  const kind = kindOf(station, connector, name, watch);
  const cause = causes[kind] ?? watches[name].cause;
  const isRun = name === 'starts' && 'run' in watch.state && watch.state.run >= watches.starts.rule.maxRun;
  return {
    kind,
    connector,
    severity: watch.score >= 1.4 || isRun || kind === 'safety' ? 'critical' : 'warning',
    detector: isRun ? 'consecutive' : detector,
    cause,
    score: watch.score,
    horizonHours: horizons[kind] ?? 72,
    figures: figuresOf(name, watch, station, connector, at),
    signs: watch.signs,
  };
}

const causes: Partial<Record<FindingKind, FindingCause>> = {
  'relay-failing': 'relay',
  'lock-failing': 'lock',
  overheating: 'connector-contact',
  'memory-leak': 'memory',
  safety: 'insulation',
  'meter-failing': 'meter',
  'link-unstable': 'network',
};

/** Which part it probably is: several detectors rise together, and the more particular one names it. */
function kindOf(station: StationHealth, connector: string | null, name: WatchName, watch: WatchState): FindingKind {
  const here = connector === null ? undefined : station.connectors[connector];
  const score = (other: WatchName) => here?.watches[other]?.score ?? station.watches[other]?.score ?? 0;
  if (name === 'starts') {
    if (score('lock') >= 0.4) return 'lock-failing';
    if (score('heat') >= 0.5) return 'overheating';
    if (score('contactor') >= 0.4 || score('energyDelay') >= 0.5) return 'relay-failing';
  }
  if (name === 'contactor' && score('lock') >= 0.8) return 'lock-failing';
  // A controller that restarts fails starts too, and the contactor is not to blame.
  if (name === 'contactor' && score('boots') >= 0.3) return 'starts-failing';
  if (name === 'faults') return kindOfFaults(watch.signs, station.lastCode);
  if (name === 'boots' && score('answers') >= 0.4) return 'memory-leak';
  if (name === 'answers' && score('boots') >= 0.2) return 'memory-leak';
  if (name === 'link' && score('answers') >= 0.5) return 'memory-leak';
  if (name === 'link' && score('boots') >= 0.5) return 'restarting';
  return watches[name].finding;
}

function kindOfFaults(signs: readonly Sign[], lastCode: string | null): FindingKind {
  const hot = signs.filter(({ signal }) => signal === 'too-hot').length;
  if (hot * 2 >= signs.length) return 'overheating';
  return lastCode !== null && codeKind(lastCode) === 'safety' ? 'safety' : 'fault-recurring';
}

function figuresOf(
  name: WatchName,
  watch: WatchState,
  station: StationHealth,
  connector: string | null,
  at: number,
): Alarm['figures'] {
  const { type, rule } = watches[name];
  const { state, signs } = watch;
  const first = signs[0]?.at ?? at;
  const hours = Math.max(1, Math.round((at - first) / hourMs));
  const last = signs.at(-1)?.value ?? 0;
  if (type === 'rate') {
    const usual = rounded((usualRate(state as RateState, rule) * hours) / 24);
    return { count: signs.length, hours, usual, now: signs.length };
  }
  if (type === 'share') {
    const starts = connector === null ? [] : (station.connectors[connector]?.starts ?? []);
    const failed = starts.reduce((sum, each) => sum + each, 0);
    return { count: failed, of: starts.length, usual: Math.round(100 * usualShare(state as never, rule)), hours };
  }
  if (type === 'spread')
    return { now: rounded(spreadRatio(state as never, rule)), count: signs.length, hours, usual: 1 };
  const { mean, fast } = state as { mean: number; fast: number };
  const now = mean + fast * deviationOf(state as never, rule);
  return { now: shownLevel(name, now), usual: shownLevel(name, mean), count: signs.length, hours, of: last };
}

/** Times are watched as logarithms, shares as parts of one. */
function shownLevel(name: WatchName, value: number): number {
  if (name === 'answers' || name === 'energyDelay') return rounded(Math.exp(value));
  return name === 'power' ? Math.round(value * 100) : rounded(value);
}

function rounded(value: number): number {
  return value >= 10 ? Math.round(value) : Math.round(value * 10) / 10;
}

const kindsOfCodes = {
  contactor: 'relay-failing',
  lock: 'lock-failing',
  heat: 'overheating',
  meter: 'meter-failing',
  safety: 'safety',
} as const;

/** No prediction: it is broken, and nobody has done anything about it. */
function faultedAlarm(
  { faultedSince, faultedToldAt, faultCode }: ConnectorHealth,
  connector: string,
  at: number,
): Alarm | undefined {
  if (faultedSince === null || at - faultedSince < faultedTooLongMs) return undefined;
  const about = faultCode === null ? 'other' : codeKind(faultCode);
  if (about === 'pressed' || about === 'vehicle') return undefined;
  const kind = kindsOfCodes[about as keyof typeof kindsOfCodes] ?? 'fault-recurring';
  const hours = Math.round((at - faultedSince) / hourMs);
  return {
    kind,
    connector,
    severity: 'critical',
    detector: 'threshold',
    cause: causes[kind] ?? 'unknown',
    score: 2,
    horizonHours: 1,
    figures: { count: 1, hours, usual: 0, now: hours },
    signs: [{ at: faultedSince, toldAt: faultedToldAt, signal: 'faulted', value: 1, ref: null }],
  };
}

function lostAlarm({ onlineSince, lostAt }: StationHealth, at: number): Alarm | undefined {
  if (onlineSince !== null || lostAt === null || at - lostAt < offlineTooLongMs) return undefined;
  const hours = Math.round((at - lostAt) / hourMs);
  return {
    kind: 'link-unstable',
    connector: null,
    severity: 'critical',
    detector: 'threshold',
    cause: 'network',
    score: 2,
    horizonHours: 1,
    figures: { count: 1, hours, usual: 0, now: hours },
    signs: [{ at: lostAt, toldAt: lostAt, signal: 'link-lost', value: 1, ref: null }],
  };
}

/** Below this nothing is left of what was noticed. */
const over = 0.15;

function hasPassed(station: StationHealth, key: string): boolean {
  const [, connector] = key.split(' ');
  const place = connector === undefined ? station : station.connectors[connector];
  if (place === undefined) return true;
  if (connector === undefined && station.onlineSince === null) return false;
  if (connector !== undefined && station.connectors[connector]?.faultedSince !== null) return false;
  return Object.values(place.watches).every((watch) => watch === undefined || watch.score < over);
}

/** How likely it is that a station fails soon, by the detector that has risen furthest. */
export function stationScore(
  station: StationHealth,
  at: number,
): { score: number; watch: WatchName | null; connector: string | null } {
  refresh(station, at);
  let best: { score: number; watch: WatchName | null; connector: string | null } = {
    score: 0,
    watch: null,
    connector: null,
  };
  const places: [string | null, Place][] = [[null, station], ...Object.entries(station.connectors)];
  for (const [connector, place] of places)
    for (const name of watchNames) {
      const score = place.watches[name]?.score ?? 0;
      if (score > best.score) best = { score, watch: name, connector };
    }
  return best;
}
