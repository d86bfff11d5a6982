import type { SigecError } from '#base/errors.ts';
import { sentenceOf } from '#contract/problems/problem-words.ts';
import { shopProblem } from './shop-problem.ts';

/** One sentence per row that is wrong, by its number in the file. */
export type RowProblem = { row: number; column: string | null; problem: string };

const maxProblems = 50;

export function wrongFile(problems: readonly RowProblem[]): SigecError {
  const shown = problems.slice(0, maxProblems);
  const [first] = shown;
  const { row: at = 0, column = null, problem: what = '' } = first ?? {};
  const problem = column === null ? what : `${column}: ${what}`;
  const sentence =
    problems.length === 1
      ? sentenceOf('catalogue-row', { row: at, problem })
      : sentenceOf('catalogue-rows', { row: at, problem, count: problems.length });
  return shopProblem('INVALID_INPUT', sentence, { problems: shown, count: problems.length });
}
