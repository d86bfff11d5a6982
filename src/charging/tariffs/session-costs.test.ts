import { expect, test } from 'vitest';
import { costDifference } from './session-costs.ts';

const ours = { currency: 'BRL', lines: [], net: '10.00', tax: '2.00', total: '12.00' };
const theirs = { currency: 'BRL', total: '10.00', totalWithTax: null, failure: null };

test.each([
  ['the same without taxes', {}, undefined],
  ['a cent less', { total: '9.99' }, undefined],
  ['a cent more', { total: '10.01' }, undefined],
  ['two cents less', { total: '9.98' }, { ours: '10.00', currency: 'BRL', difference: '-0.02' }],
  ['two cents more', { total: '10.02' }, { ours: '10.00', currency: 'BRL', difference: '0.02' }],
  ['the same with taxes', { totalWithTax: '12.00' }, undefined],
  ['more with taxes', { totalWithTax: '12.5' }, { ours: '12.00', currency: 'BRL', difference: '0.50' }],
  ['other money', { currency: 'EUR' }, { ours: '10.00', currency: 'BRL', difference: null }],
  ['nothing, since it could not calculate', { total: '0', failure: 'NoTariff' }, undefined],
])('a station that tells %s', (_what, told, difference) => {
  expect(costDifference(ours, { ...theirs, ...told })).toEqual(difference);
});
