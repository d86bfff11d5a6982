// Runs in a thread of its own: a solve is synchronous, and stations must not wait for it.
import { parentPort } from 'node:worker_threads';
import { fillPlan } from './fill-plan.ts';
import { loadHighs } from './load-highs.ts';
import type { PlanProblem } from './plan-problem.ts';
import type { SitePlan } from './site-plan.ts';
import { solvePlan } from './solve-plan.ts';

export type SolverOrder = { id: number; problem: PlanProblem; work: 'solve' | 'fill'; timeLimitSeconds: number };
export type SolverAnswer = { id: number; plan?: SitePlan; failure?: string; solveMs: number };

const highs = await loadHighs();

parentPort?.on('message', ({ id, problem, work, timeLimitSeconds }: SolverOrder) => {
  const startedAt = performance.now();
  const answer = (rest: Omit<SolverAnswer, 'id' | 'solveMs'>) => {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
    parentPort?.postMessage({ id, ...rest, solveMs: performance.now() - startedAt } satisfies SolverAnswer);
  };
  try {
    const plan = work === 'fill' ? fillPlan(problem) : solvePlan(highs, problem, timeLimitSeconds);
    answer(plan === undefined ? {} : { plan });
  } catch (error) {
    answer({ failure: error instanceof Error ? error.message : String(error) });
  }
});
