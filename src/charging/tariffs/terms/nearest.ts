/** Of the words the one that was most likely meant; null: none is close. Of equally close ones the first. */
export function nearest(word: string, words: readonly string[]): string | null {
  const most = word.length <= 4 ? 1 : Math.ceil(word.length / 4);
  const near = words
    .map((other) => ({ other, slips: slipsBetween(word.toLowerCase(), other.toLowerCase()) }))
    .filter(({ slips }) => slips <= most)
    .toSorted((a, b) => a.slips - b.slips);
  return near[0]?.other ?? null;
}

/** How many letters are missing, too many, wrong or swapped with their neighbour. */
function slipsBetween(one: string, other: string): number {
  let [before, row] = [[] as number[], Array.from({ length: other.length + 1 }, (_, index) => index)];
  for (let i = 1; i <= one.length; i++) {
    const next = [i];
    for (let j = 1; j <= other.length; j++) {
      const isSame = one[i - 1] === other[j - 1];
      const isSwapped = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      const straight = (row[j - 1] ?? 0) + (isSame ? 0 : 1);
      const swapped = isSwapped ? (before[j - 2] ?? 0) + 1 : Infinity;
      next.push(Math.min(straight, swapped, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    [before, row] = [row, next];
  }
  return row[other.length] ?? 0;
}
