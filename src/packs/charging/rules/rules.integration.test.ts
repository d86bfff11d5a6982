import { expect, test } from 'vitest';
import type { Outage } from '#contract/stations/outage.ts';
import { openAgentDoor } from '../../../../test/support/agent-door.ts';
import { connectAnswering } from '../../../../test/support/answering-station.ts';
import { callTool } from '../../../../test/support/tool-calls.ts';
import { hitsAt, nextRun, type Rule, runsBefore } from './draft-rule.ts';

const rule: Rule = {
  ...{ when: 'lost-contact', times: 2, windowHours: 24, action: 'soft-reset' },
  ...{ at: '03:00', timeZone: 'America/Recife' }, // three hours behind UTC, all year
};

function lost(stationId: string, from: string, given: Partial<Outage> = {}): Outage {
  return {
    ...{ id: '00000000-0000-7000-8000-000000000001', stationId, evseId: null, connectorId: null, cause: 'offline' },
    ...{ code: null, from, to: null, exclusion: null, exclusionReason: null, excludedBy: null },
    ...given,
  };
}

test('a rule runs by the clock of its place, also where that clock jumps', () => {
  const now = new Date('2026-03-10T05:00:00Z'); // two in the morning there
  expect(runsBefore(rule, { now, days: 2 }).map((moment) => moment.toISOString())).toEqual([
    '2026-03-09T06:00:00.000Z',
    '2026-03-08T06:00:00.000Z',
  ]);
  expect(nextRun(rule, now).toISOString()).toBe('2026-03-10T06:00:00.000Z');
  expect(nextRun(rule, new Date('2026-03-10T06:00:00Z')).toISOString()).toBe('2026-03-11T06:00:00.000Z');
  // The night on which New York has no half past two.
  const jumping = { ...rule, at: '02:30', timeZone: 'America/New_York' };
  expect(nextRun(jumping, new Date('2026-03-08T05:00:00Z')).toISOString()).toBe('2026-03-08T07:30:00.000Z');
});

test('only what had happened by then counts, often enough, within its hours, and of its kind', () => {
  const outages = [
    lost('CP-1', '2026-03-09T01:00:00Z'),
    lost('CP-1', '2026-03-09T05:59:59Z'),
    lost('CP-2', '2026-03-09T01:00:00Z'),
    lost('CP-2', '2026-03-09T06:00:00Z'), // as it runs: not yet known
    lost('CP-3', '2026-03-08T05:59:59Z'), // a second too long ago
    lost('CP-3', '2026-03-09T02:00:00Z'),
    lost('CP-4', '2026-03-09T02:00:00Z', { cause: 'faulted', evseId: 1 }),
    lost('CP-4', '2026-03-09T03:00:00Z', { cause: 'faulted', evseId: 1 }),
  ];
  const moment = new Date('2026-03-09T06:00:00Z');
  expect(hitsAt(rule, outages, moment)).toEqual([{ stationId: 'CP-1', times: 2, lastAt: '2026-03-09T05:59:59Z' }]);
  expect(hitsAt({ ...rule, when: 'faulted' }, outages, moment)).toMatchObject([{ stationId: 'CP-4', times: 2 }]);
  expect(hitsAt({ ...rule, times: 1 }, outages, moment).map(({ stationId }) => stationId)).toEqual([
    ...['CP-1', 'CP-2', 'CP-3'],
  ]);
});

test('a draft shows what it would do now and what it would have done, and does nothing', async () => {
  await using door = await openAgentDoor();
  await using station = await connectAnswering(door.ocpp, { stationId: 'CP-7', version: '1.6' });
  const tell = (status: string, minutesAgo: number) =>
    station.call('StatusNotification', {
      ...{ connectorId: 1, status, errorCode: status === 'Faulted' ? 'GroundFailure' : 'NoError' },
      timestamp: new Date(Date.now() - minutesAgo * 60_000).toISOString(),
    });
  for (const minutesAgo of [50, 30]) {
    await tell('Available', minutesAgo + 5);
    await tell('Faulted', minutesAgo);
  }
  await tell('Available', 20);
  // It would have run ten minutes ago.
  const at = new Date(Date.now() - 10 * 60_000).toISOString().slice(11, 16);
  const draft = async (given: object) => (await callTool(door, 'draft_rule', { when: 'faulted', at, ...given })).data;
  const hit = { charge_point_id: 'CP-7', times: 2 };
  await expect.poll(async () => (await draft({}))['preview'], { timeout: 20_000 }).toMatchObject([hit]);
  // What a station tells late is counted from when it was heard; so the past is written down as it would stand there.
  await door.pool.query(
    `update outage set from_at = from_at - interval '30 minutes', to_at = to_at - interval '30 minutes'`,
  );
  expect(await draft({ history_days: 3 })).toMatchObject({
    ...{ rule: { when: 'faulted', times: 2, action: 'soft-reset', at, time_zone: 'UTC' }, is_whole: true },
    dry_run: { runs: 3, restarts: 1, charge_points: 1, restarted: [hit] },
  });
  expect(await draft({ times: 3 })).toMatchObject({ preview: [], dry_run: { restarts: 0 } });
  expect(await draft({ when: 'lost-contact', times: 1 })).toMatchObject({ preview: [] });
  expect((await callTool(door, 'draft_rule', { when: 'faulted', at })).text).toMatch(
    /^Every day at .* restart, as soon as it is idle, .* Now it would restart 1 charge point; .* Nothing was set up\.$/,
  );
  await expect(draft({ at: '25:00' })).rejects.toThrow(/must be a time such as 03:00/);
  await expect(draft({ time_zone: 'Mars' })).rejects.toThrow(/must be a time zone/);
  await expect(draft({ site_id: 'nowhere' })).rejects.toThrow(/^There is no such site/);
  await expect(draft({ charge_point_id: 'CP-8' })).rejects.toThrow(/^No charge point has this/);
});
