import { expect, test } from 'vitest';
import { silentLog } from '#base/log.ts';
import type { Partner } from '../partners/partner.ts';
import { isFullPullDue, type PullNeeds, pullPartner } from './pull-partner.ts';

const start = Date.parse('2026-03-01T00:00:00Z');

/** A partner that serves tokens, read every quarter of an hour for as many hours. */
async function pulls(hours: number): Promise<boolean[]> {
  const endpoints = [{ module: 'tokens', role: 'SENDER', url: 'https://partner.example/tokens' }];
  const partner = { id: 'p', endpoints, pulled: {} as Record<string, string> };
  let now = new Date(start);
  const asked: boolean[] = [];
  const needs = {
    pool: { query: () => Promise.resolve({ rowCount: 0 }) },
    clock: { now: () => now },
    wire: {
      pull(_partner: unknown, { dateFrom }: { dateFrom?: Date }) {
        asked.push(dateFrom === undefined);
        return [];
      },
    },
    take: () => Promise.resolve(),
    notePulled: (_id: string, module: string, until: Date) =>
      Promise.resolve((partner.pulled[module] = until.toISOString())),
    log: silentLog,
  } as unknown as PullNeeds;
  for (let quarter = 0; quarter < hours * 4; quarter += 1) {
    now = new Date(start + quarter * 15 * 60_000);
    const whole = partner as unknown as Partner;
    await pullPartner(needs, whole, { isFull: isFullPullDue(whole, now) });
  }
  return asked;
}

test('what changed is read every quarter of an hour, and everything once a day', async () => {
  const asked = await pulls(49);
  expect(asked.flatMap((isWhole, index) => (isWhole ? [index / 4] : []))).toEqual([0, 24, 48]);
});
