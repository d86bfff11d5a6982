import { expect, test } from 'vitest';
import { sentenceOf } from '#contract/problems/problem-words.ts';
import { SiteTroubles } from './site-troubles.ts';
import type { Trouble } from './trouble-store.ts';

const minuteMs = 60_000;
const unsafe = sentenceOf('node-not-safe', { node: 'grid', worst: '70 A', limit: '63 A' });
const silent = sentenceOf('meter-silent', { meter: 'main', countsKw: 20, readAt: '' });

function troublesAfter(stored: Trouble[] = []) {
  const told: string[] = [];
  const troubles = new SiteTroubles(
    {
      open: () => Promise.resolve(stored),
      write: (_siteId, { began, ended }) => {
        told.push(...began.map(({ subject }) => `${subject} began`), ...ended.map(({ subject }) => `${subject} ended`));
        return Promise.resolve();
      },
    },
    'depot',
  );
  return { told, troubles };
}

test('what lasts is told once, and once more when it is over', async () => {
  const { told, troubles } = troublesAfter();
  expect(await troubles.note([unsafe], 0)).toBe(true);
  expect(told).toEqual([]);
  expect(await troubles.note([unsafe, silent], 2 * minuteMs)).toBe(true);
  expect(told).toEqual(['grid began']);
  expect(await troubles.note([unsafe], 3 * minuteMs)).toBe(false); // the meter spoke again before anybody was told
  await troubles.note([], 4 * minuteMs);
  expect(told).toEqual(['grid began', 'grid ended']);
});

test('what was told before a restart is not told again, and its end is', async () => {
  const { told, troubles } = troublesAfter([
    { trouble: 'meter-silent', subject: 'main', stationId: null, title: silent },
  ]);
  await troubles.note([silent], 0);
  await troubles.note([silent], 10 * minuteMs);
  expect(told).toEqual([]);
  await troubles.note([], 11 * minuteMs);
  expect(told).toEqual(['main ended']);
});

test('warnings that say what the plan does anyway are no trouble', async () => {
  const { told, troubles } = troublesAfter();
  expect(await troubles.note([sentenceOf('battery-level-unknown')], 0)).toBe(false);
  expect(told).toEqual([]);
});
