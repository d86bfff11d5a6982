import { expect, test } from 'vitest';
import { visible } from './visible.ts';

test.each([
  ['colours', '\u001b[31mred\u001b[0m', 'red'],
  ['cursor moves', 'a\u001b[2J\u001b[Hb', 'ab'],
  ['a terminal title', 'a\u001b]0;title\u0007b', 'ab'],
  ['a link', '\u001b]8;;http://evil.example\u0007click\u001b]8;;\u0007', 'click'],
  ['the eight-bit spelling', 'a\u009b31mb', 'ab'],
  ['a bell and a backspace', 'a\u0007b\u0008c', 'abc'],
  ['line breaks and tabs', 'a\r\nb\tc', 'a b c'],
  ['reversed writing', 'a\u202eb', 'ab'],
  ['zero-width letters', 'a\u200bb', 'ab'],
])('%s does not reach the terminal', (_name, given, shown) => {
  expect(visible(given)).toBe(shown);
});

test('ordinary writing of any language stays', () => {
  expect(visible('Estação São João 充電站 7½')).toBe('Estação São João 充電站 7½');
});
