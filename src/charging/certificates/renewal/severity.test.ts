import { expect, test } from 'vitest';
import { severityOf } from './severity.ts';

const now = new Date('2026-03-01T00:00:00Z');

test.each([
  ['2026-02-28T23:59:59Z', 'expired'],
  ['2026-03-01T00:00:01Z', 'critical'],
  ['2026-03-08T00:00:00Z', 'critical'],
  ['2026-03-08T00:00:01Z', 'warning'],
  ['2026-03-31T00:00:00Z', 'warning'],
  ['2026-03-31T00:00:01Z', 'fine'],
])('what expires at %s is %s', (expiresAt, severity) => {
  expect(severityOf(new Date(expiresAt), now)).toBe(severity);
});
