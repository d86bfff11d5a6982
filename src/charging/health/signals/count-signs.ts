import { countAttempt, countEvent, passTime } from '../detectors/cusum.ts';
import { hearInterval, hearValue } from '../detectors/ewma.ts';
import { type WatchName, watches } from '../detectors/watches.ts';
import {
  type ConnectorHealth,
  maxSigns,
  newWatch,
  type Sign,
  type StationHealth,
  type WatchState,
} from './station-health.ts';

/** What a fact is counted for: the station, and the connector it is about. */
export type Heard = { station: StationHealth; connector: ConnectorHealth | null; at: number; toldAt: number };

function watchOf({ station, connector, at }: Heard, name: WatchName): WatchState {
  const all = watches[name].of === 'station' || connector === null ? station.watches : connector.watches;
  const known = all[name];
  if (known !== undefined) return known;
  const made = newWatch(name, watches[name].type === 'rate' ? Math.min(at, station.since) : at);
  all[name] = made;
  return made;
}

/** One sign of trouble at a place. */
export function count(heard: Heard, name: WatchName, signal: string, ref: string | null = null): void {
  const watch = watches[name];
  if (watch.type !== 'rate') return;
  const state = watchOf(heard, name);
  passTime(state.state as never, heard.at, watch.rule);
  const before = (state.state as { sum: number }).sum;
  state.score = countEvent(state.state as never, heard.at, watch.rule);
  keepSign(state, { ...timesOf(heard), signal, value: 1, ref }, before <= 0);
  heard.station.troubles += 1;
}

export function attempt(heard: Heard, hasFailed: boolean, ref: string): void {
  const state = watchOf(heard, 'starts');
  state.score = countAttempt(state.state as never, hasFailed, watches.starts.rule);
  if (!hasFailed) return;
  keepSign(state, { ...timesOf(heard), signal: 'start-failed', value: 1, ref }, false);
  heard.station.troubles += 1;
}

type Shown = { signal: string; ref?: string | null; shown?: number };

/** A value at a place; `shown`: as people know it, where it is not the value itself. */
export function hear(heard: Heard, name: WatchName, value: number, { signal, ref = null, shown = value }: Shown): void {
  const watch = watches[name];
  const state = watchOf(heard, name);
  if (watch.type === 'level') state.score = hearValue(state.state as never, value, watch.rule);
  else if (watch.type === 'spread') state.score = hearInterval(state.state as never, value, watch.rule);
  if (state.score > 0.5)
    keepSign(state, { ...timesOf(heard), signal, value: Math.round(shown * 100) / 100, ref }, false);
  else if (state.score < 0.2 && state.signs.length > 0) state.signs = [];
}

function timesOf({ at, toldAt }: Heard): Pick<Sign, 'at' | 'toldAt'> {
  return { at, toldAt };
}

function keepSign(state: WatchState, sign: Sign, isFirst: boolean): void {
  if (isFirst) state.signs = [];
  const last = state.signs.at(-1);
  // Meter values of one session are one sign: the newest tells it.
  if (last !== undefined && last.ref !== null && last.ref === sign.ref && last.signal === sign.signal)
    state.signs.pop();
  state.signs.push(sign);
  if (state.signs.length > maxSigns) state.signs.shift();
}
