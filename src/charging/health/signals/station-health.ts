import type { FindingKind } from '#contract/findings/finding.ts';
import { newRate, newShare, type RateState, type ShareState } from '../detectors/cusum.ts';
import { type LevelState, newLevel, newSpread, type SpreadState } from '../detectors/ewma.ts';
import { type WatchName, watches } from '../detectors/watches.ts';

/** One sign that a detector counted, with what opens it: the session, or the time and kind of its event. */
export type Sign = {
  at: number;
  /** By the clock of whoever told it, under which its event stands in the ledger. */
  toldAt: number;
  signal: string;
  value: number;
  ref: string | null;
};

export type WatchState = {
  state: RateState | ShareState | LevelState | SpreadState;
  score: number;
  /** The latest, since the detector began to rise. */
  signs: Sign[];
};

/** A connector with its running session. Plain data, as it is stored. */
export type ConnectorHealth = {
  watches: Partial<Record<WatchName, WatchState>>;
  session: RunningSession | null;
  /** Whether the last starts failed, newest last: 1 or 0 each. */
  starts: number[];
  /** The highest power that flowed here, by which the heat of a session is measured. */
  maxPowerW: number;
  /** How finely the register counts, and by how much it moved last; absent: it never moved yet. */
  registerStepWh?: number;
  movedWh?: number;
  pluggedAt: number | null;
  hasLockFailed: boolean;
  faultedSince: number | null;
  faultedToldAt: number;
  faultCode: string | null;
};

export type RunningSession = {
  ref: string;
  startedAt: number;
  firstWh: number | null;
  lastWh: number | null;
  energyAt: number | null;
  /** OCPP 2.x tells states, and begins a session before anybody may charge. */
  tellsStates: boolean;
  isAuthorized: boolean;
  /** The car wanted nothing, or a limit gave it nothing. */
  isHeldBack: boolean;
  meterAt: number | null;
  /** What the register told when power was last seen to flow. */
  powerW: number;
  /** When it told so, by its own clock. */
  powerAt?: number | null;
  /** What flowed by its power since the register last moved. */
  owedWh?: number;
  maxPowerW: number;
  maxShare: number;
  firstC: number | null;
  maxC: number | null;
};

export type StationHealth = {
  since: number;
  heardAt: number;
  vendor: string | null;
  model: string | null;
  firmwareVersion: string | null;
  firmwareSince: number;
  onlineSince: number | null;
  /** Until when a restart is no surprise: somebody asked for it. */
  restartExpectedUntil: number;
  droppedAt: number;
  /** How often the connection broke since then, while it kept breaking. */
  dropsInRow: number;
  lastDropAt: number;
  /** Since when nothing was heard of it, by no doing of ours. */
  lostAt: number | null;
  watches: Partial<Record<WatchName, WatchState>>;
  connectors: Record<string, ConnectorHealth>;
  /** Signs of trouble since the firmware is this one; their rate tells cohorts apart. */
  troubles: number;
  /** How often a connector failed since then. */
  failures: number;
  /** Findings that are open, by kind and connector. */
  open: Record<string, string>;
  lastCode: string | null;
  /** How long each kind of command takes here, as the mean of logarithms of seconds. */
  answers?: Record<string, { count: number; mean: number }>;
};

/** No station has more connectors; one that names more is heard as far as these. */
export const maxConnectors = 64;
export const maxSigns = 12;
export const maxStarts = 20;

export function newStationHealth(at: number): StationHealth {
  return {
    since: at,
    heardAt: at,
    vendor: null,
    model: null,
    firmwareVersion: null,
    firmwareSince: at,
    onlineSince: null,
    restartExpectedUntil: 0,
    droppedAt: 0,
    dropsInRow: 0,
    lastDropAt: 0,
    lostAt: null,
    watches: {},
    connectors: {},
    troubles: 0,
    failures: 0,
    open: {},
    lastCode: null,
  };
}

export function newConnectorHealth(): ConnectorHealth {
  return {
    watches: {},
    session: null,
    starts: [],
    maxPowerW: 0,
    pluggedAt: null,
    hasLockFailed: false,
    faultedSince: null,
    faultedToldAt: 0,
    faultCode: null,
  };
}

export function newWatch(name: WatchName, at: number): WatchState {
  const { type } = watches[name];
  const state =
    type === 'rate' ? newRate(at) : type === 'share' ? newShare() : type === 'level' ? newLevel() : newSpread();
  return { state, score: 0, signs: [] };
}

/** By which a finding is known while it is open; without a connector, of the whole station. */
export function findingKey(kind: FindingKind, connector: string | null): string {
  return connector === null ? kind : `${kind} ${connector}`;
}
