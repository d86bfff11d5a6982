import { expect, test } from 'vitest';
import { MappedIds } from './mapped-ids.ts';

const drawn = { before: 1_234_567, after: 7_654_321 };

function learned(): MappedIds {
  const ids = new MappedIds();
  ids.learn(
    [3, 'a', { transactionId: drawn.before, idTagInfo: { status: 'Accepted' } }],
    [3, 'a', { transactionId: drawn.after, idTagInfo: { status: 'Accepted' } }],
  );
  return ids;
}

test('a number that the server draws is another one now, wherever a station repeats it', () => {
  const stop = { transactionId: drawn.before, meterStop: drawn.before, info: { requestIds: [drawn.before, 5] } };
  expect(learned().map(stop)).toEqual({
    transactionId: drawn.after,
    meterStop: drawn.before, // no id
    info: { requestIds: [drawn.after, 5] },
  });
});

test('what holds no such number stays the very same', () => {
  const status = { connectorId: 1, list: [{ id: 3 }] };
  expect(learned().map(status)).toBe(status);
});

test('what stations count themselves is not learned', () => {
  const ids = new MappedIds();
  ids.learn({ evseId: 20_000, id: 3 }, { evseId: 30_000, id: 4 });
  expect(ids.map({ evseId: 20_000, id: 3 })).toEqual({ evseId: 20_000, id: 3 });
});

test.each([
  ['the same', { status: 'Accepted' }, { status: 'Accepted' }, true],
  ['another word', { status: 'Accepted' }, { status: 'Rejected' }, false],
  ['another time', { currentTime: '2026-03-01T08:00:00Z' }, { currentTime: '2026-11-15T05:00:00.123Z' }, true],
  ['the id that stands for it', { transactionId: drawn.before }, { transactionId: drawn.after }, true],
  ['an id that stands for another', { transactionId: 555_555 }, { transactionId: drawn.after }, false],
  ['a receipt elsewhere', { receiptUrl: 'https://a.example/r/1' }, { receiptUrl: 'http://b.example/r/2' }, true],
  ['no receipt', { receiptUrl: 'https://a.example/r/1' }, {}, false],
  ['more than then', {}, { status: 'Accepted' }, false],
])('an answer with %s', (_what, then, now, isAlike) => {
  expect(learned().areAlike(then, now)).toBe(isAlike);
});
