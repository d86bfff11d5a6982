import { expect, test } from 'vitest';
import { silentLog } from '#base/log.ts';
import { eventLog } from '../../../test/support/event-log.ts';
import { sweep } from './sweep.ts';

const minuteMs = 60_000;

/** Sweeps once a minute of its own time; tells for each compare in which minute it was, and whether of all. */
async function compares({ minutes, hasBegun, failsIn, log = silentLog }: Wish): Promise<string[]> {
  const ending = new AbortController();
  const found: string[] = [];
  let minute = -1;
  const clock = {
    now() {
      minute += 1;
      if (minute > minutes) ending.abort();
      return new Date(minute * minuteMs);
    },
  };
  await sweep({
    clock,
    log,
    everyMs: 1,
    signal: ending.signal,
    hasBegun: async () => hasBegun,
    async compare({ withAll }) {
      if (minute === failsIn) throw new Error('the database is away');
      if (minute <= minutes) found.push(`${minute}${withAll ? ' all' : ''}`);
    },
  });
  return found;
}
type Wish = { minutes: number; hasBegun: boolean; failsIn?: number; log?: typeof silentLog };

test('all is compared every five minutes', async () => {
  expect(await compares({ minutes: 11, hasBegun: false })).toEqual(['5 all', '10 all']);
});

test('tokens that begin to be valid minute by minute do not keep the rest from being compared', async () => {
  expect(await compares({ minutes: 6, hasBegun: true })).toEqual(['1', '2', '3', '4', '5 all', '6']);
});

test('what could not be compared is compared a minute later', async () => {
  const log = eventLog();
  expect(await compares({ minutes: 6, hasBegun: false, failsIn: 5, log })).toEqual(['6 all']);
  expect(log.lines).toMatchObject([{ level: 'warn' }]);
});
