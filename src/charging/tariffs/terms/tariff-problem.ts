import type { TariffProblem } from '#contract/billing/tariff.ts';
import { inEnglish, type Sentence } from '#contract/problems/problem-words.ts';

/** What is wrong, and what to write instead: a text where it can be copied, a sentence where it has to be read. */
export type Advice = { sentence: Sentence; advice: string | Sentence };

export function problemAt(path: string, sentence: Sentence, advice: string | Sentence): TariffProblem {
  return tariffProblem({ line: null, path }, { sentence, advice });
}

/** In English, and so that it can be said in another language. */
export function tariffProblem(at: { line: number | null; path: string }, { sentence, advice }: Advice): TariffProblem {
  const said = { ...at, problem: inEnglish(sentence), sentence };
  return typeof advice === 'string' ? { ...said, write: advice } : { ...said, write: inEnglish(advice), advice };
}
