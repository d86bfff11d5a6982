import fc from 'fast-check';
import { expect, test } from 'vitest';
import { untrustedText, untrustedTextIfAny } from './untrusted-text.ts';

/** Text as an attacker would write it: pieces that hide, reverse, colour or smuggle, among ordinary ones. */
const hostile = fc
  .array(
    fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('\u001b[31m', '\u009b2J', '\u001b]8;;http://x\u0007', '\u001b(B', '\u202e', '\u2066', '\u200b'),
      fc.constantFrom(
        '\u{e0041}',
        '\ufe0f',
        '\u3164',
        '\ue000',
        '\ud800',
        '\u0000',
        '\r\n',
        '\u2028',
        '\u00ad',
        '\ufeff',
      ),
      fc.constantFrom('e\u0301', '\u1100\u1161', '\u212b', ' ', '\u3000', 'word'),
    ),
  )
  .map((pieces) => pieces.join(''));

test('whatever was written, one line of visible characters comes out, and no more than asked for', () => {
  fc.assert(
    fc.property(hostile, fc.integer({ min: 1, max: 80 }), (text, most) => {
      const clean = untrustedText(text, most);
      expect(clean.length).toBeLessThanOrEqual(most);
      expect(clean).not.toMatch(/[\p{C}\p{Default_Ignorable_Code_Point}]/u);
      expect(clean).not.toMatch(/[^\P{White_Space} ]| {2}|^ | $/u);
      expect(clean.normalize('NFC')).toBe(clean);
    }),
    { numRuns: 2_000 },
  );
});

test('cleaning again changes nothing', () => {
  fc.assert(
    fc.property(hostile, (text) => untrustedText(untrustedText(text)) === untrustedText(text)),
    { numRuns: 2_000 },
  );
});

test('ordinary names stay as they are', () => {
  const names = [
    'ABB Terra 54 CJG',
    'Estação São João nº 3',
    '充电桩-7',
    'Zürich/1 (DC)',
    'Καλημέρα',
    'EVSE #2 – 22 kW',
  ];
  expect(names.map((name) => untrustedText(name))).toEqual(names);
});

test.each([
  [
    'colours and links of a terminal',
    '\u001b[1;31mred\u001b[0m \u001b]8;;http://evil\u0007link\u001b]8;;\u0007',
    'red link',
  ],
  ['the same in their eight-bit spelling', '\u009b31mred\u009b0m \u009d0;title\u009cend', 'red end'],
  ['text that runs backwards', 'safe\u202etxt.exe\u202c', 'safetxt.exe'],
  ['letters of zero width', 'pass\u200bword\u2060\ufeff', 'password'],
  ['tag characters, read by models alone', 'ok\u{e0069}\u{e0067}\u{e006e}', 'ok'],
  ['bytes hidden in variation selectors', 'A\ufe01\u{e0101}\u{e0102}', 'A'],
  ['letters that look like nothing', 'a\u3164\u115fb', 'ab'],
  ['line breaks and tabs', 'one\r\n\ttwo\u2028three', 'one two three'],
  ['a null character', 'a\u0000b', 'ab'],
  ['private and lone halves of characters', 'a\ue000\ud800b', 'ab'],
  ['an accent written apart', 'Sa\u0303o', 'São'],
])('%s do not survive', (_what, written, clean) => {
  expect(untrustedText(written)).toBe(clean);
});

test('a text that is too long says so', () => {
  expect(untrustedText('x'.repeat(100))).toBe(`${'x'.repeat(63)}…`);
  expect(untrustedText('😀'.repeat(5), 4)).toBe('😀…');
});

test('what is empty after cleaning counts as missing', () => {
  expect(untrustedTextIfAny('\u200b \u0007')).toBeUndefined();
  expect(untrustedTextIfAny(null)).toBeUndefined();
  expect(untrustedTextIfAny(' Acme ')).toBe('Acme');
});
