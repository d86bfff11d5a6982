/** A current that a station was told, and what it offered then. */
export type Offer = {
  toldA: number;
  offeredA: number;
  /** By how many readings, and when the last of them was taken. */
  readings: number;
  readAt: number;
};

/** Once may be a car that begins, or a station that is about to follow. */
const proof = 2;
/** What was offered so long ago says nothing of today. */
const offeredForMs = 86_400_000;
const maxOffers = 20;

/** Currents that real stations know, finest first. */
const ladders: readonly (readonly number[])[] = [
  Array.from({ length: 75 }, (_, index) => 6 + index),
  Array.from({ length: 38 }, (_, index) => 6 + 2 * index),
  [6, 8, 10, 13, 16, 20, 25, 32, 40, 50, 63],
  [8, 16, 24, 32, 40, 48, 56, 64],
  [6, 10, 16, 20, 25, 32, 40, 50, 63, 80],
  [16, 32, 63],
];
const toleranceA = 0.6;

/**
 * The currents that a station can offer, by what it offered: of the ladders that real stations have, the finest that explains every
 * offer, or all currents up to its own cap. null: it offers what it is told.
 */
export function guessPilots(
  offers: readonly Offer[],
  { minA, maxA }: { minA: number; maxA: number },
): { pilotsA: number[]; isCap: boolean } | null {
  const sure = offers.filter((offer) => !isShort(offer) || isProven(offer));
  const short = sure.filter(isShort);
  if (short.length === 0) return null;
  const ladder = ladders.find((pilots) => sure.every((offer) => isExplained(offer, pilots)));
  if (ladder !== undefined) return { pilotsA: ladder.filter((pilot) => pilot <= maxA), isCap: false };
  const capA = Math.floor(Math.max(...short.map(({ offeredA }) => offeredA)) + toleranceA);
  if (capA < minA) return null;
  return { pilotsA: Array.from({ length: capA - minA + 1 }, (_, index) => minA + index), isCap: true };
}

/** The same offer in another reading proves it; another one takes its place. */
export function offersWith(offers: readonly Offer[], { toldA, offeredA, readAt }: Omit<Offer, 'readings'>): Offer[] {
  const before = offers.find((offer) => offer.toldA === toldA);
  const others = offers.filter((offer) => offer.toldA !== toldA && readAt - offer.readAt < offeredForMs);
  const isSame = before !== undefined && Math.abs(before.offeredA - offeredA) <= toleranceA;
  const isNews = before === undefined || before.readAt !== readAt;
  const readings = isSame ? before.readings + (isNews ? 1 : 0) : 1;
  return [...others, { toldA, offeredA, readings, readAt }].slice(-maxOffers);
}

export function isUnproven(offer: Offer): boolean {
  return isShort(offer) && !isProven(offer);
}

function isShort({ toldA, offeredA }: Offer): boolean {
  return offeredA < toldA - toleranceA;
}

function isProven({ readings }: Offer): boolean {
  return readings >= proof;
}

function isExplained({ toldA, offeredA }: Offer, pilots: readonly number[]): boolean {
  const expected = pilots.findLast((pilot) => pilot <= toldA + 1e-6) ?? 0;
  return Math.abs(expected - offeredA) <= toleranceA;
}
