import { expect, test } from 'vitest';
import { singleFlight } from './every.ts';

test('whoever asks while it runs shares the run, and the next one starts anew', async () => {
  let runs = 0;
  const run = singleFlight(async () => {
    runs += 1;
    const nth = runs;
    await new Promise(setImmediate);
    if (nth === 2) throw new Error('the second fails');
    return nth;
  });
  expect(await Promise.all([run(), run()])).toEqual([1, 1]);
  const second = run();
  await run.settled();
  await expect(second).rejects.toThrow('the second fails');
  expect(await run()).toBe(3);
  await run.settled();
});
