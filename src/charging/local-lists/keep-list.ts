import type { Clock } from '#base/clock.ts';
import type { Outcome } from '#contract/commands/command.ts';
import type { CommandName } from '#contract/commands/commands.ts';
import { type Ledger, write } from '#ledger/ledger-types.ts';
import type { Batcher } from '../batcher.ts';
import type { AskOfRounds } from '../commands/ask-of-rounds.ts';
import type { KeptStation } from './kept-station-store.ts';
import { keptLists } from './local-list-store.ts';
import { recordStanding } from './record-standing.ts';
import {
  holds,
  holdsNothing,
  inSync,
  isDue,
  isLeftAlone,
  isVerified,
  isWorthFull,
  lackOf,
  refusalVerdict,
  type Verdict,
} from './standing.ts';
import type { StoredContents } from './stored-contents.ts';
import type { ViewNeeds } from './view-local-list.ts';

export type KeepNeeds = ViewNeeds & {
  ledger: Ledger;
  clock: Clock;
  /** Stations that are visited side by side are read together. */
  stations: Batcher<KeptStation>;
  contents: StoredContents;
  askOfRounds: AskOfRounds;
};

/** Some stations write every token to their flash before they answer. */
const answerWithinSeconds = 60;
const reportWithinSeconds = 20;
const askLimitsAgainMs = 24 * 3_600_000;

/** Brings the list of one station into sync, and writes down how that ended. `isForced`: now, whatever was decided before. */
export async function keepList(
  needs: KeepNeeds,
  stationId: string,
  { isForced }: { isForced: boolean },
): Promise<void> {
  const station = await needs.stations.read(stationId);
  if (station === undefined || !station.isOnline || isLeftAlone(station.list, needs.isKeeping)) return;
  if (!isForced && !isDue(station, needs.clock.now())) return;
  const verdict = await bringIntoStep(needs, station);
  await recordStanding(
    needs,
    station,
    verdict.state === 'pending' ? await orOffline(needs, station, verdict) : verdict,
  );
}

/** A station that left meanwhile did not refuse anything. */
async function orOffline({ stations }: KeepNeeds, visited: KeptStation, verdict: Verdict): Promise<Verdict> {
  const now = await stations.read(visited.place.stationId);
  const isSameLink = now?.isOnline === true && now.linkChangedAt?.getTime() === visited.linkChangedAt?.getTime();
  return isSameLink ? verdict : { state: 'pending', because: 'offline', said: null };
}

async function bringIntoStep(needs: KeepNeeds, station: KeptStation): Promise<Verdict> {
  const { list } = station;
  const lack = lackOf(station.told);
  if (lack !== undefined) return lack;
  const { digest } = await needs.book.summary({ place: station.place, pinned: list.pinned, room: station.told.room });
  if (holdsNothing(list) && holds(list, digest)) return inSync;
  const isKnown = isVerified(station, needs.clock.now());
  const reported = isKnown ? (list.reportedVersion ?? 0) : await askVersion(needs, station);
  if (typeof reported === 'object') return reported;
  if (reported < 0) return saysNone(reported);
  if (holds(list, digest) && reported === (list.version ?? 0)) return inSync;
  const told = await askLimits(needs, station);
  return (told && lackOf(told.told)) ?? send(needs, station);
}

/** A difference where one will do; the whole list once where the station then holds another version, or took nothing. */
async function send(needs: KeepNeeds, station: KeptStation): Promise<Verdict> {
  let verdict: Verdict = inSync;
  for (const mode of ['differential', 'full'] as const) {
    const outcome = await run(needs, station, 'send-local-list', { mode });
    if (outcome.status !== 'accepted') {
      verdict = refusalVerdict(outcome);
      if (isWorthFull(outcome)) continue;
      return verdict;
    }
    const version = await askVersion(needs, station);
    if (typeof version === 'object') return version;
    if (version === outcome.answer['version']) return inSync;
    verdict = { state: 'version-mismatch', because: null, said: String(version) };
  }
  return verdict;
}

/** D02. OCPP 1.6 says -1 where there is no list at all. Anything but an answer is a verdict. */
async function askVersion(needs: KeepNeeds, station: KeptStation): Promise<number | Verdict> {
  const outcome = await run(needs, station, 'get-local-list-version', {});
  if (outcome.status !== 'accepted') return refusalVerdict(outcome);
  return Number(outcome.answer['version']);
}

function saysNone(version: number): Verdict {
  return { state: 'unsupported', because: 'says-none', said: String(version) };
}

/** How long a list may be, before the first one is sent. What a station does not say by then is taken as no limit. */
async function askLimits(needs: KeepNeeds, station: KeptStation): Promise<KeptStation | undefined> {
  const { ledger, clock } = needs;
  const { told, list, place } = station;
  const now = clock.now();
  const isAsked = list.limitsAskedAt !== null && now.getTime() - list.limitsAskedAt.getTime() < askLimitsAgainMs;
  if (told.perMessage !== null || isAsked) return undefined;
  if (place.version === '1.6') {
    const names = [
      'LocalAuthListEnabled',
      'SendLocalListMaxLength',
      'LocalAuthListMaxLength',
      'SupportedFeatureProfiles',
    ];
    await run(needs, station, 'get-variables', { variables: names.map((name) => ({ name })) });
  } else {
    const components = [{ component: 'LocalAuthListCtrlr' }];
    await run(needs, station, 'get-report', { components }, reportWithinSeconds);
  }
  await ledger.commit({ writes: [write(keptLists, { stationId: place.stationId, limitsAskedAt: now })] });
  return needs.stations.read(place.stationId);
}

function run(
  { askOfRounds }: KeepNeeds,
  { place: { stationId } }: KeptStation,
  name: CommandName,
  input: Record<string, unknown>,
  waitForEffectSeconds?: number,
): Promise<Outcome> {
  return askOfRounds({ stationId, name, input, answerWithinSeconds, waitForEffectSeconds });
}
