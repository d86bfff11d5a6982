import { expect, test } from 'vitest';
import { inTodaysWords } from './event-reader.ts';

test('an old event is read in the words of today', () => {
  const body = { evseId: 1, status: 'in-use', activity: 'charging' };
  expect(inTodaysWords('connector-status', body)).toEqual({ ...body, status: 'occupied' });
});

test('other words and other kinds stay as they are', () => {
  expect(inTodaysWords('connector-status', { status: 'faulted' })).toEqual({ status: 'faulted' });
  expect(inTodaysWords('station-booted', { status: 'free' })).toEqual({ status: 'free' });
});
