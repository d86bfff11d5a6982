import type { ChargingProfile, ChargingProfilePurpose } from '../../../src/contract/energy/charging-profile.ts';
import type { RequestedChargingProfile } from '../../../src/contract/energy/requested-charging-profile.ts';
import type { OcppVersion } from '../../../src/contract/stations/station.ts';
import { lacks16, lacks21, lacks201, leaveOut } from '../../../src/doors/ocpp/shared/charging-profiles/losses.ts';
import { wirePurpose } from '../../../src/doors/ocpp/shared/charging-profiles/wire-words.ts';
import { writeProfile } from '../../../src/doors/ocpp/shared/charging-profiles/write-profile.ts';
import { writeProfile16 } from '../../../src/doors/ocpp/shared/charging-profiles/write-profile16.ts';
import { ChargingProfiles, type HeldProfile } from '../../../src/simulator/charging-profiles.ts';
import type { Outlet } from '../../../src/simulator/nameplate.ts';
import type { ProfileQuirk } from '../../../src/simulator/profile-quirks.ts';
import { heldFrom } from '../../../src/simulator/v16-charging-profiles.ts';
import type { SimulatedVehicle } from '../../../src/simulator/vehicle.ts';

const lacks = { '1.6': lacks16, '2.0.1': lacks201, '2.1': lacks21 };
const volts = 230;
const directEfficiency = 0.94;
const lookSeconds = 3_600;

/** Absent: whatever it is. */
export type ProfilePlace = { evseId?: number; purpose?: ChargingProfilePurpose; stackLevel?: number };

export type Visit = {
  sessionId: string;
  vehicle: SimulatedVehicle;
  startedAt: number;
  leavesAt: number;
  /** What the driver said, true or not. */
  saidLeavesAt: number;
  saidEnergyWh: number;
  /** Whether the server has heard of the session. */
  isKnown: boolean;
};

/**
 * A station with one EVSE, in memory: it takes the profiles that the door would write for its version, holds them as the simulator's
 * station does, and gives its car what they allow.
 */
export class StationInWorld {
  readonly id: string;
  readonly version: OcppVersion;
  readonly outlet: Outlet;
  profiles: ChargingProfiles;
  isOnline = false;
  /** Its network is down, and at first only it knows. */
  isCut = false;
  isDeaf = false;
  /** Since it last said so. */
  hasRestarted = false;
  disobeysSince = 0;
  meddledAt = Number.NEGATIVE_INFINITY;
  /** Its car draws what it likes, whatever the profiles say. */
  isDisobedient = false;
  visit: Visit | null = null;
  /** What its profiles come to, and until when. */
  private limit: { amperes: number | undefined; until: number } | null = null;
  private readonly quirks: readonly ProfileQuirk[];

  constructor(
    id: string,
    { version, outlet, quirks = [] }: { version: OcppVersion; outlet: Outlet; quirks?: readonly ProfileQuirk[] },
  ) {
    this.id = id;
    this.version = version;
    this.outlet = outlet;
    this.quirks = quirks;
    this.profiles = new ChargingProfiles(quirks);
  }

  /** As the handlers of its version do. */
  take(profile: RequestedChargingProfile): 'Accepted' | 'Rejected' {
    const { sessionId, ...rest } = profile;
    if (sessionId !== undefined && this.visit?.sessionId !== sessionId) return 'Rejected';
    const named: ChargingProfile = {
      ...rest,
      chargingProfileId: idOf(profile),
      ...(sessionId !== undefined && { sessionRef: '17' }),
    };
    const { said } = leaveOut(named, lacks[this.version]);
    const held: HeldProfile =
      this.version === '1.6'
        ? heldFrom(said.evseId, writeProfile16(said))
        : { evseId: said.evseId, profile: writeProfile(said), source: 'CSO' };
    if (this.profiles.refusalOf(held) !== undefined) return 'Rejected';
    this.profiles.put(held);
    this.limit = null;
    return 'Accepted';
  }

  clear({ purpose, ...place }: ProfilePlace): void {
    const criteria = { ...place, ...(purpose !== undefined && { chargingProfilePurpose: wirePurpose[purpose] }) };
    this.profiles.clear({ chargingProfileCriteria: criteria });
    this.limit = null;
  }

  /** As it would be if its profiles allowed all that its wires carry. */
  unbounded(): Pick<StationInWorld, 'id' | 'maxA'> {
    const phases = this.outlet.phases === 3 ? 3 : 1;
    return { id: this.id, maxA: () => ({ amperes: 32, phases }) };
  }

  plugIn(visit: Visit): void {
    this.visit = visit;
  }

  unplug(): void {
    this.visit = null;
    this.profiles.endSession('17');
    this.limit = null;
  }

  goOffline(now: number): void {
    this.isOnline = false;
    this.profiles.goOffline(new Date(now));
    this.limit = null;
  }

  comeOnline(now: number): void {
    this.isOnline = true;
    this.profiles.comeOnline(new Date(now));
    this.limit = null;
  }

  /** After a loss of power it has its lasting profiles, and the session's are gone. */
  restart(): void {
    const lasting = this.profiles.all.filter(({ profile }) => profile.chargingProfilePurpose !== 'TxProfile');
    this.profiles = new ChargingProfiles(this.quirks.filter((quirk) => quirk !== 'stale-profile'));
    for (const held of lasting) this.profiles.put(held);
    this.limit = null;
  }

  /** The most that it may come to draw in a while if nobody reaches it, whichever car is there. */
  maxA(now: number, forMs: number): { amperes: number; phases: 1 | 2 | 3 } {
    if (this.isDisobedient) return this.drawAt(now);
    const asked = { evseId: 1, durationSeconds: forMs / 1000, unit: 'A' as const, now: new Date(now) };
    const limits = this.profiles.composite(asked).map(({ limit }) => limit ?? 0);
    const phases = this.outlet.phases === 3 ? 3 : 1;
    return { amperes: Math.min(32, (Math.max(0, ...limits) * volts) / this.lineVolts), phases };
  }

  /** Per phase and on how many; below zero it feeds back. */
  drawAt(now: number): { amperes: number; phases: 1 | 2 | 3; powerW: number } {
    if (this.visit === null) return { amperes: 0, phases: 3, powerW: 0 };
    const { vehicle } = this.visit;
    const phases = this.phasesOf(vehicle);
    const powerW = vehicle.powerW(this.outlet, this.limitW(now, phases));
    return { amperes: powerW / this.lineVolts / phases, phases, powerW };
  }

  /** A charger of direct current loads all lines, whatever the car has on board. */
  phasesOf(vehicle: SimulatedVehicle): 1 | 2 | 3 {
    return this.outlet.kind === 'DC' ? 3 : vehicle.phasesAt(this.outlet);
  }

  /** Its lines carry what is lost on the way to the car, too. */
  private get lineVolts(): number {
    return this.outlet.kind === 'DC' ? volts * directEfficiency : volts;
  }

  /** What it measures at the grid; a curve of frequency in its profiles answers at once. */
  measureFrequency(hertz: number): void {
    this.profiles.frequencyHz = hertz;
    this.limit = null;
  }

  /** Time goes by; the energy that flowed. */
  charge(now: number, seconds: number): number {
    if (this.visit === null) return 0;
    const { vehicle } = this.visit;
    return vehicle.take(this.outlet, seconds, this.limitW(now, this.phasesOf(vehicle)));
  }

  offeredA(now: number): number | undefined {
    if (this.isDisobedient) return undefined;
    if (this.limit === null || now >= this.limit.until) this.limit = this.readLimit(now);
    return this.limit.amperes;
  }

  /** It stays until its profiles say something else; without a connection some of them end by themselves at any time. */
  private readLimit(now: number): { amperes: number | undefined; until: number } {
    const at = new Date(now);
    const [, next] = this.profiles.composite({ evseId: 1, durationSeconds: lookSeconds, unit: 'A', now: at });
    const seconds = this.isOnline ? (next?.startPeriod ?? lookSeconds) : 0;
    return { amperes: this.profiles.limitA(1, at), until: now + seconds * 1000 };
  }

  private limitW(now: number, phases: number): number | undefined {
    const amperes = this.offeredA(now);
    return amperes === undefined ? undefined : amperes * volts * phases;
  }
}

/** One number for each place, purpose and level, so that a new profile takes the place of the old one. */
function idOf({ evseId, purpose, stackLevel }: RequestedChargingProfile): number {
  return (
    evseId * 100 +
    stackLevel +
    { 'tx-default-profile': 0, 'tx-profile': 20, 'charging-station-max-profile': 40 }[purpose as 'tx-profile'] +
    1
  );
}
