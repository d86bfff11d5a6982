import { expect, test } from 'vitest';
import type { Sample } from '../../meter-values/sample.ts';
import { codeKind } from './code-kinds.ts';
import { codeOf, heatFact, meterFact, sessionFact } from './fact-of-event.ts';

const at = new Date('2026-03-01T08:00:00Z');
const sample = (measurand: string, value: number, more: Partial<Sample> = {}): Sample => ({
  at,
  measurand,
  value,
  unit: null,
  phase: null,
  location: null,
  context: null,
  signed: null,
  ...more,
});

test('the code is the first word of a reason, or the number of MREC behind it', () => {
  expect([codeOf('GroundFailure: E17: water'), codeOf('OtherError: CX017'), codeOf(null)]).toEqual([
    'GroundFailure',
    'CX017',
    null,
  ]);
  expect(['CX017', 'ConnectorLockFailure', 'EmergencyStop', 'E-4711'].map(codeKind)).toEqual([
    ...['contactor', 'lock', 'pressed', 'other'],
  ]);
});

test('meter values tell heat and power: of all phases, and not of the car', () => {
  const samples = [
    sample('Power.Active.Import', 2_000, { phase: 'L1' }),
    sample('Power.Active.Import', 3_000, { phase: 'L2' }),
    sample('Temperature', 41),
    sample('Temperature', 80, { location: 'EV' }),
  ];
  const message = { stationId: 'CP-1', sessionRef: '7', evseId: 1, at, receivedAt: at, key: 'k' };
  expect(meterFact({ ...message, samples })).toMatchObject({ temperatureC: 41, powerW: 5_000, offeredW: null });
  expect(meterFact({ ...message, samples: [sample('Energy.Active.Import.Register', 7)] })).toBeUndefined();
});

test('the heat of a connector is told as a variable by OCPP 2.x; other variables are no heat', () => {
  const observed = (variable: string, value: string, component = 'Connector') =>
    heatFact('CP-1', 7, { happenedAt: at, body: { component, variable, evseId: 2, value } as never });
  expect(observed('Temperature', '61.5')).toMatchObject({ kind: 'meter', evseId: 2, temperatureC: 61.5, ref: null });
  expect([observed('Humidity', '61'), observed('Temperature', 'hot'), observed('Temperature', '61', 'Cpu')]).toEqual([
    ...[undefined, undefined, undefined],
  ]);
});

test('an event of a session tells where, how much and who, or that it says nothing of it', () => {
  const fact = (body: object) => sessionFact('CP-1', 7, { happenedAt: at, body: { ref: 'S-1', ...body } as never });
  const told = { evseId: 2, connectorId: 3, isOffline: true, chargingState: 'charging', stopReason: 'Local' };
  const registers = [{ mwh: 1_000 }, { mwh: 2_500 }];
  expect(fact({ type: 'ended', ...told, registers })).toEqual({
    ...{ stationId: 'CP-1', kind: 'session', at: 7, toldAt: at.getTime(), type: 'ended', ref: 'S-1' },
    ...{ ...told, registerWh: 2.5, isAuthorized: false },
  });
  const nothing = { evseId: null, connectorId: null, chargingState: null, stopReason: null };
  expect(fact({ type: 'updated' })).toMatchObject({ ...nothing, registerWh: null, isOffline: false });
  const named = [{ tokenHash: 'tok' }, { tokenType: 'rfid' }, { remoteStartId: 7 }, { tokenHash: null }];
  expect(named.map((who) => fact({ type: 'started', ...who }))).toMatchObject([
    ...[true, true, true, false].map((isAuthorized) => ({ isAuthorized })),
  ]);
});

test('heat alone is worth a message, and the highest of several counts', () => {
  const message = { stationId: 'CP-1', sessionRef: '7', evseId: 1, at, receivedAt: at, key: 'k' };
  const samples = [sample('Temperature', -3), sample('Temperature', -8)];
  expect(meterFact({ ...message, samples })).toMatchObject({ temperatureC: -3, powerW: null });
  expect(meterFact({ ...message, samples: [sample('Power.Active.Import', 7)] })).toMatchObject({ temperatureC: null });
  const nowhere = { component: 'Connector', variable: 'Temperature', value: '60' };
  expect(heatFact('CP-1', 7, { happenedAt: at, body: nowhere as never })).toBeUndefined();
});
