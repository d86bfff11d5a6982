import { expect, test } from 'vitest';
import { minute } from '../../../../test/support/told-facts.ts';
import type { Sample } from '../../meter-values/sample.ts';
import type { SessionEvent } from '../record/session-event.ts';
import { registerReadings } from './register-readings.ts';

const at = new Date(minute(0));
const sample = (value: number | null, more: Partial<Sample> = {}): Sample => ({
  at,
  measurand: 'Energy.Active.Import.Register',
  value,
  unit: 'Wh',
  phase: null,
  location: 'Outlet',
  context: null,
  signed: null,
  ...more,
});

function readings(samples: Sample[], more: Partial<SessionEvent> = {}) {
  return registerReadings({ kind: 'updated', at, samples, registerWh: null, ...more } as SessionEvent);
}

test('three phases of one moment are their sum', () => {
  const phases = ['L1-N', 'L2-N', 'L3-N'].map((phase, index) => sample(100 * (index + 1), { phase }));
  expect(readings(phases)).toEqual([{ at: minute(0), mwh: 600_000, location: 'Outlet', mark: null }]);
});

test('phases that are not whole yet are kept each for itself, and marked together', () => {
  const phases = [sample(100, { phase: 'L1' }), sample(200, { phase: 'L2' })];
  expect(readings(phases, { kind: 'ended' })).toMatchObject([
    { mwh: 100_000, location: 'Outlet L1', mark: 'end' },
    { mwh: 200_000, location: 'Outlet L2', mark: 'end' },
  ]);
});

test('a total stands over its phases, the outlet over other places, and only import is taken', () => {
  const samples = [
    sample(900, { location: 'Inlet' }),
    sample(100, { phase: 'L1' }),
    sample(300),
    sample(50, { measurand: 'Energy.Active.Export.Register' }),
    sample(7, { measurand: 'Energy.Active.Import.Interval' }),
    sample(null),
  ];
  expect(readings(samples)).toMatchObject([{ mwh: 300_000, location: 'Outlet' }]);
});

test('what the message itself says begins and ends the session, whatever its samples say', () => {
  const samples = [sample(1000), sample(5000, { at: new Date(minute(9)) })];
  expect(readings(samples, { kind: 'ended', registerWh: 4990, at: new Date(minute(8)) })).toMatchObject([
    { mwh: 1_000_000, mark: null },
    { mwh: 4_990_000, mark: 'end' },
    { mwh: 5_000_000, mark: null },
  ]);
});
