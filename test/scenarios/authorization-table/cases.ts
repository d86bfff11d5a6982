import { expect } from 'vitest';
import type { RefusalReason } from '../../../src/contract/access/token.ts';
import type { OcppVersion } from '../../../src/contract/stations/station.ts';

/** What a case is made of, as far as facts name it. */
export type Made = {
  tokenId: string;
  groupId: string | undefined;
  driverId: string | undefined;
  siteId: string;
  /** Of the session that runs beside. */
  sessionId: string | undefined;
  otherStationId: string;
};

/** Where it is asked: on the street there is no site; the others are sites, or one station of such a site. */
export type PlaceName = 'street' | 'depot' | 'fleet-yard' | 'guest-post' | 'night-shut' | 'open-hours' | 'open-then';

export type Case = {
  text: string;
  /** Absent: 1.6, 2.0.1 and 2.1. */
  only?: readonly OcppVersion[];
  /** Fields of the token; null: nobody entered it. */
  token?: object | null;
  /** As a station of 2.x says it; 1.6 tells no kinds. */
  type?: string;
  /** In another case than it was entered. */
  isLowerCase?: boolean;
  group?: object | 'admitted';
  /** The group is the driver's, and the token has none of its own. */
  isDriversGroup?: boolean;
  driver?: object;
  place?: PlaceName;
  /** Absent: a session begins. */
  does?: 'authorize' | 'start' | 'stop';
  /** It began so many hours ago while the station was offline, and is told now. */
  offlineHours?: number;
  /** What else there is of the same person. */
  beside?:
    | 'own-session'
    | 'session-of-other-token'
    | 'session-of-other-driver'
    | 'ended-session'
    | 'same-session'
    | 'refused-session'
    | 'own-session-here';
  /** In 1.6, and in 2.x where that has a word of its own. */
  told: string | [told16: string, told2: string];
  because?: RefusalReason;
  by?(made: Made): object;
  /** Whether the station is told the group: a parent id. */
  tellsGroup?: boolean;
};

const later: readonly OcppVersion[] = ['2.0.1', '2.1'];
const hours = (count: number) => new Date(Date.now() + count * 3_600_000).toISOString();
const place = ['Blocked', 'NotAtThisLocation'] as [string, string];
const moment = ['Blocked', 'NotAtThisTime'] as [string, string];
const nowhere = { siteIds: [], stationIds: [] };
const depotOnly = { siteIds: ['depot'], stationIds: [] };

/** The decision table: who shows what, where and when, and what a station is told. */
// biome-ignore format: a table is read by its rows
export const cases: readonly Case[] = [
  // The token itself.
  { text: 'a card that stands', told: 'Accepted' },
  { text: 'a card that stands, only asked about', does: 'authorize', told: 'Accepted' },
  { text: 'a card in small letters', isLowerCase: true, told: 'Accepted' },
  { text: 'a card in small letters, only asked about', isLowerCase: true, does: 'authorize', told: 'Accepted' },
  { text: 'a card nobody entered', token: null, told: ['Invalid', 'Unknown'], because: 'unknown-token' },
  { text: 'a card nobody entered, only asked about', token: null, does: 'authorize', told: ['Invalid', 'Unknown'], because: 'unknown-token' },
  { text: 'a card nobody entered, at a site', token: null, place: 'depot', told: ['Invalid', 'Unknown'], because: 'unknown-token' },
  { text: 'a blocked card', token: { isBlocked: true }, told: 'Blocked', because: 'blocked' },
  { text: 'a blocked card, only asked about', token: { isBlocked: true }, does: 'authorize', told: 'Blocked', because: 'blocked' },
  { text: 'a blocked card that ends a session', token: { isBlocked: true }, does: 'stop', told: 'Blocked', because: 'blocked' },

  // Its validity.
  { text: 'a card that is over', token: { expiresAt: hours(-1) }, told: 'Expired', because: 'expired' },
  { text: 'a card that is over, only asked about', token: { expiresAt: hours(-1) }, does: 'authorize', told: 'Expired', because: 'expired' },
  { text: 'a card that is over soon', token: { expiresAt: hours(1) }, told: 'Accepted' },
  { text: 'a card before its time', token: { validFrom: hours(1) }, told: moment, because: 'not-yet-valid' },
  { text: 'a card since its time', token: { validFrom: hours(-1), expiresAt: hours(1) }, told: 'Accepted' },
  { text: 'a blocked card that is over', token: { isBlocked: true, expiresAt: hours(-1) }, told: 'Blocked', because: 'blocked' },

  // Its credit.
  { text: 'a prepaid card', token: { credit: '5' }, told: 'Accepted' },
  { text: 'a prepaid card that is used up', token: { credit: '0' }, told: ['Blocked', 'NoCredit'], because: 'no-credit', by: () => ({ credit: '0' }) },
  { text: 'a prepaid card that is used up, and ends a session', token: { credit: '0' }, does: 'stop', told: 'Accepted' },

  // Its driver.
  { text: 'a card of a driver', driver: {}, told: 'Accepted' },
  { text: 'a card of a blocked driver', driver: { isBlocked: true }, told: 'Blocked', because: 'driver-blocked', by: ({ driverId }) => ({ driverId }) },
  { text: 'a card of a blocked driver, only asked about', driver: { isBlocked: true }, does: 'authorize', told: 'Blocked', because: 'driver-blocked' },

  // Its group.
  { text: 'a card of a group', group: {}, told: 'Accepted', tellsGroup: true },
  { text: 'a card of a group, only asked about', group: {}, does: 'authorize', told: 'Accepted', tellsGroup: true },
  { text: "a card of a driver's group", driver: {}, group: {}, isDriversGroup: true, told: 'Accepted', tellsGroup: true },
  { text: 'a card of a blocked group', group: { isBlocked: true }, told: 'Blocked', because: 'group-blocked', by: ({ groupId }) => ({ groupId }) },
  { text: "a card of a driver's blocked group", driver: {}, group: { isBlocked: true }, isDriversGroup: true, told: 'Blocked', because: 'group-blocked' },
  { text: 'a card of a group before its time', group: { validFrom: hours(1) }, told: moment, because: 'group-not-valid' },
  { text: 'a card of a group that is over', group: { expiresAt: hours(-1) }, told: 'Expired', because: 'group-not-valid', by: ({ groupId }) => ({ groupId }) },
  { text: 'a card of a group that is over later', group: { expiresAt: hours(1) }, told: 'Accepted', tellsGroup: true },

  // A master pass.
  { text: 'a master pass that would begin a session', group: { isMasterPass: true }, told: 'Invalid', because: 'master-pass-begins-nothing', by: ({ groupId }) => ({ groupId }) },
  { text: 'a master pass that is asked about', group: { isMasterPass: true }, does: 'authorize', told: 'Accepted', tellsGroup: true },
  { text: 'a master pass that is asked about where others are admitted', group: { isMasterPass: true }, does: 'authorize', place: 'fleet-yard', told: 'Accepted', tellsGroup: true },
  { text: 'a master pass that ends a session', group: { isMasterPass: true }, does: 'stop', told: 'Accepted', tellsGroup: true },
  { text: 'a blocked master pass', group: { isMasterPass: true, isBlocked: true }, does: 'authorize', told: 'Blocked', because: 'group-blocked' },

  // Where its group or its driver may charge.
  { text: 'a group that may charge at this site', group: { places: depotOnly }, place: 'depot', told: 'Accepted', tellsGroup: true },
  { text: 'a group that may charge at another site', group: { places: depotOnly }, place: 'open-hours', told: place, because: 'not-at-this-place', by: ({ siteId }) => ({ siteId, by: 'group' }) },
  { text: 'a group that may charge at another site, only asked about', group: { places: depotOnly }, place: 'open-hours', does: 'authorize', told: place, because: 'not-at-this-place' },
  { text: 'a group that may charge at a site, on the street', group: { places: depotOnly }, told: place, because: 'not-at-this-place' },
  { text: 'a group that may charge nowhere', group: { places: nowhere }, place: 'depot', told: place, because: 'not-at-this-place' },
  { text: 'a driver who may charge elsewhere than the group', group: {}, driver: { places: depotOnly }, place: 'open-hours', told: place, because: 'not-at-this-place', by: ({ siteId }) => ({ siteId, by: 'driver' }) },
  { text: 'a driver who may charge everywhere, of a group that may not', group: { places: depotOnly }, driver: { places: 'everywhere' }, place: 'open-hours', told: 'Accepted', tellsGroup: true },
  { text: 'an end at a site where the group may not charge', group: { places: depotOnly }, place: 'open-hours', does: 'stop', told: 'Accepted', tellsGroup: true },
  { text: 'asked about before an end, at a site where the group may not charge any more', group: { places: depotOnly }, place: 'open-hours', does: 'authorize', beside: 'own-session-here', told: 'Accepted', tellsGroup: true },

  // Whom the place lets in.
  { text: 'a card of a group that is admitted', group: 'admitted', place: 'fleet-yard', told: 'Accepted', tellsGroup: true },
  { text: 'a card of another group', group: {}, place: 'fleet-yard', told: place, because: 'not-admitted-here', by: ({ siteId, groupId }) => ({ siteId, groupId }) },
  { text: 'a card of no group', place: 'fleet-yard', told: place, because: 'not-admitted-here', by: () => ({ groupId: null }) },
  { text: 'a card of no group, only asked about', place: 'fleet-yard', does: 'authorize', told: place, because: 'not-admitted-here' },
  { text: 'a card of no group that ends a session', place: 'fleet-yard', does: 'stop', told: 'Accepted' },
  { text: 'a station there that lets everyone in', place: 'guest-post', told: 'Accepted' },

  // When the site is open.
  { text: 'a site that is open', place: 'open-hours', told: 'Accepted' },
  { text: 'a site that is closed', place: 'night-shut', told: moment, because: 'site-closed', by: ({ siteId }) => ({ siteId, timeZone: 'America/Sao_Paulo' }) },
  { text: 'a site that is closed, only asked about', place: 'night-shut', does: 'authorize', told: moment, because: 'site-closed' },
  { text: 'an end after closing time', place: 'night-shut', does: 'stop', told: 'Accepted' },
  { text: 'asked about before an end, after closing time', place: 'night-shut', does: 'authorize', beside: 'own-session-here', told: 'Accepted' },
  { text: 'a blocked card at a closed site', token: { isBlocked: true }, place: 'night-shut', told: 'Blocked', because: 'blocked' },

  // One session at a time.
  { text: 'one at a time, and none runs', group: { oneAtATime: true }, told: 'Accepted', tellsGroup: true },
  { text: 'one at a time, and one runs', group: { oneAtATime: true }, beside: 'own-session', told: 'ConcurrentTx', because: 'already-charging', by: ({ sessionId, otherStationId }) => ({ sessionId, stationId: otherStationId }) },
  { text: 'one at a time, and one runs, only asked about', group: { oneAtATime: true }, beside: 'own-session', does: 'authorize', told: 'Accepted', tellsGroup: true },
  { text: 'one at a time, and one runs, that is ended', group: { oneAtATime: true }, beside: 'own-session', does: 'stop', told: 'Accepted', tellsGroup: true },
  { text: 'one at a time, and one has ended', group: { oneAtATime: true }, beside: 'ended-session', told: 'Accepted', tellsGroup: true },
  { text: 'one at a time, and the start is told twice', group: { oneAtATime: true }, beside: 'same-session', told: 'Accepted', tellsGroup: true },
  { text: 'one at a time, and a refused one goes on', group: { oneAtATime: true }, beside: 'refused-session', told: 'Accepted', tellsGroup: true },
  { text: 'one at a time per driver, and another token of theirs charges', driver: { oneAtATime: true }, beside: 'session-of-other-token', told: 'ConcurrentTx', because: 'already-charging', by: ({ driverId }) => ({ driverId }) },
  { text: 'one at a time, and another driver of the group charges', group: { oneAtATime: true }, driver: {}, beside: 'session-of-other-driver', told: 'Accepted', tellsGroup: true },
  { text: 'a driver who may have several, of a group that may not', group: { oneAtATime: true }, driver: { oneAtATime: false }, beside: 'own-session', told: 'Accepted', tellsGroup: true },
  { text: 'as many as they like', beside: 'own-session', told: 'Accepted' },

  // Begun offline: by what held then.
  { text: 'begun offline', offlineHours: 2, told: 'Accepted' },
  { text: 'begun offline by a card nobody entered', token: null, offlineHours: 2, told: ['Invalid', 'Unknown'], because: 'unknown-token' },
  { text: 'begun offline by a card that has ended since', token: { expiresAt: hours(-1) }, offlineHours: 2, told: 'Accepted' },
  { text: 'begun offline by a card that was over', token: { expiresAt: hours(-3) }, offlineHours: 2, told: 'Expired', because: 'expired', by: () => ({ happenedAt: expect.any(String) as string }) },
  { text: 'begun offline before the card was valid', token: { validFrom: hours(-1) }, offlineHours: 2, told: moment, because: 'not-yet-valid', by: () => ({ happenedAt: expect.any(String) as string }) },
  { text: 'begun offline before the group was valid', group: { validFrom: hours(-1) }, offlineHours: 2, told: moment, because: 'group-not-valid' },
  { text: 'begun offline by a blocked card', token: { isBlocked: true }, offlineHours: 2, told: 'Blocked', because: 'blocked' },
  { text: 'begun offline while the site was open', place: 'open-then', offlineHours: 72, told: 'Accepted' },
  { text: 'the same site now', place: 'open-then', told: moment, because: 'site-closed' },
  { text: 'begun offline at a place that lets others in', place: 'fleet-yard', offlineHours: 2, told: place, because: 'not-admitted-here' },
  { text: 'begun offline before the one that runs now', group: { oneAtATime: true }, beside: 'own-session', offlineHours: 2, told: 'Accepted', tellsGroup: true },

  // Kinds of tokens.
  { text: 'a start button', only: later, token: null, type: 'NoAuthorization', told: 'Accepted' },
  { text: 'a start button, only asked about', only: later, token: null, type: 'NoAuthorization', does: 'authorize', told: 'Accepted' },
  { text: 'an id that we made', only: later, token: { type: 'central' }, type: 'Central', told: 'Accepted' },
  { text: 'an id that we never made', only: later, token: null, type: 'Central', told: 'Unknown', because: 'unknown-token' },
  { text: 'an id that the station made', only: later, token: null, type: 'Local', told: 'Accepted' },
  { text: 'an id that the station made, blocked here', only: later, token: { type: 'local', isBlocked: true }, type: 'Local', told: 'Blocked', because: 'blocked' },
  { text: 'a PIN', only: later, token: { type: 'key-code' }, type: 'KeyCode', told: 'Accepted' },
  { text: 'a PIN shown as a card', only: later, token: { type: 'key-code' }, type: 'ISO14443', told: 'Invalid', because: 'other-type', by: () => ({ known: 'key-code', presented: 'iso14443' }) },
  { text: 'a card typed as a PIN', only: later, type: 'KeyCode', told: 'Invalid', because: 'other-type' },
  { text: 'a card by its other standard', only: later, type: 'ISO15693', told: 'Accepted' },
  { text: 'a contract', only: later, token: { type: 'emaid' }, type: 'eMAID', told: 'Accepted' },
  { text: 'a contract that is over', only: later, token: { type: 'emaid', expiresAt: hours(-1) }, type: 'eMAID', told: 'Expired', because: 'expired' },
  { text: "a vehicle's address", only: later, token: { type: 'mac-address' }, type: 'MacAddress', told: 'Accepted' },
  { text: "a vehicle's address nobody entered", only: later, token: null, type: 'MacAddress', told: 'Unknown', because: 'unknown-token' },
  { text: 'a payment at the terminal', only: ['2.1'], token: null, type: 'DirectPayment', told: 'Accepted' },
  { text: 'a payment where others are admitted', only: ['2.1'], token: null, type: 'DirectPayment', place: 'fleet-yard', told: 'NotAtThisLocation', because: 'not-admitted-here' },
  { text: 'a payment at a closed site', only: ['2.1'], token: null, type: 'DirectPayment', place: 'night-shut', told: 'NotAtThisTime', because: 'site-closed' },
  { text: 'a kind that a vendor invented', only: ['2.1'], token: null, type: 'Palm', told: 'Unknown', because: 'unknown-token' },
];
