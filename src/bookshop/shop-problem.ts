import { type ErrorCode, SigecError } from '#base/errors.ts';
import { inEnglish, type Sentence } from '#contract/problems/problem-words.ts';

/** The English sentence, and what it was made of: whoever shows it may say it in the language of the reader. */
export function shopProblem(code: ErrorCode, sentence: Sentence, details: Record<string, unknown> = {}): SigecError {
  return new SigecError(code, inEnglish(sentence), { details: { ...details, sentence } });
}
