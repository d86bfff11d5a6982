import type { ChargingProfile } from '../../../src/contract/energy/charging-profile.ts';
import type { RequestedChargingProfile } from '../../../src/contract/energy/requested-charging-profile.ts';
import type { OcppVersion } from '../../../src/contract/stations/station.ts';
import { lacks16, lacks21, lacks201, leaveOut } from '../../../src/doors/ocpp/shared/charging-profiles/losses.ts';
import { writeProfile } from '../../../src/doors/ocpp/shared/charging-profiles/write-profile.ts';
import { writeProfile16 } from '../../../src/doors/ocpp/shared/charging-profiles/write-profile16.ts';
import { ChargingProfiles, type HeldProfile } from '../../../src/simulator/charging-profiles.ts';
import type { ProfileQuirk } from '../../../src/simulator/profile-quirks.ts';
import { heldFrom } from '../../../src/simulator/v16-charging-profiles.ts';
import { SimulatedVehicle, type VehicleModel } from '../../../src/simulator/vehicle.ts';

const lacks = { '1.6': lacks16, '2.0.1': lacks201, '2.1': lacks21 };
const volts = 230;
const outlet = { kind: 'AC', maxW: 22_080, phases: 3 } as const;

export type StationOptions = {
  version?: OcppVersion;
  quirks?: readonly ProfileQuirk[];
  car?: VehicleModel;
  soc?: number;
  /** Profiles count so long after they were taken. */
  lagSeconds?: number;
  /** Only profiles of these purposes count. */
  follows?: readonly string[];
  /** Whether its meter tells what it offers to the car. */
  tellsOffer?: boolean;
};

const bigCar: VehicleModel = { capacityWh: 400_000, acW: 22_080, dcW: 100_000, phases: 3 };

/** A station with one EVSE and one car, which does with charging profiles what its quirks say. */
export class QuirkyStation {
  readonly id: string;
  readonly version: OcppVersion;
  readonly vehicle: SimulatedVehicle;
  /** What it was told, in order. */
  readonly taken: RequestedChargingProfile[] = [];
  sessionId: string;
  isSwitchedOn: boolean;
  hasEnded = false;
  refusals = 0;
  private readonly own = new Set<number>();
  private readonly held: ChargingProfiles;
  private readonly options: StationOptions;
  private readonly late: { at: number; limitA: number | undefined }[] = [];

  constructor(id: string, options: StationOptions = {}) {
    this.id = id;
    this.options = options;
    this.version = options.version ?? '2.0.1';
    this.sessionId = `session of ${id}`;
    this.isSwitchedOn = !this.has('load-balancing-off');
    this.held = new ChargingProfiles(options.quirks, () => this.isSwitchedOn);
    this.vehicle = new SimulatedVehicle(options.car ?? bigCar, options.soc ?? 0.2);
  }

  /** Why it refuses; null: it took it. */
  take(requested: RequestedChargingProfile): string | null {
    const { sessionId, ...rest } = requested;
    const named: ChargingProfile = {
      ...rest,
      chargingProfileId: idOf(requested),
      ...(sessionId !== undefined && { sessionRef: '17' }),
    };
    const { said } = leaveOut(named, lacks[this.version]);
    const held: HeldProfile =
      this.version === '1.6'
        ? heldFrom(said.evseId, writeProfile16(said))
        : { evseId: said.evseId, profile: writeProfile(said), source: 'CSO' };
    const refusal = this.held.refusalOf(held);
    if (refusal !== undefined) {
      this.refusals += 1;
      return this.version === '1.6' ? 'Rejected' : refusal; // 1.6 has no word for why
    }
    this.held.put(held);
    this.own.add(held.profile.id);
    this.taken.push(requested);
    return null;
  }

  clear(choice: { chargingProfileId?: number; purpose?: string; stackLevel?: number }): number {
    const purposes: Record<string, 'ChargingStationMaxProfile' | 'TxDefaultProfile'> = {
      'charging-station-max-profile': 'ChargingStationMaxProfile',
      'tx-default-profile': 'TxDefaultProfile',
    };
    const purpose = purposes[choice.purpose ?? ''];
    return this.held.clear({
      ...(choice.chargingProfileId !== undefined && { chargingProfileId: choice.chargingProfileId }),
      chargingProfileCriteria: {
        ...(purpose !== undefined && { chargingProfilePurpose: purpose }),
        ...(choice.stackLevel !== undefined && { stackLevel: choice.stackLevel }),
      },
    });
  }

  foreignIds(): number[] {
    return this.held.all.map(({ profile }) => profile.id).filter((id) => !this.own.has(id));
  }

  composite(unit: 'A' | 'W', now: number) {
    return this.held.composite({ evseId: 1, durationSeconds: 300, unit, now: new Date(now) });
  }

  /** What its profiles come to, with all its faults; undefined: nothing limits it. */
  limitA(now: number): number | undefined {
    const { lagSeconds = 0, follows } = this.options;
    const followed = follows === undefined ? this.held : this.only(follows);
    const limitA = followed.limitA(1, new Date(now));
    if (lagSeconds === 0) return limitA;
    this.late.push({ at: now, limitA });
    return this.late.findLast(({ at }) => at <= now - lagSeconds * 1000)?.limitA;
  }

  drawA(now: number): number {
    if (this.hasEnded) return 0;
    const phases = this.vehicle.phasesAt(outlet);
    return this.vehicle.powerW(outlet, this.limitW(now)) / volts / phases;
  }

  get phases(): 1 | 2 | 3 {
    return this.vehicle.phasesAt(outlet);
  }

  offeredA(now: number): number | null {
    return this.options.tellsOffer === true ? Math.min(32, this.limitA(now) ?? 32) : null;
  }

  /** Another session of the same car. */
  begin(): void {
    this.held.endSession('17');
    this.sessionId = `${this.sessionId} again`;
    this.hasEnded = false;
  }

  /** Time goes by. */
  charge(now: number, seconds: number): void {
    if (this.hasEnded) return;
    this.vehicle.take(outlet, seconds, this.limitW(now));
    if (this.has('zero-ends-session') && this.limitA(now) === 0) this.hasEnded = true;
  }

  private has(quirk: ProfileQuirk): boolean {
    return this.options.quirks?.includes(quirk) === true;
  }

  private only(purposes: readonly string[]): ChargingProfiles {
    const some = new ChargingProfiles(this.options.quirks?.filter((quirk) => quirk !== 'stale-profile'));
    for (const held of this.held.all) if (purposes.includes(held.profile.chargingProfilePurpose)) some.put(held);
    return some;
  }

  private limitW(now: number): number | undefined {
    const limitA = this.limitA(now);
    return limitA === undefined ? undefined : limitA * volts * this.vehicle.phasesAt(outlet);
  }
}

/** One number for each place, purpose and level, so that a new profile takes the place of the old one. */
function idOf({ evseId, purpose, stackLevel }: RequestedChargingProfile): number {
  const places = ['tx-default-profile', 'tx-profile', 'charging-station-max-profile'];
  return 1 + evseId * 1000 + places.indexOf(purpose) * 100 + stackLevel;
}
