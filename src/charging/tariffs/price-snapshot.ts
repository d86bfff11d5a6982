import type { Tariff, TariffAssignment, TariffDetail, TariffVersion } from '#contract/billing/tariff.ts';

export type KeptTariff = Pick<Tariff, 'id' | 'createdAt' | 'createdBy' | 'retiredAt'> & {
  versions: readonly TariffVersion[];
};

/** An assignment, and until when it held where it was taken away. */
export type KeptAssignment = TariffAssignment & { removedAt: string | null };

export type PriceSnapshot = {
  tariffs: ReadonlyMap<string, KeptTariff>;
  assignments: readonly KeptAssignment[];
  /** What a station was given itself, now and before. */
  given: ReadonlyMap<string, readonly GivenTariff[]>;
};

/** EVSE 0 stands for all that have none of their own. */
export type GivenTariff = { evseId: number; tariffId: string; setAt: Date; clearedAt: Date | null };

/** A version that holds from the moment it was made may be told a little late. */
export const lateMs = 5 * 60_000;

/**
 * What a tariff says at a time. A station that was offline, or has no clock, tells of sessions older than the tariff that their
 * driver or station has: they cost what its first version says, unless that was made to begin later.
 */
export function versionAt({ versions }: Pick<KeptTariff, 'versions'>, at: Date): TariffVersion | undefined {
  const begun = versions.filter(({ validFrom }) => Date.parse(validFrom) <= at.getTime());
  const latest = begun.toSorted((a, b) => Date.parse(b.validFrom) - Date.parse(a.validFrom) || b.version - a.version);
  if (latest[0] !== undefined) return latest[0];
  const first = versions.at(-1);
  const isAtOnce = first !== undefined && Date.parse(first.validFrom) <= Date.parse(first.createdAt) + lateMs;
  return isAtOnce ? first : undefined;
}

export function isGivenAt({ retiredAt }: Pick<KeptTariff, 'retiredAt'>, at: Date): boolean {
  return retiredAt === null || at.getTime() < Date.parse(retiredAt);
}

export function shownTariff({ versions, ...tariff }: KeptTariff, now: Date): Tariff {
  return { ...tariff, current: versionAt({ versions }, now) ?? null, versionCount: versions.length };
}

export function shownDetail(tariff: KeptTariff, now: Date): TariffDetail {
  return { ...shownTariff(tariff, now), versions: [...tariff.versions] };
}
