import { expect, test } from 'vitest';
import { SigecError } from '#base/errors.ts';
import { silentLog } from '#base/log.ts';
import type { Campaign } from '#contract/campaigns/campaign.ts';
import { noteLedger, someCampaign, someStationNow, someWay } from '../../../test/support/campaign.ts';
import { scriptedPool } from '../../../test/support/scripted-pool.ts';
import type { CampaignNeeds } from './campaign-needs.ts';
import type { StationNow } from './campaign-store.ts';
import { beginRollback, roundWith } from './run-round.ts';
import type { Way } from './ways/way.ts';

const now = new Date('2026-03-01T12:00:00Z');
const earlier = new Date('2026-03-01T11:00:00Z');

/** One round over these stations: how it leaves them and the campaign, and what it tells. */
async function round(
  stations: readonly Partial<StationNow>[],
  { campaign = {}, way = {} }: { campaign?: Partial<Campaign>; way?: Partial<Way> } = {},
) {
  const { ledger, told, entries } = noteLedger();
  const all = stations.map((each, nth) => someStationNow({ stationId: `CP-${nth}`, place: nth, ...each }));
  const { pool } = scriptedPool(['from campaign_station as part', all]);
  const needs = {
    pool,
    ledger,
    clock: { now: () => now },
    log: silentLog,
    nodeId: 'node',
    timeZone: 'UTC',
  } as CampaignNeeds;
  const made = someCampaign(campaign);
  await roundWith(needs, { campaign: made, way: someWay(way) });
  return {
    states: all.map(({ state }) => state),
    all,
    campaign: made,
    kinds: told().map(({ kind }) => kind),
    told: told(),
    entries,
  };
}

const ended = 'campaign-station-changed';

test('a station is written down as asked, with what it was like, before it is asked', async () => {
  const seen: string[] = [];
  const ask = async ({ state, before }: StationNow) => {
    seen.push(`${state} ${before?.version} ${before?.faulted.join()}`);
    return { status: 'asked', values: [{ name: 'A', value: '1' }] } as const;
  };
  const { all } = await round([{ version: '7', faulted: ['1:1'] }, { stage: 1 }], { way: { ask } });
  expect(seen).toEqual(['asked 7 1:1']);
  const before = { version: '7', faulted: ['1:1'], values: [{ name: 'A', value: '1' }] };
  expect(all).toMatchObject([
    { state: 'asked', askedAt: now, before },
    { state: 'waiting', askedAt: null },
  ]);
});

test.each([
  ['goes on', { status: 'asked' }, { state: 'asked', askedAt: now }],
  ['is put off', { status: 'put-off' }, { state: 'waiting', askedAt: null }],
  ['is left out', { status: 'skipped', reason: 'no-need' }, { state: 'skipped', reason: 'no-need', askedAt: null }],
  ['fails', { status: 'failed', reason: 'rejected' }, { state: 'failed', reason: 'rejected' }],
])('a station that %s once it was asked', async (_what, asked, left) => {
  const { all } = await round([{}, { stage: 1 }], { way: { ask: async () => asked as never } });
  expect(all[0]).toMatchObject(left);
});

test('a station that cannot be asked has failed; a database that is away is no failure of a station', async () => {
  const thrown = (failure: Error) => round([{}, { stage: 1 }], { way: { ask: () => Promise.reject(failure) } });
  expect((await thrown(new SigecError('STATION_OFFLINE', 'x'))).all[0]).toMatchObject({
    state: 'failed',
    reason: 'not-sent',
  });
  await expect(thrown(new SigecError('DATABASE_AWAY', 'x'))).rejects.toThrow('x');
  await expect(thrown(new Error('broken'))).rejects.toThrow('broken');
});

test('a canary that failed stops the campaign, with how many it reached', async () => {
  const { campaign, told, states } = await round([{ state: 'failed', askedAt: earlier }, { stage: 1 }], {
    campaign: { touched: 1, total: 2 },
  });
  expect(campaign.state).toBe('stopped');
  expect(told).toEqual([
    expect.objectContaining({ kind: 'campaign-stopped', stop: 'canary-failed', touched: 1, total: 2 }),
  ]);
  expect(states).toEqual(['failed', 'waiting']);
});

test('where there is a way back, the stations that were asked are rolled back', async () => {
  const { states } = await round(
    [
      { state: 'failed', askedAt: earlier },
      { state: 'waiting', stage: 1 },
    ],
    { way: { undo: async () => ({ status: 'asked' }) } },
  );
  expect(states).toEqual(['rolling-back', 'waiting']);
});

test('a rollback reaches whoever was asked, was not left out, and is not back already', async () => {
  const { ledger } = noteLedger();
  const states = ['done', 'skipped', 'rolled-back', 'checking', 'waiting'] as const;
  const stations = states.map((state) =>
    someStationNow({ state, askedAt: state === 'waiting' ? null : earlier, reason: 'new-fault' }),
  );
  const needs = { ledger, clock: { now: () => now } };
  await beginRollback(needs, { campaign: someCampaign(), way: someWay(), stations });
  expect(stations.map(({ state }) => state)).toEqual(states);
  await beginRollback(needs, {
    campaign: someCampaign(),
    way: someWay({ undo: async () => ({ status: 'asked' }) }),
    stations,
  });
  expect(stations.map(({ state }) => state)).toEqual([
    'rolling-back',
    'skipped',
    'rolled-back',
    'rolling-back',
    'waiting',
  ]);
  expect(stations[0]).toMatchObject({ reason: 'new-fault' });
});

test('a stage that is passed opens the next, and the last one ends the campaign', async () => {
  const done = { state: 'done', askedAt: earlier, inPlaceAt: earlier } as const;
  const first = await round([done, { stage: 1 }]);
  expect([first.campaign.stage, first.kinds[0], first.states]).toEqual([1, 'campaign-stage-passed', ['done', 'asked']]);
  const last = await round([done, { ...done, stage: 1 }], { campaign: { stage: 1 } });
  expect(last.kinds).toEqual(['campaign-ended']);
});

test('a campaign that is paused looks after its stations and asks none', async () => {
  const { states, kinds } = await round([{ state: 'asked', askedAt: earlier }, {}], {
    campaign: { state: 'paused' },
    way: { look: async () => ({ status: 'in-place' }) },
  });
  expect([states, kinds]).toEqual([['checking', 'waiting'], [ended]]);
});
