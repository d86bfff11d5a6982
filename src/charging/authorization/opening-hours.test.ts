import { expect, test } from 'vitest';
import type { OpeningHours } from '#contract/stations/site.ts';
import { isOpen, localTimeAt } from './opening-hours.ts';

const week: OpeningHours = [
  { days: ['mon', 'tue', 'wed', 'thu', 'fri'], hours: '06:00-22:00' },
  { days: ['sat'], hours: '22:00-02:00' },
];

test.each<[text: string, at: string, timeZone: string, isOpen: boolean]>([
  ['a minute before it opens', '2026-03-02T08:59:59Z', 'America/Sao_Paulo', false],
  ['as it opens', '2026-03-02T09:00:00Z', 'America/Sao_Paulo', true],
  ['the last minute', '2026-03-03T00:59:59Z', 'America/Sao_Paulo', true],
  ['as it closes', '2026-03-03T01:00:00Z', 'America/Sao_Paulo', false],
  ['the same moment further east', '2026-03-02T09:00:00Z', 'Europe/Lisbon', true],
  ['a day without hours', '2026-03-01T12:00:00Z', 'Europe/Lisbon', false],
  ['Saturday night', '2026-03-07T23:30:00Z', 'Europe/Lisbon', true],
  ['past midnight, still the night of Saturday', '2026-03-08T01:59:00Z', 'Europe/Lisbon', true],
  ['past midnight, the night is over', '2026-03-08T02:00:00Z', 'Europe/Lisbon', false],
  ['the night before Saturday', '2026-03-07T01:00:00Z', 'Europe/Lisbon', false],
  // On 29 March Lisbon's clocks go forward: 05:30 UTC is 06:30 there from then on.
  ['in winter time', '2026-03-27T05:30:00Z', 'Europe/Lisbon', false],
  ['in summer time', '2026-03-30T05:30:00Z', 'Europe/Lisbon', true],
])('%s', (_text, at, timeZone, open) => {
  expect(isOpen(week, localTimeAt(new Date(at), timeZone))).toBe(open);
});

test('the whole day, and no hours at all', () => {
  const local = localTimeAt(new Date('2026-03-02T23:59:59Z'), 'UTC');
  expect(isOpen([{ days: ['mon'], hours: '00:00-24:00' }], local)).toBe(true);
  expect(isOpen([], local)).toBe(false);
  expect(local.text).toBe('2026-03-02T23:59');
});
