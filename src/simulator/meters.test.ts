import { expect, test } from 'vitest';
import { Meters } from './meters.ts';

function watched(initialWh = 0) {
  const time = { ms: 0 };
  return { time, meters: new Meters({ now: () => new Date(time.ms) }, initialWh) };
}

test('a register counts what flows until it is read, in whole watt-hours', () => {
  const { time, meters } = watched(1000);
  meters.connect(1, (seconds) => seconds * 0.75);
  time.ms = 1000;
  expect(meters.registerWh(1)).toBe(1000);
  time.ms = 2000;
  expect(meters.registerWh(1)).toBe(1001); // 1001.5: no fraction is lost, none is shown
  time.ms = 4000;
  meters.disconnect(1);
  time.ms = 60_000;
  expect([meters.registerWh(1), meters.registerWh(2)]).toEqual([1003, 1000]);
});

test('a clock that is set back takes no energy back', () => {
  const { time, meters } = watched();
  meters.connect(1, (seconds) => seconds);
  time.ms = 10_000;
  expect(meters.registerWh(1)).toBe(10);
  time.ms = 0;
  expect(meters.registerWh(1)).toBe(10);
  time.ms = 1000;
  expect(meters.registerWh(1)).toBe(11);
});

test('a reset is forgotten by the register, not by the truth', () => {
  const { meters } = watched(500);
  meters.add(1, 70);
  expect(meters.reset(1)).toBe(570);
  meters.add(1, 30);
  expect([meters.registerWh(1), meters.lifetimeWh(1)]).toEqual([30, 600]);
  const { meters: restored } = watched();
  restored.restore(meters.dump());
  expect([restored.registerWh(1), restored.lifetimeWh(1)]).toEqual([30, 600]);
});
