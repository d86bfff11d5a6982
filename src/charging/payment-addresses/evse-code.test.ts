import { expect, test } from 'vitest';
import { evseCode, isEvseCode, isOfferTicket, offerTicket } from './evse-code.ts';

const key = Buffer.alloc(32, 7);
const place = { stationId: 'CP-1', evseId: 1 };
const at = new Date('2026-11-18T20:00:00Z');
const minutesLater = (minutes: number) => new Date(at.getTime() + minutes * 60_000);

test('the code of an EVSE is always the same, and no other EVSE or installation has it', () => {
  const code = evseCode(key, place);
  expect(code).toMatch(/^[2-9a-hj-kmnp-z]{10}$/);
  expect(evseCode(key, place)).toBe(code);
  const others = [
    evseCode(key, { stationId: 'CP-1', evseId: 2 }),
    evseCode(key, { stationId: 'CP-11', evseId: 1 }),
    evseCode(Buffer.alloc(32, 8), place),
  ];
  expect(others).not.toContain(code);
});

test('a code that was typed in capitals is the same code; one of another EVSE is none', () => {
  expect(isEvseCode(key, place, evseCode(key, place).toUpperCase())).toBe(true);
  expect(isEvseCode(key, place, evseCode(key, { ...place, evseId: 2 }))).toBe(false);
  expect(isEvseCode(key, place, '')).toBe(false);
});

test('the ticket of an offer holds for its EVSE and twenty minutes', () => {
  const ticket = offerTicket(key, place, at);
  expect(isOfferTicket(key, place, ticket, minutesLater(19))).toBe(true);
  expect(isOfferTicket(key, place, ticket, minutesLater(20))).toBe(false);
  expect(isOfferTicket(key, { ...place, evseId: 2 }, ticket, at)).toBe(false);
});

test.each(['', '.', '9999999999', '9999999999.', '-1.x', '1e9.x', 'x'])('%j is no ticket', (given) => {
  expect(isOfferTicket(key, place, given, at)).toBe(false);
});

test('a ticket whose end was moved is none', () => {
  const [end, signature] = offerTicket(key, place, at).split('.');
  expect(isOfferTicket(key, place, `${Number(end) + 60}.${signature}`, at)).toBe(false);
});
