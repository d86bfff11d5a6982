import { expect, test } from 'vitest';
import { keyOfPlace, valueForKey, valueFromKey } from './configuration-keys.ts';
import { placeName, resolvePlace } from './place.ts';

test.each([
  ['HeartbeatInterval', 'OCPPCommCtrlr.HeartbeatInterval'],
  ['heartbeatinterval', 'OCPPCommCtrlr.HeartbeatInterval'],
  ['OCPPCommCtrlr.HeartbeatInterval', 'OCPPCommCtrlr.HeartbeatInterval'],
  ['TransactionMessageAttempts', 'OCPPCommCtrlr.MessageAttempts[TransactionEvent]'],
  ['Connector@1:2.AvailabilityState', 'Connector@1:2.AvailabilityState'],
  ['Meter[main]@3.Power[L1]', 'Meter[main]@3.Power[L1]'],
  ['LightIntensity', 'Vendor.LightIntensity'],
  ['Vendor.Wifi.SSID', 'Vendor.Wifi.SSID'],
])('%s means %s', (name, whole) => {
  expect(placeName(resolvePlace({ name }))).toBe(whole);
});

test('parts name a variable as well as a word, and add to it', () => {
  expect(placeName(resolvePlace({ component: 'EVSE', evseId: 2, variable: 'Power' }))).toBe('EVSE@2.Power');
  expect(placeName(resolvePlace({ name: 'EVSE.Power', evseId: 2 }))).toBe('EVSE@2.Power');
});

test('a place on the station has its OCPP 1.6 key, one at an EVSE has none', () => {
  expect(keyOfPlace(resolvePlace({ name: 'TxCtrlr.EVConnectionTimeOut' }))).toBe('ConnectionTimeOut');
  expect(keyOfPlace(resolvePlace({ name: 'TxCtrlr@1.EVConnectionTimeOut' }))).toBeUndefined();
});

test('a value is said in the words of the other side', () => {
  expect(valueFromKey('ChargingScheduleAllowedChargingRateUnit', 'Current,Power')).toBe('A,W');
  expect(valueForKey('ChargingScheduleAllowedChargingRateUnit', 'W')).toBe('Power');
  expect(valueForKey('HeartbeatInterval', '60')).toBe('60');
});
