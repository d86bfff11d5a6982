import { SigecError } from '#base/errors.ts';
import { inEnglish, type Sentence } from '#contract/problems/problem-words.ts';
import { isOvertaken } from './ledger-types.ts';

/** For a commit that met what somebody else had committed since we looked: whoever asked hears of that, not of the database. */
export function whenOvertaken(sentence: Sentence, details: Record<string, unknown> = {}): (error: unknown) => never {
  return (error) => {
    if (!isOvertaken(error)) throw error;
    throw new SigecError('CONFLICT', inEnglish(sentence), { cause: error, details: { ...details, sentence } });
  };
}
