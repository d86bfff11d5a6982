import { expect, test } from 'vitest';
import { changeWords } from './change-words.ts';

test('a change in the audit is said like the event it made, in the language of the reader', () => {
  expect(changeWords('site-changed', 'en')).toBe('Site was changed');
  expect(changeWords('site-changed', 'pt-BR')).toBe('O local foi alterado');
});

test('an event that says nothing without its facts, and what is no event, keep their own names', () => {
  expect(changeWords('station-placed', 'en')).toBeNull(); // which one is missing
  expect(changeWords('device-tool-judged', 'en')).toBeNull(); // accepted or refused is missing
  expect(changeWords('books:load', 'en')).toBeNull();
});
