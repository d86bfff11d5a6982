import { expect, test } from 'vitest';
import { logLine } from './log-line.ts';

const at = new Date(2026, 10, 18, 5, 2, 7).getTime();
const line = (level: number, facts: object, msg: string) => logLine(JSON.stringify({ level, time: at, ...facts, msg }));

test('a line for a person has the time of day, the sentence and the facts', () => {
  expect(line(30, { port: 9000, host: 'a' }, 'stations can connect')).toBe(
    '05:02:07 stations can connect (port: 9000, host: a)',
  );
  expect(line(40, {}, 'payments are a trial')).toBe('05:02:07 warning: payments are a trial');
});

test('only an error tells where it arose', () => {
  const err = { type: 'Error', message: 'it broke', stack: 'Error: it broke\n    at here (file.ts:1)' };
  expect(line(50, { err }, 'stopped')).toBe(
    '05:02:07 error: stopped (err: it broke)\n    Error: it broke\n    at here (file.ts:1)',
  );
  expect(line(40, { err }, 'again later')).toBe('05:02:07 warning: again later (err: it broke)');
});

test('what a station wrote commands no screen and begins no line', () => {
  const shown = line(30, { model: 'a\u001b[2J\nb\u009b\u202e' }, 'booted');
  expect(shown).toBe('05:02:07 booted (model: a\\u001b[2J\\nb��)');
});
