import { expect, test } from 'vitest';
import { textChart } from './text-chart.ts';

const axis = { label: (value: number) => `${value} kW`, time: (atMs: number) => `t${atMs}` };

test('a curve is drawn in blocks, with its highest value and its times', () => {
  const points = [0, 4, 8, 8, 2, 0].map((value, index) => ({ atMs: index * 10, value }));
  expect(textChart({ points, columns: 12, rows: 2, ...axis })).toEqual([
    '8 kW ┤    █████',
    '0 kW ┤  ███████▄▄',
    '     └────────────',
    '      t0       t50',
  ]);
});

test('a peak that is narrower than a column is seen', () => {
  const points = Array.from({ length: 1000 }, (_, atMs) => ({ atMs, value: atMs === 500 ? 10 : 1 }));
  const [top] = textChart({ points, columns: 20, rows: 4, ...axis });
  expect(top).toMatch(/█/);
});

test('nothing is drawn of nothing, and what is always zero is a flat line', () => {
  expect(textChart({ points: [], columns: 10, rows: 3, ...axis })).toEqual([]);
  const flat = textChart({ points: [0, 1].map((atMs) => ({ atMs, value: 0 })), columns: 10, rows: 3, ...axis });
  expect(flat.slice(0, 3).join('')).not.toMatch(/[▁-█]/);
});
