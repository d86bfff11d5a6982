import { expect, test } from 'vitest';
import { chargingTime, currentOf } from './charging-time.ts';

const car = { bateria_kwh: 60, tipo_conector: 'CCS2' as const, potencia_ac_kw: 11, potencia_dc_kw: 100 };
const usual = { fromPercent: 20, toPercent: 80 };

test('the slower of car and station decides', () => {
  expect(chargingTime(car, 'AC', { ...usual, stationKw: 7.4 })).toEqual({ energyKwh: 40, minutes: 325, powerKw: 7.4 });
  expect(chargingTime(car, 'AC', { ...usual, stationKw: 22 })).toMatchObject({ powerKw: 11, minutes: 219 });
  expect(chargingTime(car, 'DC', { ...usual, stationKw: 300 })).toMatchObject({ powerKw: 100, minutes: 23 });
});

test('beyond 80 % a direct current is slow, an alternating one is not', () => {
  const last = { fromPercent: 80, toPercent: 100, stationKw: 50 };
  const first = { fromPercent: 60, toPercent: 80, stationKw: 50 };
  const minutes = (current: 'AC' | 'DC', charge: typeof last) => chargingTime(car, current, charge)?.minutes ?? 0;
  expect(minutes('DC', last) / minutes('DC', first)).toBeGreaterThan(2);
  expect(minutes('AC', last)).toBe(minutes('AC', first));
});

test('a car without a charger of this kind, or a battery, has no time; an unknown station counts with the car alone', () => {
  expect(chargingTime({ ...car, potencia_dc_kw: null }, 'DC', { ...usual, stationKw: 50 })).toBeNull();
  expect(chargingTime({ ...car, bateria_kwh: null }, 'AC', { ...usual, stationKw: 50 })).toBeNull();
  expect(chargingTime(car, 'DC', { ...usual, stationKw: null })).toMatchObject({ powerKw: 100 });
});

test('an inlet of CCS takes AC and DC, and no other plug', () => {
  expect(['cCCS2', 'sType2', 'cType2', 'cCCS1', 'cG105', 'constructor'].map((type) => currentOf('CCS2', type))).toEqual(
    [...['DC', 'AC', 'AC', null, null, null]],
  );
  expect(currentOf('CHAdeMO', ' cG105 ')).toBe('DC');
});
