/** A number from 0 up to, not including, 1. */
export type Random = () => number;

/** The same words give the same numbers, so that a simulated station is the same in every run. */
export function randomFrom(words: string): Random {
  let state = hash(words);
  return () => {
    state = (state + 0x6d2b79f5) | 0; // mulberry32
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export function pick<Item>(random: Random, items: readonly [Item, ...Item[]]): Item {
  return items[Math.floor(random() * items.length)] ?? items[0];
}

function hash(words: string): number {
  let state = 0x811c9dc5; // FNV-1a
  for (let index = 0; index < words.length; index += 1) state = Math.imul(state ^ words.charCodeAt(index), 0x01000193);
  return state;
}
