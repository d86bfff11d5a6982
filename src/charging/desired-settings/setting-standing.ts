import type { Outcome } from '#contract/commands/command.ts';
import type { VariableResult } from '#contract/commands/variables.ts';
import type { DesiredSettingState } from '#contract/stations/desired-setting.ts';
import { placeName } from '../variables/place.ts';
import type { DesiredSettingValue } from './desired-settings.ts';
import type { SettingRow, SettingStation } from './setting-store.ts';

export type Attempt = { setting: DesiredSettingValue; state: DesiredSettingState; said: string | null };

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

/** Whether there is something to do, or to look at. What a station would not take may have changed with its last boot. */
export function isOpen(
  row: SettingRow | undefined,
  { setting, station, now }: { setting: DesiredSettingValue; station: SettingStation; now: Date },
): boolean {
  if (row === undefined || row.wanted !== setting.wanted) return true;
  if (setting.place === null) return row.state !== 'not-in-version';
  if (row.state === 'in-sync') return true; // costs nothing while what is known agrees
  if (station.bootedAt !== null && station.bootedAt > row.triedAt) return true;
  return row.nextTryAt !== null && row.nextTryAt <= now;
}

/** How the station took one of the settings it was asked about. */
export function attemptOf(setting: DesiredSettingValue, outcome: Outcome | undefined): Attempt {
  const result = resultOf(outcome, setting);
  if (result === undefined) {
    const isRefused = outcome?.status === 'rejected';
    return { setting, state: isRefused ? 'refused' : 'pending', said: isRefused ? outcome.code : null };
  }
  const { status, reason } = result;
  if (status === 'accepted') return { setting, state: 'in-sync', said: null };
  if (status === 'reboot-required') return { setting, state: 'awaits-reboot', said: null };
  if (status === 'unknown-component' || status === 'unknown-variable')
    return { setting, state: 'unknown-to-station', said: null };
  return { setting, state: 'refused', said: reason ?? status };
}

export function resultOf(outcome: Outcome | undefined, { place }: DesiredSettingValue): VariableResult | undefined {
  const results = (outcome?.answer['results'] ?? []) as VariableResult[]; // the answer of the command's own schema
  return place === null ? undefined : results.find(({ name }) => name === placeName(place));
}

export function nextTryAt(state: DesiredSettingState, now: Date): Date | null {
  if (state === 'pending') return new Date(now.getTime() + 5 * minuteMs);
  return state === 'refused' ? new Date(now.getTime() + dayMs) : null;
}
