import { expect, test } from 'vitest';
import type { EffectiveNeed } from '#contract/energy/charging-need.ts';
import { needDraft, needOf, nextTime } from './need-draft.ts';

const evening = new Date(2026, 2, 1, 21, 30).getTime();
const tomorrowAtSeven = new Date(2026, 2, 2, 7, 0).toISOString();
const foreseen: EffectiveNeed = {
  sessionId: 'one',
  stated: null,
  source: 'predicted',
  statedAt: null,
  energyWh: 12_340,
  minEnergyWh: 0,
  departsAt: new Date(2026, 2, 2, 8, 15).toISOString(),
  batteryPercent: null,
  capacityWh: null,
  predictedDepartureAt: new Date(2026, 2, 2, 8, 15).toISOString(),
  earlyDepartureAt: tomorrowAtSeven,
  confidence: 0.6,
  assumptions: ['departure'],
};

test('80 % by 7 is the next time that the clock shows it', () => {
  const draft = { ...needDraft(null), percent: '80', by: '7' };
  expect(needOf(draft, { now: evening, former: null })).toMatchObject({
    need: { targetPercent: 80, energyWh: null, departsAt: tomorrowAtSeven, priority: 1 },
  });
  expect(nextTime('22:00', evening)).toBe(new Date(2026, 2, 1, 22, 0).toISOString());
});

test('kilowatt hours are written with a point or a comma', () => {
  const draft = { ...needDraft(foreseen), wants: 'energy' as const, energyKwh: '12,5', minKwh: '4' };
  expect(needOf(draft, { now: evening, former: foreseen })).toMatchObject({
    need: { energyWh: 12_500, targetPercent: null, minEnergyWh: 4000, departsAt: foreseen.departsAt },
  });
});

test('what was said for another day stays, unless its time is changed', () => {
  const later = new Date(2026, 2, 4, 6, 0).toISOString();
  const former = { ...foreseen, departsAt: later };
  expect(needOf(needDraft(former), { now: evening, former })).toMatchObject({ need: { departsAt: later } });
});

test.each([
  ['percent', { percent: '120' }],
  ['percent', { percent: '' }],
  ['by', { by: '25:00' }],
  ['minEnergy', { minKwh: 'much' }],
  ['capacity', { capacityKwh: '0.1' }],
] as const)('what cannot be sent is named: %s', (whyNot, part) => {
  expect(needOf({ ...needDraft(null), ...part }, { now: evening, former: null })).toEqual({ whyNot });
});
