import { sentenceOf } from '#contract/problems/problem-words.ts';
import { problemOf } from '../problem.ts';

/** Something that ends before it begins would never hold, and nobody would see why. */
export function checkValidity({ validFrom, expiresAt }: { validFrom: Date | null; expiresAt: Date | null }): void {
  if (!endsBeforeItBegins({ validFrom, expiresAt })) return;
  throw problemOf('INVALID_INPUT', sentenceOf('ends-before-it-begins'), { field: 'expiresAt' });
}

export function endsBeforeItBegins({
  validFrom,
  expiresAt,
}: {
  validFrom: Date | null;
  expiresAt: Date | null;
}): boolean {
  return validFrom !== null && expiresAt !== null && expiresAt <= validFrom;
}
