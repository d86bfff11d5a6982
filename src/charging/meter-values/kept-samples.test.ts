import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { type KeptSample, keptSamples, wholeSample } from './kept-samples.ts';
import type { Sample } from './sample.ts';

const messageAt = new Date('2026-03-01T08:00:00Z');
const orNull = <Value>(values: fc.Arbitrary<Value>) => fc.option(values, { nil: null });
const words = fc.oneof(fc.string(), fc.constantFrom('Outlet', 'Sample.Periodic', 'EV', 'Transaction.End', ''));
const samples: fc.Arbitrary<Sample> = fc.record({
  at: fc.oneof(fc.constant(messageAt), fc.date({ noInvalidDate: true })),
  measurand: fc.string(),
  value: orNull(fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0)), // JSON has no -0
  unit: orNull(words),
  phase: orNull(words),
  location: orNull(words),
  context: orNull(words),
  signed: orNull(
    fc.record({ data: fc.string(), method: orNull(words), encoding: orNull(words), publicKey: orNull(words) }),
  ),
});

/** Of rows that were written before signed values were sealed, nothing is needed. */
const reader = { installationKey: Buffer.alloc(32), stationId: 'CP-1', sessionRef: null, secret: null };

test('whatever a sample says is read as it was written', () => {
  fc.assert(
    fc.property(fc.array(samples), (told) => {
      const kept = JSON.parse(keptSamples(told, messageAt)) as KeptSample[];
      const whole = kept.map((sample) => wholeSample(sample, messageAt, reader));
      expect(whole).toEqual(told.map((sample) => ({ ...sample, at: sample.at.toISOString() })));
    }),
  );
});

test('what goes without saying is not written', () => {
  const usual = { location: 'Outlet', context: 'Sample.Periodic', phase: null, signed: null };
  const told = [{ at: messageAt, measurand: 'Power.Active.Import', value: 7400, unit: 'W', ...usual }];
  expect(keptSamples(told, messageAt)).toBe('[{"measurand":"Power.Active.Import","unit":"W","value":7400}]');
});

test('samples from before fields were left out are read as well', () => {
  const before = {
    at: '2026-03-01T07:00:00.000Z',
    measurand: 'SoC',
    value: 51,
    unit: null,
    phase: null,
    location: 'EV',
    context: 'Sample.Clock',
    signed: null,
  };
  expect(wholeSample(before, messageAt, reader)).toEqual(before);
});
