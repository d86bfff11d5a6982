import { compileProfiles, type EvseOrder } from '../../src/charging/energy/profiles/compile-profiles.ts';
import type { ProfileAbilities } from '../../src/charging/energy/profiles/profile-abilities.ts';
import type { ChargingProfile } from '../../src/contract/energy/charging-profile.ts';
import { lacks16, lacks21, lacks201, leaveOut } from '../../src/doors/ocpp/shared/charging-profiles/losses.ts';
import { writeProfile } from '../../src/doors/ocpp/shared/charging-profiles/write-profile.ts';
import { writeProfile16 } from '../../src/doors/ocpp/shared/charging-profiles/write-profile16.ts';
import { ChargingProfiles } from '../../src/simulator/charging-profiles.ts';
import { pick, type Random, randomFrom } from '../../src/simulator/random.ts';
import { heldFrom } from '../../src/simulator/v16-charging-profiles.ts';
import { type GoalRow, verdict } from './goal-row.ts';

const now = Date.UTC(2026, 0, 12, 22);
const lacks = { '1.6': lacks16, '2.0.1': lacks201, '2.1': lacks21 };

/** G8: random plans become profiles, go over the wire of each version, and are read back from a simulated station. */
export function measureG8(plans: number): GoalRow {
  const random = randomFrom('profiles');
  const sums = { errorA: 0, tooLong: 0, moments: 0 };
  for (let index = 0; index < plans; index += 1) {
    const abilities = randomAbilities(random);
    const order = randomOrder(random);
    const { profiles, coveredUntil } = compileProfiles(order, abilities, now);
    sums.tooLong += profiles.filter(({ periods }) => periods.length > abilities.maxPeriods).length;
    const station = new ChargingProfiles();
    for (const [number, { sessionId, ...rest }] of profiles.entries())
      put(station, abilities, {
        ...rest,
        chargingProfileId: number + 1,
        ...(sessionId !== undefined && { sessionRef: '17' }),
      });
    for (const [step, { from, amperes }] of order.steps.entries())
      for (const moment of [from, (order.steps[step + 1]?.from ?? order.until) - 1000]) {
        const wanted = Math.min(order.stationMaxA ?? 32, moment < coveredUntil ? amperes : order.fallbackA);
        const heldA = Math.round((station.limitA(order.evseId, new Date(moment)) ?? Number.NaN) * 10) / 10;
        sums.errorA = Math.max(sums.errorA, Number.isNaN(heldA) ? Number.POSITIVE_INFINITY : Math.abs(heldA - wanted));
        sums.moments += 1;
      }
  }
  return {
    goal: 'G8',
    what: `plan → profile → station and back, ${plans.toLocaleString('en')} random plans of 1.6, 2.0.1 and 2.1`,
    anchors: 'no peer compiles plans',
    ours: `largest error ${sums.errorA.toFixed(1)} A in ${sums.moments.toLocaleString('en')} moments, ${sums.tooLong} schedules too long`,
    target: '0 A, ≤ PeriodsPerSchedule; 32 TC_K cases (they are in test/conformance, not here)',
    verdict: verdict(sums.errorA === 0 && sums.tooLong === 0),
    ...(plans < 10_000 && { remark: 'fewer plans than the goal asks for' }),
  };
}

function put(station: ChargingProfiles, { version }: ProfileAbilities, profile: ChargingProfile): void {
  const { said } = leaveOut(profile, lacks[version]);
  station.put(
    version === '1.6'
      ? heldFrom(said.evseId, writeProfile16(said))
      : { evseId: said.evseId, profile: writeProfile(said), source: 'CSO' },
  );
}

function randomAbilities(random: Random): ProfileAbilities {
  return {
    version: pick(random, ['1.6', '2.0.1', '2.1'] as const),
    unit: pick(random, ['A', 'W'] as const),
    maxPeriods: pick(random, [1, 2, 6, 24, 100, 1024]),
    maxStackLevel: Math.floor(random() * 10),
    maxProfiles: random() < 0.5 ? null : 3 + Math.floor(random() * 10),
  };
}

function randomOrder(random: Random): EvseOrder {
  let from = now;
  const steps = Array.from({ length: 1 + Math.floor(random() * 96) }, () => {
    const step = { from, amperes: Math.floor(random() * 321) / 10 };
    from += (1 + Math.floor(random() * 7_200)) * 1000;
    return step;
  });
  return {
    evseId: 1,
    sessionId: '7d3c4fd2-6c5f-4d5d-9d8a-0a63f3fbc3f5',
    voltageV: 230,
    phases: pick(random, [1, 2, 3] as const),
    steps,
    until: from,
    fallbackA: Math.floor(random() * 161) / 10,
    stationMaxA: random() < 0.5 ? null : (60 + Math.floor(random() * 261)) / 10,
  };
}
