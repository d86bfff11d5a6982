import type { ToldFact } from '../record/session-fact.ts';

/** OCPP counts in 31 bits, and a station that counts per EVSE reaches the end of them: after the last number comes 0 again. */
const countsTo = 2 ** 31;
/** No session has this many events: numbers that far apart lie on both sides of the end of counting. */
export const maxApart = 2 ** 30;

/** Where an event stands by the station's count; null: it has no number, or the numbers of its session are no order. */
export type PlaceOf = (fact: ToldFact) => number | null;

export type SessionCount = {
  placeOf: PlaceOf;
  /** Every number once, rising even where the count began again at 0. */
  sequence: readonly number[];
  /** Events whose numbers cannot be right. Where there are any, the times of the events tell their order. */
  misnumbered: readonly ToldFact[];
};

export function readCount(told: readonly ToldFact[]): SessionCount {
  const seqOf = unwrapped(told);
  const place: PlaceOf = ({ seqNo }) => (seqNo === null ? null : seqOf(seqNo));
  const misnumbered = findMisnumbered(told, place);
  const places = told.map(place).filter((seqNo) => seqNo !== null);
  return {
    placeOf: misnumbered.length > 0 ? () => null : place,
    sequence: [...new Set(places)].toSorted((a, b) => a - b),
    misnumbered,
  };
}

function unwrapped(told: readonly ToldFact[]): (seqNo: number) => number {
  let [least, most] = [Infinity, -Infinity];
  for (const { seqNo } of told) {
    if (seqNo === null) continue;
    if (seqNo < least) least = seqNo;
    if (seqNo > most) most = seqNo;
  }
  if (most - least <= maxApart) return (seqNo) => seqNo;
  return (seqNo) => (seqNo < maxApart ? seqNo + countsTo : seqNo);
}

/** A number that two events have, one below that of the start, or one above that of the end with an earlier time. */
function findMisnumbered(told: readonly ToldFact[], place: PlaceOf): ToldFact[] {
  const uses = new Map<number, number>();
  let [start, end, isResumed] = [Infinity, undefined as ToldFact | undefined, false];
  for (const fact of told) {
    const seqNo = place(fact);
    if (seqNo === null) continue;
    uses.set(seqNo, (uses.get(seqNo) ?? 0) + 1);
    if (fact.type === 'started') start = Math.min(start, seqNo);
    if (fact.type === 'ended' && (end === undefined || isEarlier(fact, end, place))) end = fact;
    isResumed ||= fact.trigger === 'TxResumed';
  }
  return told.filter((fact) => {
    const seqNo = place(fact);
    if (seqNo === null) return false;
    if ((uses.get(seqNo) ?? 0) > 1 || (start !== Infinity && seqNo < start)) return true;
    return end !== undefined && !isResumed && seqNo > (place(end) ?? 0) && fact.at < end.at;
  });
}

function isEarlier(one: ToldFact, other: ToldFact, place: PlaceOf): boolean {
  const [seqNo, otherSeqNo] = [place(one) ?? 0, place(other) ?? 0];
  return seqNo === otherSeqNo ? one.at < other.at : seqNo < otherSeqNo;
}
