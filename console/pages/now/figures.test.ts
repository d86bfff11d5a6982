import { expect, test } from 'vitest';
import { comparison, valueOf } from './figures.ts';

const nothing = { sessions: 0, energyWh: 0, revenue: [], utilisation: null, firstTimeSuccess: null, visits: 0 };

test('amounts are compared in percent, shares by their difference', () => {
  expect(comparison(150, 100, false)).toEqual({ way: 'more', text: '50 %' });
  expect(comparison(0.4, 0.5, true)).toEqual({ way: 'less', text: '10 pp' });
  expect(comparison(100.2, 100, false)).toEqual({ way: 'same', text: '' });
});

test('what was nothing a week ago, or is not known, is compared with nothing', () => {
  expect(comparison(5, 0, false)).toBeNull();
  expect(comparison(null, 0.5, true)).toBeNull();
});

test('a share that is not known is no zero, and money of another currency no part of the curve', () => {
  expect(valueOf('utilisation', nothing, null)).toBeNull();
  expect(valueOf('revenue', { ...nothing, revenue: [{ currency: 'EUR', amount: '5.00', tax: '0' }] }, 'BRL')).toBe(0);
});
