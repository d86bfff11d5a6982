import { expect, test } from 'vitest';
import { guessPilots, type Offer, offersWith } from './guess-pilots.ts';
import { formOf, suppositions, withFindings } from './profile-forms.ts';
import { freshWatch, measureMs, nextMeasure, type Watch } from './watch.ts';

const offer = (toldA: number, offeredA: number, readings = 2): Offer => ({ toldA, offeredA, readings, readAt: 0 });
const evse = { minA: 6, maxA: 32 };

test.each<[what: string, offers: Offer[], pilotsA: number[] | null, isCap: boolean]>([
  ['what it is told is any current', [offer(15.5, 15.5), offer(7, 7)], null, false],
  ['the finest ladder that explains it', [offer(15, 13), offer(26, 25)], [6, 8, 10, 13, 16, 20, 25, 32], false],
  ['steps of eight', [offer(15, 8), offer(30, 24)], [8, 16, 24, 32], false],
  ['nothing at the least current', [offer(6, 0)], [8, 16, 24, 32], false],
  ['one reading proves nothing', [offer(32, 9, 1)], null, false],
  ['a cap', [offer(16, 9), offer(32, 9)], [6, 7, 8, 9], true],
])('currents by offers: %s', (_what, offers, pilotsA, isCap) => {
  expect(guessPilots(offers, evse)).toEqual(pilotsA === null ? null : { pilotsA, isCap });
});

test('an offer is proven by another reading, and gone after a day', () => {
  const [told, day] = [{ toldA: 32, offeredA: 9 }, 86_400_000];
  const once = offersWith([], { ...told, readAt: 1 });
  expect(offersWith(once, { ...told, readAt: 1 })).toMatchObject([{ readings: 1 }]); // the same reading, looked at again
  const twice = offersWith(once, { ...told, readAt: 2 });
  expect(twice).toMatchObject([{ readings: 2 }]);
  expect(offersWith(twice, { ...told, offeredA: 32, readAt: 3 })).toMatchObject([{ offeredA: 32, readings: 1 }]);
  expect(offersWith(twice, { toldA: 20, offeredA: 20, readAt: day + 2 })).toMatchObject([{ toldA: 20 }]);
});

const profile = {
  stackLevel: 1,
  kind: 'absolute' as const,
  unit: 'A' as const,
  periods: [
    { startSeconds: 0, limit: 6 },
    { startSeconds: 60, limit: 0 },
  ],
};

test('what a refused profile may have wrong is supposed one by one, then by two', () => {
  const all = suppositions([profile], 'Rejected');
  expect(all.slice(0, 5)).toEqual([
    ['rejects-stack-level'],
    ['rejects-zero'],
    ['rejects-amperes'],
    ['rejects-periods'],
    ['rejects-absolute'],
  ]);
  expect(all.slice(5).every((pair) => pair.length === 2)).toBe(true);
  expect(suppositions([profile], 'UnsupportedRateUnit')[0]).toEqual(['rejects-amperes']);
});

test('a refusal for another reason changes nothing', () => {
  expect(suppositions([profile], 'TxNotFound')).toEqual([]);
});

test('what is found outweighs its opposite, and shapes the next profile', () => {
  const findings = withFindings(['rejects-watts', 'slow'], ['rejects-amperes', 'rejects-zero']);
  expect(findings).toEqual(['slow', 'rejects-amperes', 'rejects-zero']);
  expect(formOf({ unit: 'A', maxPeriods: 24, maxStackLevel: 3 }, findings)).toEqual({
    unit: 'W',
    maxPeriods: 24,
    maxStackLevel: 3,
    pauseA: 1,
  });
});

test.each<[what: string, watch: Partial<Watch>, facts: Partial<Parameters<typeof nextMeasure>[1]>, measure: unknown]>([
  ['one that follows is left alone', { ignoredSince: null }, {}, null],
  ['it is asked whether smart charging is on', {}, { isSwitchedOn: null }, 'ask-switch'],
  ['what is off is switched on', {}, { isSwitchedOn: false }, 'switch-on'],
  ['a measure has its time', { ignoredSince: measureMs }, {}, null],
  ['then the default is tried', {}, {}, 'tx-default-profile'],
  ['then the maximum', {}, { purpose: 'tx-default-profile' }, 'charging-station-max-profile'],
  ['but not for several EVSEs', {}, { purpose: 'tx-default-profile', hasOneEvse: false }, 'give-up'],
  ['then it is left for a while', { leftUntil: 10 * measureMs }, { purpose: 'charging-station-max-profile' }, null],
])('of a station that draws more: %s', (_what, watch, facts, measure) => {
  const known: Watch = { ...freshWatch, ignoredSince: 0, ...watch };
  const all = { purpose: 'tx-profile' as const, isSwitchedOn: true, hasOneEvse: true, ...facts };
  expect(nextMeasure(known, all, 2 * measureMs - 1)).toBe(measure);
});
