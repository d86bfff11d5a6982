import { refusalSentence } from '#charging/authorization/refusal-words.ts';
import type { RefusalReason } from '#contract/access/token.ts';
import type { Check } from '#contract/access/token-try.ts';
import { inEnglish } from '#contract/problems/problem-words.ts';
import { neutral } from '../safe-errors.ts';

/** Why a token is not accepted and what would have to change, in words of ours alone. */
export function whyRefused({ reason, checks }: { reason: RefusalReason | null; checks: readonly Check[] }): string {
  if (reason === null) return '';
  const facts = checks.find(({ result }) => result === 'refused')?.facts ?? {};
  return inEnglish(neutral(refusalSentence(reason, facts)));
}
