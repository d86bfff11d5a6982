import { expect, test } from 'vitest';
import { type ReportProgress, withPart } from './device-reports.ts';

const empty: ReportProgress = { isWhole: true, firstPartAt: null, received: [], lastSeqNo: null, completedAt: null };
const at = (second: number) => new Date(Date.UTC(2026, 2, 1, 8, 0, second));

function after(...parts: [seqNo: number, isLast: boolean][]): ReportProgress {
  return parts.reduce(
    (progress, [seqNo, isLast], second) =>
      withPart(progress, {
        stationId: 'CP-1',
        requestId: 1,
        seqNo,
        isLast,
        generatedAt: at(0),
        receivedAt: at(second),
      }),
    empty,
  );
}

test('a report is complete once its last part and all before it have come', () => {
  expect(after([0, false], [1, false]).completedAt).toBeNull();
  expect(after([0, false], [1, false], [2, true]).completedAt).toEqual(at(2));
});

test('a part that is missing keeps it open, whatever comes twice or out of turn', () => {
  expect(after([0, false], [0, false], [2, true]).completedAt).toBeNull();
  expect(after([2, true], [0, false], [1, false]).completedAt).toEqual(at(2));
});

test('it stays complete since the moment it was', () => {
  const { firstPartAt, completedAt, received } = after([0, false], [1, true], [1, true]);
  expect([firstPartAt, completedAt, received]).toEqual([at(0), at(1), [0, 1]]);
});
