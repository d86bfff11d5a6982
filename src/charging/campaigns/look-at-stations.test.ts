import { expect, test } from 'vitest';
import { noteLedger, someCampaign, someStationNow, someWay } from '../../../test/support/campaign.ts';
import type { CampaignNeeds } from './campaign-needs.ts';
import type { StationNow } from './campaign-store.ts';
import { lookAtStations } from './look-at-stations.ts';
import { whyNotWell } from './soak.ts';
import type { Way } from './ways/way.ts';

const now = new Date('2026-03-01T12:00:00Z');
const ago = (minutes: number) => new Date(now.getTime() - minutes * 60_000);

/** How a station is left after it was looked at, and what stands in the ledger. */
async function after(
  station: Partial<StationNow>,
  { way = {}, events = [] }: { way?: Partial<Way>; events?: object[] } = {},
) {
  const { ledger, told } = noteLedger(events);
  const needs = { ledger, clock: { now: () => now } } as CampaignNeeds;
  const one = someStationNow(station);
  await lookAtStations(needs, { campaign: someCampaign(), way: someWay(way), stations: [one] });
  const { state, reason, inPlaceAt, askedAt } = one;
  return { state, reason, inPlaceAt, askedAt, told: told().map(({ kind, ...body }) => [kind, body]) };
}

const under = { look: async () => ({ status: 'under-way' }) } satisfies Partial<Way>;
const inPlace = { look: async () => ({ status: 'in-place' }) } satisfies Partial<Way>;
const failed = { look: async () => ({ status: 'failed', reason: 'not-sent' }) } satisfies Partial<Way>;

test('a station that nothing was asked of is left alone', async () => {
  expect(await after({ state: 'waiting' })).toMatchObject({ state: 'waiting', told: [] });
});

test.each([
  ['is under way', { askedAt: ago(60) }, under, { state: 'asked', told: [] }],
  ['takes too long', { askedAt: ago(61) }, under, { state: 'failed', reason: 'not-back' }],
  ['was asked when nobody knows', { askedAt: null }, under, { state: 'asked', told: [] }],
  ['has what it should', { askedAt: ago(90) }, inPlace, { state: 'checking', reason: null, inPlaceAt: now }],
  ['failed', { askedAt: ago(1) }, failed, { state: 'failed', reason: 'not-sent' }],
] as const)('a station that was asked %s', async (_what, station, way, left) => {
  expect(await after({ state: 'asked', ...station }, { way })).toMatchObject(left);
});

test('what became of it stands in the ledger', async () => {
  const { told } = await after({ state: 'asked', askedAt: ago(1) }, { way: inPlace });
  expect(told).toEqual([
    ['campaign-station-changed', { stationId: 'CP-1', campaignId: someCampaign().id, state: 'checking', reason: null }],
  ]);
});

const boot = { kind: 'station-booted', body: {} };
const finding = (severity: string) => ({ kind: 'finding-opened', body: { severity } });

test.each([
  ['has it for long enough', { inPlaceAt: ago(30) }, [], { state: 'done' }],
  ['has it for a while', { inPlaceAt: ago(29) }, [], { state: 'checking', told: [] }],
  ['has it since nobody knows when', { inPlaceAt: null }, [], { state: 'checking', told: [] }],
  ['is away at the end', { inPlaceAt: ago(30), isOnline: false }, [], { state: 'failed', reason: 'not-back' }],
  ['is away meanwhile', { inPlaceAt: ago(29), isOnline: false }, [], { state: 'checking', told: [] }],
  ['has a new fault', { inPlaceAt: ago(1), faulted: ['1:1'] }, [], { state: 'failed', reason: 'new-fault' }],
  ['restarts again and again', { inPlaceAt: ago(1) }, [boot, boot, boot], { state: 'failed', reason: 'boot-loop' }],
] as const)('a station that %s', async (_what, station, events, left) => {
  expect(await after({ state: 'checking', ...station }, { events: [...events] })).toMatchObject(left);
});

test.each([
  ['a fault that it had before', { before: { version: null, faulted: ['1:1'] }, faulted: ['1:1'] }, [], undefined],
  ['another fault', { before: { version: null, faulted: ['1:1'] }, faulted: ['1:1', '1:2'] }, [], 'new-fault'],
  ['two restarts', {}, [boot, boot], undefined],
  ['a notice', {}, [finding('notice')], undefined],
  ['a finding', {}, [finding('notice'), finding('warning')], 'new-finding'],
] as const)('against a station speaks %s', async (_what, station, events, why) => {
  const { ledger } = noteLedger(events);
  expect(await whyNotWell(ledger, { ...someStationNow(station as Partial<StationNow>), inPlaceAt: now })).toBe(why);
});

const undoing = (status: string, reason = 'x') =>
  ({ undo: async () => ({ status, reason }) }) as unknown as Partial<Way>;
const looking = (status: string) =>
  ({ undo: async () => ({ status: 'asked' }), lookBack: async () => ({ status }) }) as unknown as Partial<Way>;

test.each([
  ['is asked to', { askedAt: null }, undoing('asked'), { state: 'rolling-back', askedAt: now }],
  ['is asked again after it changed', { askedAt: ago(5), changedAt: ago(4) }, undoing('asked'), { askedAt: now }],
  ['need not', { askedAt: null }, undoing('skipped'), { state: 'rolled-back' }],
  ['cannot', { askedAt: null }, undoing('failed'), { state: 'failed', reason: 'not-rolled-back' }],
  ['could not be reached', { askedAt: null }, undoing('put-off'), { state: 'rolling-back', askedAt: new Date(0) }],
  ['is held by another node', { askedAt: null, isHere: false }, undoing('asked'), { told: [] }],
  ['has no way back', { askedAt: null }, {}, { told: [] }],
  ['is back', { askedAt: ago(5), changedAt: ago(5) }, looking('in-place'), { state: 'rolled-back' }],
  [
    'is on its way',
    { askedAt: ago(60), changedAt: ago(60) },
    looking('under-way'),
    { state: 'rolling-back', told: [] },
  ],
  [
    'takes too long',
    { askedAt: ago(61), changedAt: ago(61) },
    looking('under-way'),
    { state: 'failed', reason: 'not-rolled-back' },
  ],
  [
    'failed on its way',
    { askedAt: ago(5), changedAt: ago(5) },
    looking('failed'),
    { state: 'failed', reason: 'not-rolled-back' },
  ],
  ['cannot be looked at', { askedAt: ago(5), changedAt: ago(5) }, {}, { state: 'rolling-back', told: [] }],
])('a station that is to be rolled back %s', async (_what, station, way, left) => {
  expect(await after({ state: 'rolling-back', ...station }, { way })).toMatchObject(left);
});
