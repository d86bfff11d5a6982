import { type SetpointCar, SetpointTracker } from '../../src/charging/energy/planner/share-setpoint.ts';
import {
  compileDynamic,
  compileProfiles,
  type EvseOrder,
} from '../../src/charging/energy/profiles/compile-profiles.ts';
import { compositeA } from '../../src/charging/energy/profiles/composite-schedule.ts';
import type { ProfileAbilities } from '../../src/charging/energy/profiles/profile-abilities.ts';
import { randomFrom } from '../../src/simulator/random.ts';
import { type GoalRow, verdict } from './goal-row.ts';

const fleet = 500;
const seconds = 1_800;
const voltageV = 230;

type SimulatedCar = SetpointCar & { powerW: number; efficiency: number; isDeaf: boolean };

/** G10: five hundred cars follow a set-point that moves every four seconds, some of them badly. */
export function measureG10(): GoalRow {
  const random = randomFrom('set-point');
  const cars = Array.from({ length: fleet }, (_, index) => simulatedCar(index, random));
  const tracker = new SetpointTracker();
  const sums = { squares: 0, targetSquares: 0, count: 0, slowestMs: 0, belowReserve: 0 };
  let [targetW, last]: [number, { targetW: number; measuredW: number } | null] = [2e6, null];
  for (let second = 0; second < seconds; second += 1) {
    if (second % 300 === 0 && second > 0) targetW = -targetW;
    else if (second % 4 === 0) targetW *= 1 + 0.02 * (random() - 0.5);
    targetW = Math.sign(targetW) * Math.min(2.6e6, Math.max(1.2e6, Math.abs(targetW)));
    const startedAt = performance.now();
    const orders = tracker.next(cars, targetW, last);
    sums.slowestMs = Math.max(sums.slowestMs, performance.now() - startedAt);
    for (const car of cars) step(car, orders.get(car.id) ?? 0);
    const measuredW = cars.reduce((sum, { powerW }) => sum + powerW, 0) * (1 + 0.002 * (random() - 0.5));
    last = { targetW, measuredW };
    sums.belowReserve += cars.filter(({ storedWh, reserveWh }) => storedWh < reserveWh - 1).length;
    // The first seconds after the sign changes are those of the cars, not ours.
    if (second % 300 < 8) continue;
    sums.squares += (measuredW - targetW) ** 2;
    sums.targetSquares += targetW ** 2;
    sums.count += 1;
  }
  const rmse = 100 * Math.sqrt(sums.squares / sums.targetSquares);
  const safe = cars.filter(({ id }) => fallsBackSafely(id)).length;
  return {
    goal: 'G10',
    what: `V2G set-point of a fleet of ${fleet}, ${seconds / 60} simulated minutes`,
    anchors: 'no peer',
    ours: `RMSE ${rmse.toFixed(2)} % of the set-point, orders for all in ${sums.slowestMs.toFixed(1)} ms at most, ${sums.belowReserve} below reserve, ${safe}/${fleet} safe when the link ends`,
    target: 'RMSE ≤ 2 %, ≤ 2 s, 100 % safe',
    verdict: verdict(rmse <= 2 && sums.slowestMs <= 2_000 && safe === fleet && sums.belowReserve === 0),
    remark:
      'simulated: cars with a lag of about a second, 93-99 % efficiency, steps of 0.1 A, one of fifty deaf; eight seconds after each change of sign are left out; without OCPP in between',
  };
}

function simulatedCar(index: number, random: () => number): SimulatedCar {
  return {
    id: `EV-${index}`,
    maxChargeW: 11_000,
    maxDischargeW: 10_000,
    storedWh: 25_000 + 25_000 * random(),
    capacityWh: 60_000,
    reserveWh: 18_000 + 6_000 * random(),
    powerW: 0,
    efficiency: 0.93 + 0.06 * random(),
    isDeaf: random() < 0.02,
  };
}

/** One second: most of the way to what was ordered, in steps of a tenth of an ampere on three phases. */
function step(car: SimulatedCar, orderW: number): void {
  const wantedW = car.isDeaf ? 0 : Math.trunc(orderW / (0.3 * voltageV)) * 0.3 * voltageV * car.efficiency;
  car.powerW += 0.65 * (wantedW - car.powerW);
  car.storedWh = Math.min(car.capacityWh, car.storedWh + car.powerW / 3600);
}

/** Without us the set-point ends by itself, and what is left in the station only charges. */
function fallsBackSafely(sessionId: string): boolean {
  const now = Date.UTC(2026, 0, 12, 22);
  const abilities: ProfileAbilities = {
    version: '2.1',
    unit: 'A',
    maxPeriods: 24,
    maxStackLevel: 3,
    maxProfiles: null,
  };
  const order: EvseOrder & { sessionId: string } = {
    evseId: 1,
    sessionId,
    voltageV,
    phases: 3,
    steps: [{ from: now, amperes: -14 }],
    until: now + 3_600_000,
    fallbackA: 6,
    stationMaxA: null,
  };
  const { isInvalidAfterOffline, maxOfflineSeconds } = compileDynamic(order, abilities);
  const rest = compileProfiles({ ...order, sessionId: null }, abilities, now).profiles;
  const restA = compositeA(rest, { evseId: 1, moment: now + 7_200_000, voltageV, phases: 3 });
  return (
    isInvalidAfterOffline === true && maxOfflineSeconds !== undefined && restA !== null && restA >= 0 && restA <= 6
  );
}
