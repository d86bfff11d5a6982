import type { Pool } from 'pg';
import type { ChargingNeed, EffectiveNeed } from '#contract/energy/charging-need.ts';
import type { EvNeeds } from '#contract/energy/ev-needs.ts';
import type { StoredSiteEnergy } from '#contract/energy/site-energy.ts';
import type { SiteEvse } from '#contract/energy/site-tree.ts';
import { readEvNeeds } from '../../../charging-profiles/ev-needs-store.ts';
import { phasesOf, toldVolts } from '../../network/evse-wiring.ts';
import { effectiveNeed, saidDeparture } from '../needs/effective-need.ts';
import { readNeeds, type StatedNeed } from '../needs/need-store.ts';
import { type VehicleReport, vehicleReport } from '../needs/vehicle-need.ts';
import type { ChargingCar } from '../site-inputs.ts';
import { type MeteredCar, type RunningSession, readEnergyAt, readGivenSince, readMetering } from './car-store.ts';
import type { SiteStays } from './stay-history.ts';

type Asked = {
  settings: StoredSiteEnergy;
  sessions: readonly RunningSession[];
  stays: SiteStays;
  now: Date;
  /** Needs that take the place of what was said, by session: for a question what would be. */
  instead?: ReadonlyMap<string, ChargingNeed> | undefined;
};

/** The cars of running sessions at EVSEs of the tree; sessions elsewhere are left out. */
export async function readCars(pool: Pool, { settings, sessions, stays, now, instead }: Asked): Promise<ChargingCar[]> {
  const places = new Map(
    settings.tree.nodes.flatMap(({ id, evse }) =>
      evse === null ? [] : [[`${evse.stationId}\n${evse.evseId}`, { nodeId: id, evse }] as const],
    ),
  );
  const there = sessions.flatMap((session) => {
    const place = session.evseId === null ? undefined : places.get(`${session.stationId}\n${session.evseId}`);
    return place === undefined ? [] : [{ session, ...place }];
  });
  const stationIds = [...new Set(there.map(({ session }) => session.stationId))];
  const [metering, needs, told] = await Promise.all([
    readMetering(
      pool,
      there.map(({ session }) => session),
      now,
    ),
    readNeeds(
      pool,
      there.map(({ session }) => session.id),
    ),
    Promise.all(stationIds.map(async (stationId) => [stationId, await readEvNeeds(pool, stationId)] as const)),
  ]);
  const toldAt = new Map(told);
  return Promise.all(
    there.map(async ({ session, nodeId, evse }) => {
      const report = (toldAt.get(session.stationId) ?? []).find((each) => isOf(each, session));
      const vehicle =
        report === undefined
          ? null
          : {
              transfer: report.transfer,
              ...vehicleReport(report, {
                energyWh: await readEnergyAt(pool, session, new Date(report.toldAt)),
                voltageV: evse.voltageV,
              }),
            };
      const asked = instead?.get(session.id);
      const stated = asked === undefined ? (needs.get(session.id) ?? null) : askedNow(asked, session, now);
      return carOf({
        session,
        nodeId,
        evse,
        settings,
        stays,
        stated,
        vehicle,
        now,
        metering: metering.get(session.id),
        givenWh: hasWindow(vehicle) ? await readGivenSince(pool, session, vehicle.reportedAt) : null,
      });
    }),
  );
}

function hasWindow(vehicle: VehicleReport | null): vehicle is VehicleReport {
  return vehicle !== null && vehicle.window !== null;
}

function askedNow(need: ChargingNeed, { energyWh }: RunningSession, now: Date): StatedNeed {
  return { need, source: 'operator', statedAt: now, energyWh };
}

function isOf({ evseId, sessionRef, toldAt }: EvNeeds, session: RunningSession): boolean {
  // A car may tell its needs before its session has begun; the report then names none.
  const isRecent = Date.parse(toldAt) >= session.startedAt.getTime() - beforeStartMs;
  return evseId === session.evseId && (sessionRef === session.ref || (sessionRef === null && isRecent));
}

const beforeStartMs = 600_000;

type CarFacts = {
  session: RunningSession;
  nodeId: string;
  evse: SiteEvse;
  settings: StoredSiteEnergy;
  stays: SiteStays;
  stated: StatedNeed | null;
  vehicle: (VehicleReport & Pick<EvNeeds, 'transfer'>) | null;
  metering: MeteredCar | undefined;
  /** What it gave back since it told its needs; null: its station does not say. */
  givenWh: number | null;
  now: Date;
};

function carOf(facts: CarFacts): ChargingCar {
  const { session, nodeId, evse, vehicle, metering } = facts;
  const phases = phasesAt(facts);
  const isDirect = evse.connection === 'direct-current';
  const highestA = isDirect ? null : (metering?.maxA ?? null);
  const learnedA = highestA === null ? null : Math.ceil(highestA);
  const maxA = Math.min(evse.maxA, vehicle?.maxCurrentA ?? Infinity, learnedA ?? Infinity);
  const powerW = metering?.powerW ?? null;
  const toldA = isDirect ? null : metering?.currentA;
  const byPowerA = powerW === null ? null : powerW / (toldVolts(evse) * phases.count);
  const need = needOf(facts);
  if (phases.isAssumed) need.assumptions.push('phases');
  if ((vehicle?.maxCurrentA ?? null) === null && learnedA === null) need.assumptions.push('max-current');
  return {
    sessionId: session.id,
    stationId: session.stationId,
    evseId: evse.evseId,
    nodeId,
    driverName: null,
    ...(metering?.isDirectCurrent === true && !isDirect && { looksDirectCurrent: true }),
    startedAt: session.startedAt.getTime(),
    phases: phases.count,
    maxA,
    minA: Math.min(maxA, Math.max(evse.minA, vehicle?.minCurrentA ?? 0)),
    measuredA: toldA ?? byPowerA,
    measuredW: powerW,
    pauses: metering?.pauses ?? 0,
    maxPeriods: vehicle?.maxPeriods ?? null,
    need,
    discharge: dischargeOf(facts, need),
  };
}

function needOf({ session, nodeId, settings, stays, stated, vehicle, metering, now }: CarFacts): EffectiveNeed {
  const prediction = stays.predictor.predict(
    {
      arrivedAt: session.startedAt.getTime(),
      evseNodeId: nodeId,
      driverId: session.driverId,
      statedDepartureAt: saidDeparture(stated?.need, vehicle?.need),
      statedEnergyWh: stated?.need.energyWh ?? vehicle?.need.energyWh ?? null,
    },
    now.getTime(),
  );
  return effectiveNeed({
    sessionId: session.id,
    now: now.getTime(),
    energyWh: session.energyWh,
    measuredPercent: metering?.batteryPercent ?? null,
    isFull: session.chargingState === 'suspended-by-vehicle',
    isDrawing: (metering?.powerW ?? 0) > drawingW,
    stated,
    vehicle,
    prediction,
    defaults: settings,
  });
}

const drawingW = 500;
/** Each way, of a charger in the car. */
const chargerEfficiency = 0.9;

/** Metering knows best; then what the car asked for; then the wiring of the EVSE. */
function phasesAt({ evse, vehicle, metering }: CarFacts): { count: 1 | 2 | 3; isAssumed: boolean } {
  if (evse.connection === 'direct-current') return { count: 3, isAssumed: false };
  if (phasesOf(evse) === 1) return { count: 1, isAssumed: false };
  const metered = metering?.phases ?? null;
  if (metered !== null) return { count: metered, isAssumed: false };
  if (vehicle?.transfer === 'ac-one-phase') return { count: 1, isAssumed: false };
  if (vehicle?.transfer === 'ac-two-phase') return { count: 2, isAssumed: false };
  return { count: 3, isAssumed: vehicle?.transfer !== 'ac-three-phase' && vehicle?.isDirectCurrent !== true };
}

/**
 * Of a car on alternating current nobody knows the battery, but it tells a window of energy: its level counts from the window's
 * bottom. Without a register of what it gave nobody knows the level any more, so it gives nothing.
 */
function windowOf({
  vehicle,
  session,
  givenWh,
}: CarFacts): Pick<NonNullable<ChargingCar['discharge']>, 'storedWh' | 'capacityWh' | 'reserveWh'> | null {
  const window = vehicle?.window ?? null;
  if (vehicle === null || window === null || givenWh === null) return null;
  const { highWh, lowWh } = window;
  const base = Math.max(0, -lowWh);
  const tookWh = Math.max(0, session.energyWh - vehicle.energyWh) * chargerEfficiency;
  const capacityWh = base + highWh;
  const storedWh = Math.max(0, Math.min(capacityWh, base + tookWh - givenWh / chargerEfficiency));
  return { storedWh, capacityWh, reserveWh: base + lowWh };
}

/** A car feeds back where the site and whoever speaks for the car allow it, and where its battery is known rather than assumed. */
function dischargeOf(facts: CarFacts, need: EffectiveNeed): ChargingCar['discharge'] {
  const { settings, stated, vehicle, evse } = facts;
  const isAllowed = settings.allowsDischarge && (stated ?? vehicle)?.need.allowsDischarge === true;
  if (!isAllowed) return null;
  const isAssumed = need.assumptions.includes('battery-size') || need.assumptions.includes('arrival-level');
  if (isAssumed || need.batteryPercent === null || need.capacityWh === null) {
    const window = windowOf(facts);
    const maxA = Math.min(evse.maxA, vehicle?.maxDischargeA ?? 0);
    return window === null || maxA <= 0 ? null : { maxA, ...window };
  }
  const reservePercent = (stated ?? vehicle)?.need.reservePercent ?? 50;
  return {
    maxA: Math.min(evse.maxA, vehicle?.maxDischargeA ?? evse.maxA),
    storedWh: (need.batteryPercent * need.capacityWh) / 100,
    capacityWh: need.capacityWh,
    reserveWh: (reservePercent * need.capacityWh) / 100,
  };
}
