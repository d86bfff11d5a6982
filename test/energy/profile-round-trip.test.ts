import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compileProfiles, type EvseOrder } from '../../src/charging/energy/profiles/compile-profiles.ts';
import { compositeA } from '../../src/charging/energy/profiles/composite-schedule.ts';
import type { ProfileAbilities } from '../../src/charging/energy/profiles/profile-abilities.ts';
import type { ChargingProfile } from '../../src/contract/energy/charging-profile.ts';
import { requestedChargingProfile } from '../../src/contract/energy/requested-charging-profile.ts';
import { lacks16, lacks21, lacks201, leaveOut } from '../../src/doors/ocpp/shared/charging-profiles/losses.ts';
import { writeProfile } from '../../src/doors/ocpp/shared/charging-profiles/write-profile.ts';
import { writeProfile16 } from '../../src/doors/ocpp/shared/charging-profiles/write-profile16.ts';
import { ChargingProfiles } from '../../src/simulator/charging-profiles.ts';
import { heldFrom } from '../../src/simulator/v16-charging-profiles.ts';
import { scale } from '../support/scale.ts';

const now = Date.UTC(2026, 0, 12, 22);
const lacks = { '1.6': lacks16, '2.0.1': lacks201, '2.1': lacks21 };

const orders = fc
  .record({
    phases: fc.constantFrom(1 as const, 2 as const, 3 as const),
    gaps: fc.array(fc.integer({ min: 1, max: 7_200 }), { minLength: 1, maxLength: 96 }),
    tenths: fc.array(fc.integer({ min: 0, max: 320 }), { minLength: 96, maxLength: 96 }),
    fallback: fc.integer({ min: 0, max: 160 }),
    stationMax: fc.option(fc.integer({ min: 60, max: 320 })),
  })
  .map(({ phases, gaps, tenths, fallback, stationMax }): EvseOrder => {
    let from = now;
    const steps = gaps.map((gap, index) => {
      const step = { from, amperes: (tenths[index] ?? 0) / 10 };
      from += gap * 1000;
      return step;
    });
    return {
      evseId: 1,
      sessionId: '7d3c4fd2-6c5f-4d5d-9d8a-0a63f3fbc3f5',
      voltageV: 230,
      phases,
      steps,
      until: from,
      fallbackA: fallback / 10,
      stationMaxA: stationMax === null ? null : stationMax / 10,
    };
  });

const stations = fc.record({
  version: fc.constantFrom('1.6' as const, '2.0.1' as const, '2.1' as const),
  unit: fc.constantFrom('A' as const, 'W' as const),
  maxPeriods: fc.constantFrom(1, 2, 6, 24, 100, 1024),
  maxStackLevel: fc.integer({ min: 0, max: 9 }),
  maxProfiles: fc.option(fc.integer({ min: 3, max: 12 })),
});

/** The profiles as they go over the wire and as a simulated station holds them. */
function inStation(profiles: readonly ChargingProfile[], { version }: ProfileAbilities): ChargingProfiles {
  const station = new ChargingProfiles();
  for (const profile of profiles) {
    const { said, losses } = leaveOut(profile, lacks[version]);
    expect(losses).toEqual([]);
    station.put(
      version === '1.6'
        ? heldFrom(said.evseId, writeProfile16(said))
        : { evseId: said.evseId, profile: writeProfile(said), source: 'CSO' },
    );
  }
  return station;
}

test('what a station of any version makes of a compiled plan is the plan, to a tenth of an ampere', () => {
  fc.assert(
    fc.property(orders, stations, (order, abilities) => {
      const { profiles, coveredUntil } = compileProfiles(order, abilities, now);
      for (const profile of profiles) {
        requestedChargingProfile.parse(profile);
        expect(profile.periods.length).toBeLessThanOrEqual(abilities.maxPeriods);
        expect(profile.stackLevel).toBeLessThanOrEqual(abilities.maxStackLevel);
      }
      expect(profiles.length).toBeLessThanOrEqual(abilities.maxProfiles ?? 12);
      const held = profiles.map(
        ({ sessionId, ...profile }, index): ChargingProfile => ({
          ...profile,
          chargingProfileId: index + 1,
          ...(sessionId !== undefined && { sessionRef: '17' }),
        }),
      );
      const station = inStation(held, abilities);
      const most = order.stationMaxA ?? 32;
      for (const [index, { from, amperes }] of order.steps.entries()) {
        const end = order.steps[index + 1]?.from ?? order.until;
        for (const moment of [from, end - 1000]) {
          const expected = Math.min(most, moment < coveredUntil ? amperes : order.fallbackA);
          expect(station.limitA(1, new Date(moment))).toBe(expected);
          expect(compositeA(held, { evseId: 1, moment, voltageV: 230, phases: order.phases })).toBe(expected);
        }
      }
    }),
    { numRuns: scale({ test: 300, soak: 10_000 }) },
  );
});
