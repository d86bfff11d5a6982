import { expect, test } from 'vitest';
import { isSilent } from './is-silent.ts';

const now = new Date('2026-11-18T12:00:00Z');
const ago = (minutes: number) => new Date(now.getTime() - minutes * 60_000);
const never = { connectedAt: ago(600), lastSuccessAt: null, lastFailureAt: null, lastHeardAt: null };

test.each([
  ['nothing was ever sent', never, false],
  ['all went well', { ...never, lastSuccessAt: ago(300) }, false],
  ['it failed a moment ago', { ...never, lastSuccessAt: ago(5), lastFailureAt: ago(1) }, false],
  ['it has failed for an hour', { ...never, lastSuccessAt: ago(60), lastFailureAt: ago(1) }, true],
  ['it failed, and went well again', { ...never, lastSuccessAt: ago(20), lastFailureAt: ago(30) }, false],
  ['it never went well', { ...never, lastFailureAt: ago(2) }, true],
  [
    'they speak to us, and nothing reaches them',
    { ...never, lastSuccessAt: ago(60), lastFailureAt: ago(1), lastHeardAt: ago(0) },
    true,
  ],
])('%s', (_name, seen, expected) => {
  expect(isSilent(seen, now)).toBe(expected);
});
