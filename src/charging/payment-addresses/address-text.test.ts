import { expect, test } from 'vitest';
import { addressText, limitsFromAddress } from './address-text.ts';

test('the name of a station stays whole in an address, whatever it is made of', () => {
  expect(addressText('https://ev.example', { stationId: 'A/B 1#2', evseId: 2 }, 'abc')).toBe(
    'https://ev.example/pay/A%2FB%201%232/2/abc',
  );
});

test.each<[Record<string, unknown>, object]>([
  [
    { maxEnergy: '5000', maxtime: '600', MAXCOST: '12.50' },
    { energyWh: 5000, seconds: 600, cost: '12.50' },
  ],
  [{ maxenergy: '0', maxtime: '-1', maxcost: '0' }, {}],
  [{ maxenergy: '5kWh', maxtime: ['1', '2'], maxcost: '1e9' }, {}],
  [{ maxenergy: '99999999' }, {}],
])('%j means the limits %j', (query, limits) => {
  expect(limitsFromAddress(query)).toEqual(limits);
});
