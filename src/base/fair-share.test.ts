import { expect, test } from 'vitest';
import { FairShare, type FairShareLimits } from './fair-share.ts';

const limits: FairShareLimits = {
  places: 4,
  lanes: { known: 4, long: 1, stranger: 2 },
  placesPerCaller: 3,
  waitingPerCaller: 5,
  waiting: 20,
  patienceMs: 10_000,
  maxRestMs: 0,
};

/** Enters and tells when a place was had. */
function enter(share: FairShare, name: string, lane: 'known' | 'long' | 'stranger', order: string[]) {
  return share.enter(name, lane).then((leave) => {
    order.push(leave === undefined ? `${name} refused` : name);
    return leave;
  });
}
const settled = () => new Promise((resolve) => setImmediate(resolve));

test('strangers leave places free, and whoever is known passes those who wait', async () => {
  const share = new FairShare(limits);
  const order: string[] = [];
  const strangers = Array.from({ length: 6 }, () => enter(share, 's', 'stranger', order));
  await settled();
  expect(order).toEqual(['s', 's']);
  const known = enter(share, 'admin', 'known', order);
  await settled();
  expect(order).toEqual(['s', 's', 'admin']);
  (await known)?.();
  (await strangers[0])?.();
  await settled();
  expect(order).toEqual(['s', 's', 'admin', 's']);
});

test('the place of a stranger rests for as long as its work took', async () => {
  const share = new FairShare({ ...limits, lanes: { ...limits.lanes, stranger: 1 }, maxRestMs: 200 });
  const leave = await share.enter('s', 'stranger');
  const next = share.enter('s', 'stranger');
  const begunAt = performance.now();
  while (performance.now() - begunAt < 20);
  const leftAt = performance.now();
  leave?.();
  await next;
  expect(performance.now() - leftAt).toBeGreaterThan(15);
});

test('callers take turns, however many one of them sends', async () => {
  const share = new FairShare({ ...limits, places: 1 });
  const order: string[] = [];
  const all = ['a', 'a', 'a', 'a', 'b', 'c'].map((name) => enter(share, name, 'known', order));
  for (const turn of [0, 1, 4, 5, 2, 3]) {
    await settled();
    (await all[turn])?.();
  }
  expect(order).toEqual(['a', 'a', 'b', 'c', 'a', 'a']);
});

test('what is over the bounds is refused at once, and a wait ends', async () => {
  const share = new FairShare({ ...limits, patienceMs: 5 });
  const order: string[] = [];
  const all = Array.from({ length: 9 }, () => enter(share, 's', 'stranger', order));
  await settled();
  expect(order).toEqual(['s', 's', 's refused', 's refused']);
  await Promise.all(all.slice(2));
  expect(order.filter((each) => each === 's refused')).toHaveLength(7);
  (await all[0])?.();
  (await all[0])?.(); // leaving twice gives no place twice
  expect(await share.enter('s', 'stranger')).toBeDefined();
});
