import { expect, test } from 'vitest';
import { addressOf } from '#contract/api/define-api.ts';
import { eventApi } from '#contract/api/events.ts';
import { signInApi } from '#contract/api/sign-in.ts';
import { stationApi } from '#contract/api/stations.ts';
import { firstRows, firstStations, liveEvents, whoAmI } from './first-requests.ts';

test('what is asked for early is what the console asks for first', () => {
  expect(liveEvents).toBe(addressOf(eventApi.follow, { query: { sessions: true, stations: true } }));
  expect(whoAmI).toBe(addressOf(signInApi.whoAmI, {}));
  expect(firstStations).toBe(addressOf(stationApi.list, { query: { limit: firstRows } }));
});
