import type { Pool } from 'pg';
import type { Cache } from '#base/cache.ts';
import type { Clock } from '#base/clock.ts';
import type { CommandRecord, Outcome } from '#contract/commands/command.ts';
import { ownReason } from '#contract/commands/own-reasons.ts';
import type { VariableResult } from '#contract/commands/variables.ts';
import type { DesiredSettingName, DesiredSettingState } from '#contract/stations/desired-setting.ts';
import type { OfflinePolicy } from '#contract/stations/site.ts';
import type { OcppVersion } from '#contract/stations/station.ts';
import type { VariablePlace } from '#contract/stations/variables.ts';
import { type Ledger, write } from '#ledger/ledger-types.ts';
import { system } from '#principals/actor.ts';
import type { Batcher } from '../batcher.ts';
import type { AskOfRounds } from '../commands/ask-of-rounds.ts';
import type { Ask } from '../commands/run-command.ts';
import { unseal } from '../seal.ts';
import { placeName, resolvePlace } from '../variables/place.ts';
import {
  type KeptStation,
  type KnownValue,
  readKnown,
  readSettingStations,
  type SealedGroup,
  type SettingRow,
  type SettingStation,
  settingRows,
} from './setting-store.ts';

export type SettingNeeds = {
  pool: Pool;
  ledger: Ledger;
  clock: Clock;
  nodeId: string;
  installationKey: Buffer;
  isKeeping: boolean;
  runCommand(ask: Ask): Promise<CommandRecord>;
  askOfRounds: AskOfRounds;
  /** Stations that are visited side by side are read together. */
  stations: Batcher<KeptStation>;
  masterPass: Cache<SealedGroup | undefined>;
};

const why = ownReason('settings-kept');
const answerWithinSeconds = 60;

/** Brings the settings of one station into sync: only what differs is sent. */
export async function keepSettings(needs: SettingNeeds, stationId: string): Promise<void> {
  if (!needs.isKeeping) return;
  const station = await needs.stations.read(stationId);
  if (station === undefined || !station.isOnline) return;
  const open = openOf(station, await masterPassOf(needs), needs.clock.now());
  if (open.length === 0) return;
  const attempts = await bringIntoStep(needs, station, open);
  await record(needs, station, attempts);
}

/** Of these stations, those that have something to hear, or to say; null: of all that are online here. */
export async function settingsToVisit(needs: SettingNeeds, stationIds: readonly string[] | null): Promise<string[]> {
  if (!needs.isKeeping) return [];
  const { pool, nodeId, clock } = needs;
  const [stations, masterPass] = await Promise.all([
    readSettingStations(pool, { nodeId, ids: stationIds }),
    masterPassOf(needs),
  ]);
  const now = clock.now();
  const open = stations
    .filter(({ isOnline }) => isOnline)
    .flatMap((station) =>
      openOf(station, masterPass, now).map((setting) => ({ stationId: station.stationId, station, setting })),
    );
  const sayable = open.flatMap((one) => (one.setting.place === null ? [] : [{ ...one, place: one.setting.place }]));
  const known = await readKnown(pool, sayable);
  const settled = new Set(
    sayable.flatMap(({ station, setting }, index) =>
      station.rows.get(setting.name)?.state === 'in-sync' && agrees(setting, known[index], station) ? [setting] : [],
    ),
  );
  return [...new Set(open.flatMap(({ stationId, setting }) => (settled.has(setting) ? [] : [stationId])))];
}

function agrees(setting: DesiredSettingValue, known: KnownValue | undefined, station: SettingStation): boolean {
  return isFresh(known, station) && known.value !== null && isAsWanted(setting, known.value);
}

function isFresh(known: KnownValue | undefined, { bootedAt }: SettingStation): known is KnownValue {
  return known !== undefined && (bootedAt === null || known.learnedAt > bootedAt);
}

function openOf(station: KeptStation, masterPass: MasterPass, now: Date): DesiredSettingValue[] {
  return wantedOf(station, masterPass).filter((setting) =>
    isOpen(station.rows.get(setting.name), { setting, station, now }),
  );
}

type MasterPass = { groupId: string; value: string } | null;

export async function masterPassOf({
  masterPass,
  installationKey,
}: Pick<SettingNeeds, 'masterPass' | 'installationKey'>): Promise<MasterPass> {
  const group = await masterPass.get();
  if (group === undefined) return null;
  const { id, secret, value } = group;
  return { groupId: id, value: unseal(installationKey, secret, { sealed: value, row: id }) };
}

/** What the station should be set to; a master pass that it was once told is taken back. */
export function wantedOf(station: KeptStation, masterPass: MasterPass): DesiredSettingValue[] {
  const none = station.rows.has('master-pass') ? { groupId: null, value: '' } : null;
  return desiredSettingsOf({ ...station, masterPass: masterPass ?? none }, station.version);
}

async function bringIntoStep(
  needs: SettingNeeds,
  station: SettingStation,
  open: readonly DesiredSettingValue[],
): Promise<Attempt[]> {
  const sayable = open.filter(({ place }) => place !== null);
  const told = await toldBy(needs, station, sayable);
  const differing = sayable.filter((one) => told.get(one)?.state === undefined && !isTold(told.get(one), one));
  // One that cannot be said would take the whole command with it.
  const toSet = differing.filter((one) => whyUnsayable(one, station.version) === null);
  const set = toSet.length === 0 ? undefined : await run(needs, station, 'set-variables', toSet);
  return open.map((setting) => {
    if (setting.place === null) return { setting, state: 'not-in-version', said: null };
    const known = told.get(setting);
    if (known?.state !== undefined) return { setting, state: known.state, said: known.said };
    if (!differing.includes(setting)) return { setting, state: 'in-sync', said: null };
    const unsayable = whyUnsayable(setting, station.version);
    return unsayable === null ? attemptOf(setting, set) : { setting, state: 'refused', said: unsayable };
  });
}

type SettingReport = { value: string | null; state?: Attempt['state']; said: string | null };

function isTold(told: SettingReport | undefined, setting: DesiredSettingValue): boolean {
  return typeof told?.value === 'string' && isAsWanted(setting, told.value);
}

/** From what is known since its last boot; the rest is read. */
async function toldBy(
  needs: SettingNeeds,
  station: SettingStation,
  settings: readonly DesiredSettingValue[],
): Promise<Map<DesiredSettingValue, SettingReport>> {
  const { stationId } = station;
  const known = await readKnown(
    needs.pool,
    settings.flatMap(({ place }) => (place === null ? [] : [{ stationId, place }])),
  );
  const told = new Map<DesiredSettingValue, SettingReport>();
  const unread: DesiredSettingValue[] = [];
  for (const [index, setting] of settings.entries()) {
    const one = known[index];
    if (isFresh(one, station)) told.set(setting, { value: one.value, said: null });
    else unread.push(setting);
  }
  if (unread.length === 0) return told;
  const outcome = await run(needs, station, 'get-variables', unread);
  for (const setting of unread) {
    const { state, said } = attemptOf(setting, outcome);
    const result = resultOf(outcome, setting);
    const isUnreadable = state === 'refused'; // it may still be set
    if (state === 'in-sync' || isUnreadable) told.set(setting, { value: result?.value ?? null, said: null });
    else told.set(setting, { value: null, state, said });
  }
  return told;
}

async function run(
  { runCommand, askOfRounds }: SettingNeeds,
  { stationId }: SettingStation,
  name: 'get-variables' | 'set-variables',
  settings: readonly DesiredSettingValue[],
): Promise<Outcome> {
  const variables = settings.flatMap(({ place, value }) =>
    place === null ? [] : [{ name: placeName(place), ...(name === 'set-variables' && { value }) }],
  );
  const question = { stationId, name, input: { variables }, answerWithinSeconds };
  if (name === 'get-variables') return askOfRounds(question);
  const { outcome } = await runCommand({ ...question, actor: system, why });
  return outcome ?? { status: 'no-answer', code: null, reason: null, answer: {}, losses: [] };
}

async function record(
  { ledger, clock }: SettingNeeds,
  { stationId, rows: before }: KeptStation,
  attempts: readonly Attempt[],
): Promise<void> {
  const now = clock.now();
  const rows = attempts.map(({ setting: { name, wanted }, state, said }) => {
    const known = before.get(name);
    const isSame = known?.state === state && known.wanted === wanted;
    const since = isSame ? known.since : now;
    return {
      row: { stationId, name, wanted, state, said, since, triedAt: now, nextTryAt: nextTryAt(state, now) },
      isSame,
    };
  });
  const news = rows.filter(({ isSame }) => !isSame).map(({ row: { name, state, said } }) => ({ name, state, said }));
  if (news.length === 0 && rows.every(({ row }) => row.state === 'in-sync')) return;
  await ledger.commit({
    events:
      news.length === 0
        ? []
        : [{ kind: 'desired-settings-state', stationId, happenedAt: now, body: { settings: news } }],
    writes: rows.map(({ row }) => write(settingRows, row)),
  });
}

type Attempt = { setting: DesiredSettingValue; state: DesiredSettingState; said: string | null };

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

/** Whether there is something to do, or to look at. What a station would not take may have changed with its last boot. */
function isOpen(
  row: SettingRow | undefined,
  { setting, station, now }: { setting: DesiredSettingValue; station: SettingStation; now: Date },
): boolean {
  if (row === undefined || row.wanted !== setting.wanted) return true;
  if (setting.place === null) return row.state !== 'not-in-version';
  if (row.state === 'in-sync') return true; // costs nothing while what is known agrees
  if (station.bootedAt !== null && station.bootedAt > row.triedAt) return true;
  return row.nextTryAt !== null && row.nextTryAt <= now;
}

function attemptOf(setting: DesiredSettingValue, outcome: Outcome | undefined): Attempt {
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

function resultOf(outcome: Outcome | undefined, { place }: DesiredSettingValue): VariableResult | undefined {
  const results = (outcome?.answer['results'] ?? []) as VariableResult[]; // the answer of the command's own schema
  return place === null ? undefined : results.find(({ name }) => name === placeName(place));
}

function nextTryAt(state: DesiredSettingState, now: Date): Date | null {
  if (state === 'pending') return new Date(now.getTime() + 5 * minuteMs);
  return state === 'refused' ? new Date(now.getTime() + dayMs) : null;
}

type Wishes = {
  offlinePolicy: OfflinePolicy | null;
  tariffFallbackText: string | null;
  costFallbackText: string | null;
  /** null: there is no master pass and never was one here; without a group: there is none any more. */
  masterPass: { groupId: string | null; value: string } | null;
};

type DesiredSettingValue = {
  name: DesiredSettingName;
  /** null: this version has no setting for it. */
  place: VariablePlace | null;
  value: string;
  wanted: string;
};

const offline = {
  'known-only': { known: 'true', unknown: 'false' },
  'accept-unknown': { known: 'true', unknown: 'true' },
  nobody: { known: 'false', unknown: 'false' },
} satisfies Record<OfflinePolicy, { known: string; unknown: string }>;

function desiredSettingsOf(wishes: Wishes, version: OcppVersion): DesiredSettingValue[] {
  const { offlinePolicy, tariffFallbackText, costFallbackText, masterPass } = wishes;
  const is16 = version === '1.6';
  const settings: DesiredSettingValue[] = [];
  const want = (name: DesiredSettingName, place: string | null, value: string, wanted = value) =>
    settings.push({ name, place: place === null ? null : resolvePlace({ name: place }), value, wanted });
  if (offlinePolicy !== null) {
    // C13 and C15; on 1.6 the same by other names.
    want('offline-known', 'AuthCtrlr.LocalAuthorizeOffline', offline[offlinePolicy].known);
    want('offline-unknown', 'AuthCtrlr.OfflineTxForUnknownIdEnabled', offline[offlinePolicy].unknown);
  }
  if (masterPass !== null)
    want('master-pass', is16 ? null : 'AuthCtrlr.MasterPassGroupId', masterPass.value, masterPass.groupId ?? '');
  if (tariffFallbackText !== null)
    want(
      'tariff-fallback',
      is16 ? defaultPrice : 'TariffCostCtrlr.TariffFallbackMessage',
      is16 ? priceText(tariffFallbackText) : tariffFallbackText,
      tariffFallbackText,
    );
  if (costFallbackText !== null)
    want('cost-fallback', is16 ? null : 'TariffCostCtrlr.TotalCostFallbackMessage', costFallbackText);
  return settings;
}

/** OCA's note on pricing for OCPP 1.6: one key holds the price and its texts. */
const defaultPrice = 'DefaultPrice';

function priceText(text: string): string {
  return JSON.stringify({ priceText: text, priceTextOffline: text });
}

const longestValue = { '1.6': 500, '2.0.1': 1000, '2.1': 2500 } satisfies Record<OcppVersion, number>;

/** Why a version cannot say it; null: it can. */
function whyUnsayable({ value }: DesiredSettingValue, version: OcppVersion): string | null {
  const { length } = value;
  const longest = longestValue[version];
  if (length <= longest) return null;
  return `The value has ${length} characters, and OCPP ${version} has room for ${longest}; shorten the text of the site.`;
}

function isAsWanted({ name, place, value }: DesiredSettingValue, actual: string): boolean {
  // A default tariff stands in the same key, and where there is a price nobody needs the text for none.
  if (name === 'tariff-fallback' && place?.variable === defaultPrice && /"chargingPrice"\s*:/.test(actual)) return true;
  const isFlag = value === 'true' || value === 'false';
  return isFlag ? actual.trim().toLowerCase() === value : actual === value;
}
