import { expect, test } from 'vitest';
import { terminalWays } from './terminal-ways.ts';

test('what the server says to do is said in commands', () => {
  const said = (sentence: string) => terminalWays(sentence, 'sigec');
  expect(said('There is no site x; list them at /api/sites.')).toBe(
    'There is no site x; list them with sigec site list.',
  );
  expect(said('There is no site x; GET /api/sites lists them.')).toBe(
    'There is no site x; sigec site list lists them.',
  );
  expect(said('End that first (DELETE /api/tariff-assignments/646fc158-1), or wait.')).toBe(
    'End that first (sigec tariff unassign 646fc158-1), or wait.',
  );
  expect(said('Ask at /api/sites/x or /api/keys.')).toBe('Ask at /api/sites/x or /api/keys.'); // no command of its own
});
