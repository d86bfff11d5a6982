import { expect, test } from 'vitest';
import { campaignGates } from '#contract/campaigns/campaign.ts';
import { isWorse, judgeStage, type StageStation } from './judge-stage.ts';
import { stageOf, stagesOf } from './stages.ts';

const gates = campaignGates.parse({});
const none = { visits: 0, successes: 0 };
const success = { before: none, after: none };
const some = (count: number, station: Partial<StageStation>): StageStation[] =>
  Array.from({ length: count }, () => ({ stage: 0, state: 'done', isOnline: true, ...station }));
const now = new Date('2026-03-02T08:00:00Z');
const judge = (stage: number, ...stations: StageStation[][]) =>
  judgeStage({ stage, gates, success, stations: stations.flat(), now });
const waiting = (stage: number, isOnline = true) => some(10, { stage, state: 'waiting', isOnline });

test('of 200 stations one goes first, then 10, 50 and all; of three each stage has at least one more', () => {
  const plan = { canaryStations: 1, stagePercents: [5, 25, 100] };
  expect(stagesOf(plan, 200)).toEqual([1, 10, 50, 200]);
  expect(stagesOf(plan, 3)).toEqual([1, 3]);
  expect(stagesOf(plan, 1)).toEqual([1]);
  expect([0, 1, 9, 10, 199].map((place) => stageOf(place, [1, 10, 50, 200]))).toEqual([0, 1, 1, 2, 3]);
});

test('one failure at the canary stops everything', () => {
  expect(judge(0, some(1, { state: 'failed' }), waiting(1))).toEqual({ verdict: 'stop', stop: 'canary-failed' });
});

test('the canary is passed once it is done, and not while it is checked', () => {
  expect(judge(0, some(1, {}), waiting(1))).toEqual({ verdict: 'next-stage' });
  expect(judge(0, some(1, { state: 'checking' }), waiting(1))).toEqual({ verdict: 'go-on' });
});

test('later some may fail, and no more than allowed', () => {
  const after = (failed: number, done: number) =>
    judge(2, some(failed, { stage: 2, state: 'failed' }), some(done, { stage: 2 }), waiting(2), waiting(3)).verdict;
  expect(after(1, 19)).toBe('go-on');
  expect(after(1, 18)).toBe('stop');
});

test('stations that are offline keep nobody waiting but at the end, and a stage of them alone is not passed', () => {
  expect(judge(1, some(3, { stage: 1 }), waiting(1, false), waiting(2)).verdict).toBe('next-stage');
  expect(judge(1, some(1, {}), waiting(1, false), waiting(2)).verdict).toBe('go-on');
  expect(judge(1, some(3, { stage: 1 }), waiting(1, false)).verdict).toBe('go-on');
});

test.each([
  ['95 % became 60 %', { visits: 400, successes: 380 }, { visits: 40, successes: 24 }, true],
  ['95 % became 90 %', { visits: 400, successes: 380 }, { visits: 40, successes: 36 }, false],
  ['five of five fail', { visits: 400, successes: 380 }, { visits: 5, successes: 0 }, true],
  ['two of two fail', { visits: 400, successes: 380 }, { visits: 2, successes: 0 }, false],
  ['chance', { visits: 20, successes: 18 }, { visits: 14, successes: 11 }, false],
  ['no history', none, { visits: 40, successes: 0 }, false],
])('first-time success: %s', (_what, before, after, isStopped) => {
  expect(isWorse({ before, after }, gates.maxSuccessDropPoints)).toBe(isStopped);
});

test('a canary at which drivers usually charge is passed once some have, and stops everything where none of them can', () => {
  const before = { visits: 28 * 12, successes: 28 * 11 };
  const canary = (hours: number, after: { visits: number; successes: number }) =>
    judgeStage({
      stage: 0,
      gates,
      now,
      success: { before, after },
      stations: [...some(1, { inPlaceAt: new Date(now.getTime() - hours * 3_600_000) }), ...waiting(1)],
    });
  expect(canary(1, none)).toEqual({ verdict: 'go-on' });
  expect(canary(1, { visits: 3, successes: 3 })).toEqual({ verdict: 'next-stage' });
  expect(canary(1, { visits: 3, successes: 0 })).toEqual({ verdict: 'stop', stop: 'fewer-successes' });
  expect(canary(13, none)).toEqual({ verdict: 'next-stage' }); // usually six come in twelve hours
});
