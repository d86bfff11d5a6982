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

test('in whatever letters, and with whatever stands behind the name', () => {
  expect(shown(['<THINKING>hm</Thinking>A <thinking >hm</thinking\n>B <think x="1">hm</think>C'])).toBe('A B C');
  expect(shown(['</thinking>Hello'])).toBe('Hello');
});

test('a thought that goes on after a call is hidden until it ends; one that does not go on hides no answer', () => {
  const before = new ThinkingFilter();
  expect(before.push('I look. <thinking>Which ones?') + before.end()).toBe('I look. ');
  const goingOn = new ThinkingFilter(before.leftOpen);
  expect(goingOn.push('These two, I think.</thinking>CP-7') + goingOn.end()).toBe('CP-7');
  const anew = new ThinkingFilter(before.leftOpen);
  expect(anew.push('CP-7 is <thinking>hm') + anew.push('</thinking>faulted.') + anew.end()).toBe('faulted.');
  const plain = new ThinkingFilter(before.leftOpen);
  expect(plain.push('CP-7 is faulted.') + plain.end()).toBe('CP-7 is faulted.');
});

test('wherever the pieces are cut, the same is shown', () => {
  const word = fc.constantFrom('<thinking>', '</THINKING >', '<Think>', '</think>', '<', 'a', 'think', '/', '>');
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
