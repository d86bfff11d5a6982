import { editDistance } from '#base/edit-distance.ts';

/** Of the words the one that was most likely meant; null: none is close. Of equally close ones the first. */
export function nearest(word: string, words: readonly string[]): string | null {
  const most = word.length <= 4 ? 1 : Math.ceil(word.length / 4);
  const near = words
    .map((other) => ({ other, slips: editDistance(word.toLowerCase(), other.toLowerCase()) }))
    .filter(({ slips }) => slips <= most)
    .toSorted((a, b) => a.slips - b.slips);
  return near[0]?.other ?? null;
}
