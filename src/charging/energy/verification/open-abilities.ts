import type { Clock } from '#base/clock.ts';
import type { StationAbilities } from '#contract/energy/energy-plan.ts';
import type { OcppVersion } from '#contract/stations/station.ts';
import type { Actor } from '#principals/actor.ts';
import type { ProfileAbilities } from '../profiles/profile-abilities.ts';
import type { KnownAbilities, LearnedAbilities } from './abilities-store.ts';
import { formOf, isOfEveryOne } from './profile-forms.ts';
import type { ToldAbilities } from './told-abilities.ts';

export type AbilityNeeds = {
  clock: Clock;
  readTold(stationId: string): Promise<ToldAbilities>;
  readLearned(stationIds: readonly string[]): Promise<ReadonlyMap<string, KnownAbilities>>;
  keep(learned: LearnedAbilities, by?: Actor): Promise<void>;
};

const keepMs = 600_000;
/** What was learned so long ago is tried anew: firmware changes, and so do wires. */
const learnedForMs = 30 * 86_400_000;
/** A cap may be that of an hour, by heat or by a fuse elsewhere: the next day the station is asked for more again. */
const cappedForMs = 86_400_000;

export type Abilities = ReturnType<typeof openAbilities>;

/** What stations can take of charging profiles: what they tell, and what was learned by watching them. */
export function openAbilities({ clock, readTold, readLearned, keep }: AbilityNeeds) {
  const learned = new Map<string, KnownAbilities>();
  /** Those that are read again: their firmware may be another. */
  const stale = new Set<string>();
  const told = new Map<string, { until: number; value: ToldAbilities }>();

  async function toldBy(stationId: string): Promise<ToldAbilities> {
    const known = told.get(stationId);
    const now = clock.now().getTime();
    if (known !== undefined && known.until > now) return known.value;
    const value = await readTold(stationId);
    told.set(stationId, { until: now + keepMs, value });
    return value;
  }

  function learnedOf(stationId: string): KnownAbilities {
    const known = learned.get(stationId);
    const isRecent = known !== undefined && clock.now().getTime() - known.checkedAt.getTime() < learnedForMs;
    return isRecent ? withoutOldCap(known) : nothingLearned(stationId, known?.firmwareVersion);
  }

  function withoutOldCap(known: KnownAbilities): KnownAbilities {
    const { findings, pilotsAt, checkedAt } = known;
    const isOld = clock.now().getTime() - (pilotsAt ?? checkedAt).getTime() >= cappedForMs;
    if (!isOld || !findings.includes('caps-current')) return known;
    return { ...known, pilotsA: null, findings: findings.filter((finding) => finding !== 'caps-current') };
  }

  return {
    /** Once for the stations of a site, before they are asked for. */
    async load(stationIds: readonly string[]): Promise<void> {
      const missing = stationIds.filter((stationId) => !learned.has(stationId) || stale.has(stationId));
      if (missing.length === 0) return;
      const found = await readLearned(missing);
      for (const stationId of missing) {
        stale.delete(stationId);
        const each = found.get(stationId);
        learned.set(stationId, each === undefined ? nothingLearned(stationId) : ofModel(each));
      }
    },
    learnedOf,
    /** Whether it says that smart charging is switched on; null: it does not tell. */
    isSwitchedOn: async (stationId: string): Promise<boolean | null> => (await toldBy(stationId)).isSwitchedOn,
    async profilesOf(stationId: string, version: OcppVersion): Promise<ProfileAbilities> {
      const { unit, maxPeriods, maxStackLevel } = await toldBy(stationId);
      const { findings, purpose } = learnedOf(stationId);
      return formOf({ version, unit, maxPeriods, maxStackLevel, maxProfiles: null, purpose }, findings);
    },
    /** A boot may bring other firmware. */
    forget(stationId: string): void {
      told.delete(stationId);
      stale.add(stationId);
    },
    /** What is news is written down; what was known already is not. */
    async learn(stationId: string, change: Partial<Omit<LearnedAbilities, 'stationId' | 'checkedAt'>>): Promise<void> {
      const before = learnedOf(stationId);
      const now = clock.now();
      const pilotsAt = change.pilotsA === undefined ? (before.pilotsAt ?? null) : now;
      const after = { ...before, ...change, checkedAt: now, pilotsAt, isOfModel: false };
      const isSame =
        after.purpose === before.purpose &&
        after.findings.toSorted().join() === before.findings.toSorted().join() &&
        (after.pilotsA ?? []).join() === (before.pilotsA ?? []).join();
      learned.set(stationId, after);
      if (isSame) return;
      const { isOfModel: _, ...own } = after;
      await keep(own);
    },
    /** Somebody knows better than what was learned: the station is met as if it were new. */
    async unlearn(stationId: string, by: Actor): Promise<void> {
      const { firmwareVersion } = learned.get(stationId) ?? {};
      const nothing = { ...nothingLearned(stationId, firmwareVersion), checkedAt: clock.now() };
      learned.set(stationId, nothing);
      told.delete(stationId);
      const { isOfModel: _, ...own } = nothing;
      await keep(own, by);
    },
    async view(stationId: string): Promise<StationAbilities> {
      const { findings, pilotsA, purpose, checkedAt, isOfModel } = learnedOf(stationId);
      const { isSwitchedOn: _, ...known } = await toldBy(stationId);
      const { unit, maxPeriods, maxStackLevel, kind, pauseA } = formOf(known, findings);
      return {
        stationId,
        unit,
        maxPeriods,
        maxStackLevel,
        kind: kind ?? 'absolute',
        purpose,
        pauseA: pauseA ?? 0,
        pilotsA: pilotsA === null ? null : [...pilotsA],
        findings: [...findings],
        isOfModel,
        checkedAt: checkedAt.getTime() === 0 ? null : checkedAt.toISOString(),
      };
    },
  };
}

function nothingLearned(stationId: string, firmwareVersion: string | null = null): KnownAbilities {
  return {
    stationId,
    findings: [],
    pilotsA: null,
    purpose: 'tx-profile',
    checkedAt: new Date(0),
    firmwareVersion,
    isOfModel: false,
  };
}

/** Of another station of the model only what firmware decides is taken over, not what its wires or its cars did. */
function ofModel(known: KnownAbilities): KnownAbilities {
  if (!known.isOfModel) return known;
  const findings = known.findings.filter(isOfEveryOne);
  return { ...known, findings, pilotsA: findings.includes('rounds-down') ? known.pilotsA : null };
}
