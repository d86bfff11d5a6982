import { type ErrorCode, SigecError } from '#base/errors.ts';
import { inEnglish, type Sentence } from '#contract/problems/problem-words.ts';

/** A problem whose sentence can be said in the language of the reader: the English one, and what it was made of. */
export function problemOf(code: ErrorCode, sentence: Sentence, details: Record<string, unknown> = {}): SigecError {
  return new SigecError(code, inEnglish(sentence), { details: { ...details, sentence } });
}
