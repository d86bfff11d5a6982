import type { Pool } from 'pg';
import type { Clock } from '#base/clock.ts';
import type { StationAbilities } from '#contract/energy/energy-plan.ts';
import type { OcppVersion } from '#contract/stations/station.ts';
import { type Ledger, write } from '#ledger/ledger-types.ts';
import type { Variables } from '../../variables/open-variables.ts';
import type { ProfileAbilities } from '../profiles/compile-profiles.ts';
import { type LearnedAbilities, learnedAbilities, readAbilities } from './abilities-store.ts';

export type AbilityNeeds = { pool: Pool; ledger: Ledger; clock: Clock; variables: Pick<Variables, 'view'> };

/** What a station tells of itself. */
type Told = { unit: 'A' | 'W'; maxPeriods: number; maxStackLevel: number };

/** Of a station that tells nothing: so few that every known model takes them, and no levels to stack. */
const cautious: Told = { unit: 'A', maxPeriods: 10, maxStackLevel: 0 };
const keepMs = 600_000;

export type Abilities = ReturnType<typeof openAbilities>;

/** What stations can take of charging profiles: what they tell, and what was learned by watching them. */
export function openAbilities({ pool, ledger, clock, variables }: AbilityNeeds) {
  const learned = new Map<string, LearnedAbilities>();
  const told = new Map<string, { until: number; value: Told }>();

  async function toldBy(stationId: string): Promise<Told> {
    const known = told.get(stationId);
    const now = clock.now().getTime();
    if (known !== undefined && known.until > now) return known.value;
    const { variables: all } = await variables.view(stationId, { component: 'SmartChargingCtrlr' });
    const valueOf = (name: string) =>
      all.find(({ variable }) => variable === name)?.attributes.find(({ type }) => type === 'actual')?.value ?? null;
    const numberOf = (name: string) => {
      const value = valueOf(name);
      return value !== null && /^\d+$/.test(value) ? Number(value) : undefined;
    };
    const units = valueOf('RateUnit');
    const value: Told = {
      unit: units !== null && !units.split(',').includes('A') && units.includes('W') ? 'W' : 'A',
      maxPeriods: Math.max(1, numberOf('PeriodsPerSchedule') ?? cautious.maxPeriods),
      maxStackLevel: numberOf('ProfileStackLevel') ?? cautious.maxStackLevel,
    };
    told.set(stationId, { until: now + keepMs, value });
    return value;
  }

  const learnedOf = (stationId: string): LearnedAbilities =>
    learned.get(stationId) ?? {
      stationId,
      findings: [],
      pilotsA: null,
      purpose: 'tx-profile',
      checkedAt: new Date(0),
    };

  return {
    /** Once for the stations of a site, before they are asked for. */
    async load(stationIds: readonly string[]): Promise<void> {
      const missing = stationIds.filter((stationId) => !learned.has(stationId));
      if (missing.length === 0) return;
      for (const [stationId, each] of await readAbilities(pool, missing)) learned.set(stationId, each);
    },
    learnedOf,
    async profilesOf(stationId: string, version: OcppVersion): Promise<ProfileAbilities> {
      const known = await toldBy(stationId);
      const rejectsLevels = learnedOf(stationId).findings.includes('rejects-stack-level');
      return { version, maxProfiles: null, ...known, maxStackLevel: rejectsLevels ? 0 : known.maxStackLevel };
    },
    /** A boot may bring other firmware. */
    forget: (stationId: string) => void told.delete(stationId),
    /** What is news is written down; what was known already is not. */
    async learn(stationId: string, change: Partial<Omit<LearnedAbilities, 'stationId' | 'checkedAt'>>): Promise<void> {
      const before = learnedOf(stationId);
      const after = { ...before, ...change, checkedAt: clock.now() };
      const isSame =
        after.purpose === before.purpose &&
        after.findings.toSorted().join() === before.findings.toSorted().join() &&
        (after.pilotsA ?? []).join() === (before.pilotsA ?? []).join();
      learned.set(stationId, after);
      if (isSame) return;
      const { findings, pilotsA, purpose } = after;
      await ledger.commit({
        events: [
          {
            kind: 'station-abilities-learned',
            stationId,
            happenedAt: after.checkedAt,
            body: { findings, pilotsA, purpose },
          },
        ],
        writes: [write(learnedAbilities, after)],
      });
    },
    async view(stationId: string): Promise<StationAbilities> {
      const { findings, pilotsA, checkedAt } = learnedOf(stationId);
      return {
        stationId,
        ...(await toldBy(stationId)),
        pilotsA: pilotsA === null ? null : [...pilotsA],
        findings: [...findings],
        checkedAt: checkedAt.getTime() === 0 ? null : checkedAt.toISOString(),
      };
    },
  };
}
