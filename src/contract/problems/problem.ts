import { type ErrorCode, SigecError } from '#base/errors.ts';
import { inEnglish, type Sentence } from './problem-words.ts';

/** An error with its English sentence and what that was made of: whoever shows it may say it in the language of the reader. */
export function problemOf(code: ErrorCode, sentence: Sentence, details: Record<string, unknown> = {}): SigecError {
  return new SigecError(code, inEnglish(sentence), { details: { ...details, sentence } });
}
