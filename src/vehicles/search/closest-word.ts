import { editDistance } from '#base/edit-distance.ts';

/**
 * The word that was probably meant. One error in a short word, two in a longer one, never in the first letter; in three letters every
 * error makes another word. What lies further away is another word, not a typing error.
 */
export function closestWord(word: string, candidates: Iterable<string>): string | undefined {
  const maxErrors = word.length <= 3 ? 0 : word.length <= 5 ? 1 : 2;
  if (maxErrors === 0 || /\d/.test(word)) return undefined; // another number is another thing
  let best: { candidate: string; errors: number } | undefined;
  for (const candidate of candidates) {
    if (!candidate.startsWith(word.charAt(0)) || Math.abs(candidate.length - word.length) > maxErrors) continue;
    const errors = editDistance(word, candidate);
    if (errors <= maxErrors && (best === undefined || errors < best.errors)) best = { candidate, errors };
  }
  return best?.candidate;
}
