import { expect, test } from 'vitest';
import { judgeVatNumber } from './vat-number.ts';

test.each([
  ['NL123456789B01', { isAccepted: true, reason: 'format-fits' }],
  ['nl 1234.56.789.b01', { isAccepted: true, reason: 'format-fits' }],
  ['BE0403170701', { isAccepted: true, reason: 'format-fits' }],
  ['BE0403170702', { isAccepted: false, reason: 'wrong-check-digits' }],
  ['BR11.222.333/0001-81', { isAccepted: true, reason: 'format-fits' }],
  ['BR11222333000182', { isAccepted: false, reason: 'wrong-check-digits' }],
  ['BR12ABC34501DE35', { isAccepted: true, reason: 'format-fits' }],
  ['PT501964843', { isAccepted: true, reason: 'format-fits' }],
  ['PT501964840', { isAccepted: false, reason: 'wrong-check-digits' }],
  ['DE12345', { isAccepted: false, reason: 'wrong-format' }],
  ['ZZ123456789', { isAccepted: false, reason: 'unknown-country' }],
  ['', { isAccepted: false, reason: 'unknown-country' }],
])('%s', (vatNumber, verdict) => {
  expect(judgeVatNumber(vatNumber)).toEqual(verdict);
});
