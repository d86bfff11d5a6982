import { expect, test } from 'vitest';
import { type DecisionFacts, decide } from './decide.ts';
import type { DriverFacts, GroupFacts, TokenFacts } from './decision-facts.ts';
import type { PresentedType } from './station-authorization.ts';

const at = new Date('2026-03-01T08:00:00Z'); // a Sunday; 05:00 in São Paulo
const before = new Date('2026-03-01T07:59:59Z');
const after = new Date('2026-03-01T08:00:01Z');

const card: TokenFacts = {
  id: 'tok_card',
  type: 'iso14443',
  label: '…CARD',
  isBlocked: false,
  validFrom: null,
  expiresAt: null,
  credit: null,
  tariffId: null,
  language: null,
  driver: null,
  group: null,
};
const group: GroupFacts = {
  id: 'tok_fleet',
  value: 'FLEET',
  isBlocked: false,
  validFrom: null,
  expiresAt: null,
  places: 'everywhere',
  oneAtATime: false,
  isMasterPass: false,
};
const driver: DriverFacts = { id: 'ana', isBlocked: false, places: null, oneAtATime: null };
const site: NonNullable<DecisionFacts['place']['site']> = {
  id: 'depot',
  name: 'Depot',
  timeZone: 'America/Sao_Paulo',
  openingHours: null,
  isClosedOutside: false,
};
const depot: DecisionFacts['place'] = { stationId: 'CP-1', site, admits: 'everyone' };
const running = [{ sessionId: 's1', stationId: 'CP-2', ref: 'T-1', startedAt: '2026-03-01T07:00:00.000Z' }];

const asked = (more: Partial<DecisionFacts> = {}): DecisionFacts => ({
  token: card,
  presentedType: 'iso14443',
  purpose: 'start',
  at,
  place: depot,
  running: [],
  ...more,
});

const inGroup = (more: Partial<GroupFacts>, token: Partial<TokenFacts> = {}) => ({
  token: { ...card, ...token, group: { ...group, ...more } },
});
const ofDriver = (more: Partial<DriverFacts>, token: Partial<TokenFacts> = {}) => ({
  token: { ...card, ...token, driver: { ...driver, ...more } },
});
const elsewhere = { siteIds: ['mall'], stationIds: [] };
const closed = {
  ...depot,
  site: { ...site, isClosedOutside: true, openingHours: [{ days: ['sun' as const], hours: '06:00-22:00' }] },
};

test.each<[text: string, given: Partial<DecisionFacts>, status: string, reason: string | null]>([
  ['a known card', {}, 'accepted', null],
  ['a card that nobody entered', { token: undefined }, 'unknown', 'unknown-token'],
  ['a kind we have no word for', { token: undefined, presentedType: 'other' }, 'unknown', 'unknown-token'],
  ['a token of no told kind', { presentedType: null }, 'accepted', null],
  ['a blocked card', { token: { ...card, isBlocked: true } }, 'blocked', 'blocked'],
  ['a card before its time', { token: { ...card, validFrom: after } }, 'not-at-this-time', 'not-yet-valid'],
  ['a card from this moment on', { token: { ...card, validFrom: at } }, 'accepted', null],
  ['a card that is over now', { token: { ...card, expiresAt: at } }, 'expired', 'expired'],
  ['a card that was over before', { token: { ...card, expiresAt: before } }, 'expired', 'expired'],
  ['a card that is over soon', { token: { ...card, expiresAt: after } }, 'accepted', null],
  ['a blocked card that is over', { token: { ...card, isBlocked: true, expiresAt: before } }, 'blocked', 'blocked'],
  ['a prepaid card with credit', { token: { ...card, credit: '0.01' } }, 'accepted', null],
  ['a prepaid card without', { token: { ...card, credit: '0' } }, 'no-credit', 'no-credit'],
  ['a prepaid card that owes something', { token: { ...card, credit: '-5' } }, 'no-credit', 'no-credit'],
  ['a blocked driver', ofDriver({ isBlocked: true }), 'blocked', 'driver-blocked'],
  ['a blocked group', inGroup({ isBlocked: true }), 'blocked', 'group-blocked'],
  ['a group before its time', inGroup({ validFrom: after }), 'not-at-this-time', 'group-not-valid'],
  ['a group that is over', inGroup({ expiresAt: before }), 'expired', 'group-not-valid'],
  ['a group that may charge elsewhere', inGroup({ places: elsewhere }), 'not-at-this-location', 'not-at-this-place'],
  [
    'a group that may charge at this site',
    inGroup({ places: { siteIds: ['depot'], stationIds: [] } }),
    'accepted',
    null,
  ],
  [
    'a group that may charge at this station',
    inGroup({ places: { siteIds: [], stationIds: ['CP-1'] } }),
    'accepted',
    null,
  ],
  [
    'a group that may charge nowhere',
    inGroup({ places: { siteIds: [], stationIds: [] } }),
    'not-at-this-location',
    'not-at-this-place',
  ],
  [
    "a driver's own places instead of the group's",
    inGroup({ places: elsewhere }, { driver: { ...driver, places: 'everywhere' } }),
    'accepted',
    null,
  ],
  [
    "a driver's own places, narrower than the group's",
    inGroup({}, { driver: { ...driver, places: elsewhere } }),
    'not-at-this-location',
    'not-at-this-place',
  ],
  [
    'a station that stands nowhere',
    { ...inGroup({ places: elsewhere }), place: { ...depot, site: null } },
    'not-at-this-location',
    'not-at-this-place',
  ],
  ['a place that admits the group', { ...inGroup({}), place: { ...depot, admits: ['tok_fleet'] } }, 'accepted', null],
  [
    'a place that admits another group',
    { ...inGroup({}), place: { ...depot, admits: ['tok_x'] } },
    'not-at-this-location',
    'not-admitted-here',
  ],
  [
    'a token without group at such a place',
    { place: { ...depot, admits: ['tok_x'] } },
    'not-at-this-location',
    'not-admitted-here',
  ],
  [
    'a payment at such a place',
    { token: undefined, presentedType: 'direct-payment', place: { ...depot, admits: ['tok_x'] } },
    'not-at-this-location',
    'not-admitted-here',
  ],
  ['a site that is closed', { place: closed }, 'not-at-this-time', 'site-closed'],
  ['a site that is open again', { place: closed, at: new Date('2026-03-01T09:00:00Z') }, 'accepted', null],
  [
    'a site that tells its hours and lets in all the same',
    { place: { ...closed, site: { ...closed.site, isClosedOutside: false } } },
    'accepted',
    null,
  ],
  ['one at a time, and none runs', inGroup({ oneAtATime: true }), 'accepted', null],
  ['one at a time, and one runs', { ...inGroup({ oneAtATime: true }), running }, 'concurrent', 'already-charging'],
  ['as many as they like', { running }, 'accepted', null],
  ["the driver's own rule", { ...ofDriver({ oneAtATime: true }), running }, 'concurrent', 'already-charging'],
  [
    "the driver's exception",
    { ...inGroup({ oneAtATime: true }, { driver: { ...driver, oneAtATime: false } }), running },
    'accepted',
    null,
  ],
  ['a master pass', inGroup({ isMasterPass: true }), 'invalid', 'master-pass-begins-nothing'],
])('a start: %s', (_text, given, status, reason) => {
  expect(decide(asked(given))).toMatchObject({ status, reason });
});

test.each<[text: string, token: TokenFacts['type'] | undefined, presented: PresentedType, status: string]>([
  ['a card whose reader cannot tell the standards apart', 'iso14443', 'iso15693', 'accepted'],
  ["a card's number typed into a keypad", 'iso14443', 'key-code', 'invalid'],
  ['a PIN shown as a card', 'key-code', 'iso14443', 'invalid'],
  ['a start button', undefined, 'no-authorization', 'accepted'],
  ['an id the station made itself', undefined, 'local', 'accepted'],
  ['a payment the terminal took', undefined, 'direct-payment', 'accepted'],
  ['an id that we never made', undefined, 'central', 'unknown'],
  ["a vehicle's address nobody entered", undefined, 'mac-address', 'unknown'],
])('a kind of token: %s', (_text, type, presentedType, status) => {
  const token = type && { ...card, type };
  expect(decide(asked({ token, presentedType }))).toMatchObject({ status });
});

test.each<[text: string, given: Partial<DecisionFacts>]>([
  ['at a place where it may not charge', inGroup({ places: elsewhere })],
  ['at a place that admits others', { place: { ...depot, admits: ['tok_x'] } }],
  ['after closing time', { place: closed }],
  ['with the credit used up', { token: { ...card, credit: '0' } }],
  ['while another one runs', { ...inGroup({ oneAtATime: true }), running }],
  ['with a master pass', inGroup({ isMasterPass: true })],
])('a session can be ended %s', (_text, given) => {
  expect(decide(asked({ ...given, purpose: 'stop' }))).toMatchObject({ status: 'accepted' });
});

test('whoever asks about a card is told nothing of other sessions, and a master pass is accepted wherever it is shown', () => {
  expect(decide(asked({ ...inGroup({ oneAtATime: true }), running, purpose: 'authorize' })).reason).toBeNull();
  expect(decide(asked({ ...inGroup({ isMasterPass: true }), place: closed, purpose: 'authorize' })).reason).toBeNull();
  expect(decide(asked({ place: closed, purpose: 'authorize' })).reason).toBe('site-closed');
});

test('every question is told in its order, what it was decided by, and which were not asked any more', () => {
  const { facts, checks } = decide(asked({ ...inGroup({ places: elsewhere }), place: closed }));
  expect(facts).toEqual({ siteId: 'depot', siteName: 'Depot', by: 'group', places: elsewhere });
  expect(checks.map(({ name, result }) => `${name}: ${result}`)).toEqual([
    'known: passed',
    'type: passed',
    'token-blocked: passed',
    'token-valid: passed',
    'driver-blocked: does-not-apply',
    'group-blocked: passed',
    'group-valid: passed',
    'credit: does-not-apply',
    'master-pass: does-not-apply',
    'group-place: refused',
    'station-admits: not-asked',
    'opening-hours: not-asked',
    'one-at-a-time: not-asked',
  ]);
});
