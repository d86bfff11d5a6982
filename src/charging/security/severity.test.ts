import { expect, test } from 'vitest';
import { isCriticalForOcpp, severityOf } from './severity.ts';

test('what OCPP calls critical is, except what comes with every start and update', () => {
  expect(severityOf('TamperDetectionActivated')).toBe('critical');
  expect(severityOf('InvalidFirmwareSignature')).toBe('critical');
  expect(severityOf('StartupOfTheDevice')).toBe('notice');
  expect(isCriticalForOcpp('StartupOfTheDevice')).toBe(true);
});

test('what we see ourselves has its severity, and words of vendors are notices', () => {
  const own = [
    'DuplicateIdentity',
    'AuthFlood',
    'ProfileMismatch',
    'ProfileLowered',
    'ClockSkew',
    'MeterAnomaly',
    'ReplayConflict',
  ];
  expect(own.map(severityOf)).toEqual(['critical', 'warning', 'warning', 'warning', 'warning', 'warning', 'warning']);
  expect(severityOf('CoffeeMachineEmpty')).toBe('notice');
  expect(severityOf('constructor')).toBe('notice');
});
