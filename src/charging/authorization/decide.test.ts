import { expect, test } from 'vitest';
import { decide, type PresentedType, type TokenFacts } from './decide.ts';

const at = new Date('2026-03-01T08:00:00Z');
const before = new Date('2026-03-01T07:59:59Z');
const after = new Date('2026-03-01T08:00:01Z');
const card: TokenFacts = { type: 'iso14443', isBlocked: false, expiresAt: null, credit: null };

test.each<
  [text: string, token: TokenFacts | undefined, type: PresentedType | null, status: string, reason: string | null]
>([
  ['a known card', card, 'iso14443', 'accepted', null],
  ['a card whose reader cannot tell the standards apart', card, 'iso15693', 'accepted', null],
  ['a card at a station that tells no kinds', card, null, 'accepted', null],
  ['a token nobody entered', undefined, 'iso14443', 'unknown', 'unknown-token'],
  ['a token nobody entered, kind not told', undefined, null, 'unknown', 'unknown-token'],
  ['a kind we have no word for', undefined, 'other', 'unknown', 'unknown-token'],
  ["a card's number typed into a keypad", card, 'key-code', 'invalid', 'other-type'],
  ['a PIN shown as a card', { ...card, type: 'key-code' }, 'iso14443', 'invalid', 'other-type'],
  ['a blocked card', { ...card, isBlocked: true }, 'iso14443', 'blocked', 'blocked'],
  ['a card that is over now', { ...card, expiresAt: at }, 'iso14443', 'expired', 'expired'],
  ['a card that was over before', { ...card, expiresAt: before }, 'iso14443', 'expired', 'expired'],
  ['a card that is over soon', { ...card, expiresAt: after }, 'iso14443', 'accepted', null],
  ['a blocked card that is over', { ...card, isBlocked: true, expiresAt: before }, 'iso14443', 'blocked', 'blocked'],
  ['a prepaid card with credit', { ...card, credit: '0.01' }, 'iso14443', 'accepted', null],
  ['a prepaid card without', { ...card, credit: '0' }, 'iso14443', 'no-credit', 'no-credit'],
  ['a start button', undefined, 'no-authorization', 'accepted', null],
  ['an id the station made itself', undefined, 'local', 'accepted', null],
  [
    'an id the station made itself, blocked',
    { ...card, type: 'local', isBlocked: true },
    'local',
    'blocked',
    'blocked',
  ],
  ['a payment the terminal took', undefined, 'direct-payment', 'accepted', null],
  ['an id that we never made', undefined, 'central', 'unknown', 'unknown-token'],
  ["a vehicle's address nobody entered", undefined, 'mac-address', 'unknown', 'unknown-token'],
])('%s', (_text, token, tokenType, status, reason) => {
  expect(decide(token, { tokenType, at })).toEqual({ status, reason });
});
