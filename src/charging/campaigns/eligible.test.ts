import { expect, test } from 'vitest';
import { someCampaign, someStationNow } from '../../../test/support/campaign.ts';
import type { StationNow } from './campaign-store.ts';
import { nextToAsk, whyWaiting } from './eligible.ts';

const now = new Date('2026-03-01T12:00:00Z');
const window = { from: '08:00', until: '10:00' };

test.each([
  ['nothing but its turn', {}, {}, undefined],
  ['a campaign that is paused', {}, { state: 'paused' }, 'state'],
  ['a later stage', { stage: 1 }, {}, 'stage'],
  ['no connection', { isOnline: false }, {}, 'offline'],
  ['a session', { isCharging: true }, {}, 'session'],
  ['another campaign', { isBusy: true }, {}, 'turn'],
  ['the hour', {}, { window }, 'window'],
  ['nothing, by the clock of its site', { timeZone: 'America/Sao_Paulo' }, { window }, undefined],
  ['the stage before all else of it', { stage: 1, isOnline: false, isCharging: true, isBusy: true }, {}, 'stage'],
] as const)('what keeps a station waiting: %s', (_what, station, campaign, why) => {
  const where = { campaign: someCampaign(campaign), now, timeZone: 'UTC' };
  expect(whyWaiting(someStationNow(station), where)).toBe(why);
});

test('at the clock of the campaign, where the site has none', () => {
  const where = { campaign: someCampaign({ window }), now, timeZone: 'America/Sao_Paulo' };
  expect(whyWaiting(someStationNow(), where)).toBeUndefined();
});

function next(stations: Partial<StationNow>[], maxAtOnce = 10) {
  const all = stations.map((each, nth) => someStationNow({ stationId: `CP-${nth}`, ...each }));
  const where = { campaign: someCampaign(), now, timeZone: 'UTC' };
  return nextToAsk(all, { maxAtOnce, where }).map(({ stationId }) => stationId);
}
const asked = { state: 'asked' } as const;
const many = (count: number, station: Partial<StationNow> = {}) => Array.from({ length: count }, () => station);

test('so many are under way at once, those that were asked before among them', () => {
  expect(next(many(5), 2)).toEqual(['CP-0', 'CP-1']);
  expect(next([asked, ...many(5)], 2)).toEqual(['CP-1']);
  expect(next([asked, asked, {}], 2)).toEqual([]);
});

test('only those that wait, that this node holds, and that nothing keeps', () => {
  expect(next([{ state: 'done' }, { isHere: false }, { isCharging: true }, {}])).toEqual(['CP-3']);
});

test('of a site one at once, or one in five', () => {
  const site = { siteId: 'S-1' };
  expect(next(many(9, site))).toEqual(['CP-0']);
  expect(next(many(10, site))).toEqual(['CP-0', 'CP-1']);
  expect(next([{ ...site, ...asked }, ...many(9, site)])).toEqual(['CP-1']);
  expect(next([{ ...site, ...asked }, ...many(3, site)])).toEqual([]);
  expect(next([site, { siteId: 'S-2' }, {}, site])).toEqual(['CP-0', 'CP-1', 'CP-2']);
});
