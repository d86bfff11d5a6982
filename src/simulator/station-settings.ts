import type { Duplex } from 'node:stream';
import { type Clock, systemClock } from '#base/clock.ts';
import { defined } from '#base/present.ts';
import type { OcppVersion } from '#contract/stations/station.ts';
import { type BackOff, defaultBackOff } from './back-off.ts';
import type { FaultName } from './faults/fault-effects.ts';
import type { CallOutcome } from './frames.ts';
import { type Nameplate, nameplateOf } from './nameplate.ts';
import type { ProfileQuirk } from './profile-quirks.ts';
import type { QuirkName } from './quirks.ts';
import { type Random, randomFrom } from './random.ts';
import type { OddityName } from './session-oddities.ts';
import type { StationMemory } from './station-memory.ts';
import type { Arrival } from './visits.ts';

/** A version that a station does not survive well: it stays away, restarts again and again, or breaks its connectors. */
export type BadFirmware = { version: string; does: 'never-returns' | 'boot-loops' | 'faults' };

export type StationSettings = {
  id: string;
  version: OcppVersion;
  /** Of the server's station door, without the station's id: ws://127.0.0.1:9000 */
  url: string;
  /** A connection that the caller makes, in place of one over the network. */
  createConnection?: (() => Duplex) | undefined;
  password?: string | undefined;
  nameplate?: Nameplate | undefined;
  /** Absent: as the server says. */
  heartbeatSeconds?: number | undefined;
  /** Something happens at a connector about this often; 0: only what `changeConnector` is told. */
  statusEverySeconds?: number | undefined;
  /** How likely a free connector breaks instead of being used. */
  faultChance?: number | undefined;
  /** Most stations boot after a restart only, some after every lost connection. */
  bootsOnReconnect?: boolean | undefined;
  backOff?: BackOff | undefined;
  callTimeoutSeconds?: number | undefined;
  /** Until the next boot after a failed one, or when the server leaves it to the station. */
  bootRetrySeconds?: number | undefined;
  rebootSeconds?: number | undefined;
  /** What it does against the book, by the names of the rules. */
  quirks?: readonly QuirkName[] | undefined;
  /** What it does with charging profiles against the book. */
  profileQuirks?: readonly ProfileQuirk[] | undefined;
  /** What is wrong with it, growing worse until it has failed after so long. */
  fault?: { name: FaultName; lifeSeconds: number } | undefined;
  /** What it does to its sessions, by the names of `oddities`. */
  oddities?: readonly OddityName[] | undefined;
  /** What certain versions of firmware do to it. */
  badFirmware?: readonly BadFirmware[] | undefined;
  /** How many tokens its list can hold; absent: any number, and it says nothing of it. */
  maxListed?: number | undefined;
  /** How often the meter of a session is reported. */
  sampleEverySeconds?: number | undefined;
  /** What its meters have counted in their life before. */
  initialRegisterWh?: number | undefined;
  /** Who comes when a session is started remotely; absent: nobody, and its meter moves by `charge` alone. */
  nextDriver?: (() => Arrival) | undefined;
  /** What it keeps without power; absent: as long as this object lives. */
  memory?: StationMemory | undefined;
  /** How long a second takes: a test shortens all waiting with it. */
  secondMs?: number | undefined;
  /** Milliseconds until the station may connect, where many share a gate. */
  waitForTurnMs?: (() => number) | undefined;
  random?: Random | undefined;
  clock?: Clock | undefined;
  onEvent?: ((event: StationEvent) => void) | undefined;
};

/** What a watcher of many stations wants to count. */
export type StationEvent =
  | { kind: 'state-changed'; stationId: string; state: StationState }
  | { kind: 'exchanged'; stationId: string; exchange: Exchange }
  /** It has done what it was asked; the answer is about to leave. */
  | { kind: 'answering'; stationId: string; action: string }
  | { kind: 'discarded'; stationId: string; discarded: Discarded }
  | { kind: 'trouble'; stationId: string; trouble: string };

/** A message that carried energy was given up after so many attempts: the server will never hear it. */
export type Discarded = { action: string; request: object; outcome: CallOutcome<unknown> };

export type StationState = 'stopped' | 'offline' | 'booting' | 'pending' | 'rejected' | 'accepted';

export type Exchange = { action: string; request: object; sentAt: Date; outcome: CallOutcome<unknown> };

export type CompleteSettings = ReturnType<typeof completeSettings>;

const usualSettings = {
  statusEverySeconds: 60,
  faultChance: 0.03,
  bootsOnReconnect: false,
  backOff: defaultBackOff,
  callTimeoutSeconds: 30,
  bootRetrySeconds: 30,
  rebootSeconds: 5,
  quirks: [] as readonly QuirkName[],
  profileQuirks: [] as readonly ProfileQuirk[],
  oddities: [] as readonly OddityName[],
  badFirmware: [] as readonly BadFirmware[],
  sampleEverySeconds: 60,
  secondMs: 1000,
  clock: systemClock,
};

export function completeSettings(given: StationSettings) {
  return {
    ...usualSettings,
    random: randomFrom(`life ${given.id}`),
    ...defined(given),
    nameplate: { ...(given.nameplate ?? nameplateOf(given.id)) }, // its own: an update changes it
  };
}
