import { expect, test } from 'vitest';
import { findingKinds, remedySteps } from '#contract/word-lists.ts';
import { isSafetyCode, ladder, ladderFor, maxStepsPerDay, safetyCodes, stepNamed } from './ladder.ts';

test('the ladder has every step once, gentlest first', () => {
  expect(ladder.map(({ step }) => step)).toEqual([...remedySteps]);
  expect(stepNamed('soft-reset').needsNoSession).toBe(true);
  expect(maxStepsPerDay).toBe(2);
});

test('a safety code leaves the ticket alone, whatever was found', () => {
  for (const kind of findingKinds) for (const code of safetyCodes) expect(ladderFor(kind, code)).toEqual(['ticket']);
  expect(isSafetyCode('GROUNDFAILURE')).toBe(true);
  expect(isSafetyCode('ConnectorLockFailure')).toBe(false);
});

test('the ladder of every finding rises and ends with a person', () => {
  for (const kind of findingKinds) {
    const steps = ladderFor(kind, null);
    expect(steps.at(-1)).toBe('ticket');
    const heights = steps.map((step) => remedySteps.indexOf(step));
    expect(heights).toEqual(heights.toSorted((one, other) => one - other));
  }
});

test('what disturbs a session is taken only where none runs', () => {
  const harmless = ladder.filter(({ needsNoSession }) => !needsNoSession).map(({ step }) => step);
  expect(harmless).toEqual(['ask-status', 'push-profiles', 'clear-cache', 'stop-zombie', 'get-log', 'ticket']);
});
