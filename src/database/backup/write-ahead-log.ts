/** A whole segment of the write-ahead log: timeline and number, both in the name. */
export const segmentPattern = /^[0-9A-F]{24}$/;
export const historyPattern = /^([0-9A-F]{8})\.history$/;

/** Where a segment stands in the log, whatever its timeline. */
export function numberOf(segment: string, segmentBytes: number): number {
  return Number.parseInt(segment.slice(8, 16), 16) * perLog(segmentBytes) + Number.parseInt(segment.slice(16, 24), 16);
}

export function segmentAt({ timeline, number, segmentBytes }: SegmentPlace): string {
  const parts = [timeline, Math.floor(number / perLog(segmentBytes)), number % perLog(segmentBytes)];
  return parts.map((part) => part.toString(16).toUpperCase().padStart(8, '0')).join('');
}

type SegmentPlace = { timeline: number; number: number; segmentBytes: number };

/** Positions are written as two halves of a 64-bit number. */
export function isBefore(lsn: string, other: string): boolean {
  const [high = 0, low = 0] = halves(lsn);
  const [otherHigh = 0, otherLow = 0] = halves(other);
  return high < otherHigh || (high === otherHigh && low < otherLow);
}

/**
 * The timelines that went on from where the backup ended, its own among them. Each restore begins a timeline, and its history
 * says where it left the one before; one that left before the backup ended is a life that this backup did not have.
 */
export function timelinesAfter(
  backup: { timeline: number; stopLsn: string },
  histories: ReadonlyMap<number, string>,
): number[] {
  const descendants = [...histories].filter(([, history]) =>
    [...history.matchAll(/^\s*(\d+)\s+([0-9A-F]+\/[0-9A-F]+)/gm)].some(
      ([, parent, leftAt = '0/0']) => Number(parent) === backup.timeline && !isBefore(leftAt, backup.stopLsn),
    ),
  );
  return [backup.timeline, ...descendants.map(([timeline]) => timeline)];
}

export function timelineOf(name: string): number {
  return Number.parseInt(name.slice(0, 8), 16);
}

function perLog(segmentBytes: number): number {
  return 2 ** 32 / segmentBytes;
}

function halves(lsn: string): number[] {
  return lsn.split('/').map((half) => Number.parseInt(half, 16));
}
