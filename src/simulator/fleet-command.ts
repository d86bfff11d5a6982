import { setTimeout as pause } from 'node:timers/promises';
import { type OcppVersion, ocppVersion, stationId } from '#contract/stations/station.ts';
import type { Habits } from './drivers.ts';
import { type FaultName, faultNames } from './faults/fault-effects.ts';
import { type Fleet, type FleetStats, startFleet } from './fleet.ts';
import { type FleetLanguage, fleetTexts } from './fleet-texts.ts';
import { openJournal } from './journal.ts';
import { type Nameplate, nameplateOf, usualOutlet } from './nameplate.ts';
import { type ProfileQuirk, profileQuirks } from './profile-quirks.ts';
import { invalidOption, readDurationMs, readNumber } from './read-option.ts';
import { type OddityName, oddities } from './session-oddities.ts';
import { sleep } from './sleep.ts';
import { overnightVehicle } from './vehicle.ts';

type Text = 'url' | 'prefix' | 'password' | 'journal' | 'connectPerSecond';
/** 90s, 5m, 2h or seconds. */
type Duration = 'duration' | 'heartbeat' | 'statusEvery' | 'sampleEvery';

/** The options of `sigec simulate fleet`, as typed. */
export type FleetCommandOptions = Partial<Record<Text | Duration, string | undefined>> & {
  count: string;
  /** 1.6, 2.0.1, 2.1 or all; several are mixed. Absent: all. */
  version?: readonly string[] | undefined;
  /** Drivers come with these and charge. Absent: nobody comes. */
  token?: readonly string[] | undefined;
  /** What the stations do to their sessions, by the names of `oddities`. */
  oddity?: readonly string[] | undefined;
  /** All are wall boxes of 22 kW, and at each a car stays for the night. */
  overnight?: boolean | undefined;
  /** What is wrong with them, by the names of `faultNames`. */
  fault?: string | undefined;
  /** How long until it has failed; absent: an hour. */
  faultLife?: string | undefined;
  /** What they do with charging profiles, by the names of `profileQuirks`. */
  profileQuirk?: readonly string[] | undefined;
  language?: FleetLanguage | undefined;
  signal?: AbortSignal | undefined;
};

const progressEveryMs = 5_000;
const maxStations = 50_000;
const lastWordsMs = 10_000;

/** Runs a fleet, tells how it goes, and gives the exit code: 0 when every station was accepted and nothing went wrong. */
export async function runFleetCommand(options: FleetCommandOptions, print: (line: string) => void): Promise<number> {
  const { count, versions, url, prefix, durationMs, ...rest } = readOptions(options);
  const text = fleetTexts[options.language ?? 'en'];
  const signal = options.signal ?? new AbortController().signal;
  const journal = options.journal === undefined ? undefined : await openJournal(options.journal);
  const startedAt = performance.now();
  const elapsedMs = () => performance.now() - startedAt;
  print(text.start({ count, versions, url }));
  const fleet = startFleet({ url, count, versions, idPrefix: prefix, password: options.password, journal, ...rest });
  while (await sleep(Math.min(progressEveryMs, durationMs - elapsedMs()), signal)) {
    print(text.progress({ seconds: Math.round(elapsedMs() / 1000), stats: fleet.stats() }));
    if (elapsedMs() >= durationMs) break;
  }
  const atTheEnd = fleet.stats();
  await tellAll(fleet);
  await fleet.stop();
  await journal?.close();
  const { connected, accepted, pending } = atTheEnd;
  const stats: FleetStats = { ...fleet.stats(), connected, accepted, pending };
  const { acceptedOnce } = fleet;
  const journaled = journal?.counts.acknowledged;
  const isCharging = rest.drivers !== undefined || stats.truth.sessions > 0;
  for (const line of text.summary({ stats, acceptedOnce, journaled, isCharging, untold: fleet.untold })) print(line);
  return stats.errors === 0 && fleet.acceptedOnce === count ? 0 : 1;
}

/** Drivers leave, and the stations tell it, if the server lets them; a server that is gone keeps nobody waiting. */
async function tellAll(fleet: Fleet): Promise<void> {
  const until = performance.now() + lastWordsMs;
  await Promise.race([fleet.endVisits(), pause(lastWordsMs)]);
  while (fleet.untold > 0 && performance.now() < until) await pause(50);
}

function readOptions(options: FleetCommandOptions) {
  const { url = 'ws://127.0.0.1:9000', prefix = 'SIM-' } = options;
  const count = readNumber('N', options.count, { least: 1, most: maxStations });
  if (!/^wss?:\/\/./.test(url) || !URL.canParse(url))
    throw invalidOption('--url', url, 'an address such as ws://127.0.0.1:9000');
  if (!stationId.safeParse(`${prefix}${count}`.padEnd(prefix.length + 5, '0')).success) {
    throw invalidOption('--prefix', prefix, 'up to 43 visible characters without / \\ : ? #');
  }
  const seconds = (name: string, given: string | undefined) =>
    given === undefined ? undefined : readDurationMs(given, name) / 1000;
  const perSecond = options.connectPerSecond;
  return {
    count,
    url,
    prefix,
    versions: readVersions(options.version ?? ['all']),
    durationMs: options.duration === undefined ? Number.MAX_SAFE_INTEGER : readDurationMs(options.duration),
    heartbeatSeconds: seconds('--heartbeat', options.heartbeat),
    statusEverySeconds: seconds('--status-every', options.statusEvery),
    drivers: readDrivers(options),
    ...(options.overnight && { nameplate: wallBox }),
    sampleEverySeconds: seconds('--sample-every', options.sampleEvery),
    oddities: (options.oddity ?? []).map(readOddity),
    ...(options.fault !== undefined && {
      fault: { name: readFault(options.fault), lifeSeconds: seconds('--fault-life', options.faultLife) ?? 3600 },
    }),
    profileQuirks: (options.profileQuirk ?? []).map(readProfileQuirk),
    connectPerSecond:
      perSecond === undefined ? undefined : readNumber('--connect-per-second', perSecond, { least: 1, most: 10_000 }),
  };
}

function readVersions(given: readonly string[]): [OcppVersion, ...OcppVersion[]] {
  const known = given.flatMap((word) =>
    word === 'all' ? ocppVersion.options : ocppVersion.options.filter((version) => version === word),
  );
  const unknown = given.find((word) => word !== 'all' && !known.some((version) => version === word));
  const [first, ...others] = known;
  if (unknown !== undefined || first === undefined) {
    throw invalidOption('--version', unknown ?? '', `${ocppVersion.options.join(', ')} or all`);
  }
  return [first, ...others];
}

const wallBox: Nameplate = { ...nameplateOf('wall box'), model: 'Wall box 22', evseCount: 1, outlet: usualOutlet };

function readDrivers({ token = [], overnight }: FleetCommandOptions): Habits | undefined {
  const [first, ...others] = token;
  if (first === undefined) return undefined;
  if (overnight)
    return {
      tokens: [first, ...others],
      pauseSeconds: [1, 3],
      chargeSeconds: [8 * 3600, 10 * 3600],
      idleSeconds: [0, 20],
      vehicle: overnightVehicle,
    };
  return { tokens: [first, ...others], pauseSeconds: [1, 20], chargeSeconds: [30, 120], idleSeconds: [0, 20] };
}

function readOddity(given: string): OddityName {
  if (!Object.hasOwn(oddities, given)) throw invalidOption('--oddity', given, Object.keys(oddities).join(', '));
  return given as OddityName;
}

function readFault(given: string): FaultName {
  const known = faultNames.find((name) => name === given);
  if (known === undefined) throw invalidOption('--fault', given, faultNames.join(', '));
  return known;
}

function readProfileQuirk(given: string): ProfileQuirk {
  const known = profileQuirks.find((quirk) => quirk === given);
  if (known === undefined) throw invalidOption('--profile-quirk', given, profileQuirks.join(', '));
  return known;
}
