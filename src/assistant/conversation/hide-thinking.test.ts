import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ThinkingFilter } from './hide-thinking.ts';

function shown(pieces: readonly string[]): string {
  const filter = new ThinkingFilter();
  return pieces.map((piece) => filter.push(piece)).join('') + filter.end();
}

test('what was thought is not shown', () => {
  expect(shown(['<thinking>hm</thinking>Hello'])).toBe('Hello');
  expect(shown(['One <think>hm</think>two <thinking>hm <think> hm</thinking>three'])).toBe('One two three');
  expect(shown(['Hello <thinking>for ever'])).toBe('Hello ');
  expect(shown(['1 < 2, <b>bold</b>, <thin ice', '>, <'])).toBe('1 < 2, <b>bold</b>, <thin ice>, <');
});

test('wherever the pieces are cut, the same is shown', () => {
  const word = fc.constantFrom('<thinking>', '</thinking>', '<think>', '</think>', '<', 'a', 'think', '/', '>');
  const cuts = fc.array(fc.nat({ max: 60 }), { maxLength: 12 });
  fc.assert(
    fc.property(fc.array(word, { maxLength: 12 }), cuts, (words, at) => {
      const text = words.join('');
      const bounds = [0, ...at.toSorted((one, other) => one - other), text.length];
      const pieces = bounds.slice(1).map((end, index) => text.slice(bounds[index], end));
      expect(shown(pieces)).toBe(shown([text]));
    }),
  );
});

test('what cannot become a mark any more is shown at once', () => {
  const filter = new ThinkingFilter();
  expect(filter.push('Hello <th')).toBe('Hello ');
  expect(filter.push('anks')).toBe('<thanks');
});
