import type { ImportProblem } from '#contract/access/driver.ts';
import { inEnglish, type Sentence } from '#contract/problems/problem-words.ts';

/** What is wrong in a row: in English, and so that it can be said in another language. */
export function problemIn(row: number, column: string | null, sentence: Sentence): ImportProblem {
  return { row, column, problem: inEnglish(sentence), sentence };
}
