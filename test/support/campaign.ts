import type { StationNow } from '../../src/charging/campaigns/campaign-store.ts';
import type { Way } from '../../src/charging/campaigns/ways/way.ts';
import type { Campaign } from '../../src/contract/campaigns/campaign.ts';
import { campaignGates } from '../../src/contract/campaigns/campaign.ts';
import type { Entry, Ledger } from '../../src/ledger/ledger-types.ts';

/** A campaign for tests, in all that a test does not care about. */
export function someCampaign(known: Partial<Campaign> = {}): Campaign {
  return {
    name: 'Update',
    action: { kind: 'settings', variables: [] },
    target: {},
    window: null,
    canaryStations: 1,
    stagePercents: [100],
    gates: campaignGates.parse({ backWithinMinutes: 60, soakMinutes: 30 }),
    maxAtOnce: 10,
    id: '0198e1a0-0000-7000-8000-000000000001',
    state: 'running',
    stage: 0,
    stages: [1, 10],
    counts: {} as Campaign['counts'],
    touched: 0,
    total: 10,
    stop: null,
    why: null,
    firstTimeSuccess: null,
    createdAt: '2026-03-01T08:00:00.000Z',
    createdBy: 'key-1',
    endedAt: null,
    ...known,
  };
}

/** A station of a campaign, online and idle, that waits for its turn. */
export function someStationNow(known: Partial<StationNow> = {}): StationNow {
  return {
    stationId: 'CP-1',
    place: 0,
    stage: 0,
    state: 'waiting',
    reason: null,
    before: null,
    askedAt: null,
    inPlaceAt: null,
    changedAt: new Date('2026-03-01T08:00:00Z'),
    version: '1',
    bootedAt: null,
    isOnline: true,
    isHere: true,
    isCharging: false,
    isBusy: false,
    faulted: [],
    siteId: null,
    timeZone: null,
    ...known,
  };
}

/** A way that asks nothing of anybody, and never arrives. */
export function someWay(known: Partial<Way> = {}): Way {
  return {
    whyNot: () => undefined,
    ask: async () => ({ status: 'asked' }),
    look: async () => ({ status: 'under-way' }),
    whyLate: () => 'not-back',
    ...known,
  };
}

/** A ledger that remembers what it was given, and tells these events. */
export function noteLedger(events: readonly object[] = []) {
  const entries: Entry[] = [];
  const ledger = {
    commit: async (entry: Entry) => entries.push(entry),
    read: async () => events,
  } as unknown as Ledger;
  const told = () =>
    entries.flatMap(({ events: all = [] }) => all.map(({ kind, stationId, body }) => ({ kind, stationId, ...body })));
  return { ledger, entries, told };
}
