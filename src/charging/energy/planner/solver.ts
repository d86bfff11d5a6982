import { Worker } from 'node:worker_threads';
import { type Sentence, sentenceOf } from '#contract/problems/problem-words.ts';
import type { PlanProblem } from './plan-problem.ts';
import type { SitePlan } from './site-plan.ts';
import type { SolverAnswer, SolverOrder } from './solver-worker.ts';

export type SolverOutcome = { plan: SitePlan; solveMs: number } | { failure: SolverFailure };

/** A text is what a program said of its own mishap. */
export type SolverFailure = Sentence | string;

/** What plans: HiGHS in its thread, or what a test puts in its place. */
export type PlanSolver = Pick<Solver, 'solve' | 'close'> & Partial<Pick<Solver, 'fill'>>;

/** The memory of the solver grows and never shrinks, so its thread is replaced now and then. */
const solvesPerThread = 2_000;

/** HiGHS in a thread of its own, one problem after the other. It always answers in time, if only that it has no plan. */
export class Solver {
  private worker: Worker | undefined;
  private solves = 0;
  private nextId = 1;
  private readonly waiting = new Map<number, (outcome: SolverOutcome) => void>();

  solve(problem: PlanProblem, timeLimitMs: number): Promise<SolverOutcome> {
    // The solver looks at its own limit only now and then: it gets less, so that the thread survives a hard problem.
    return this.ask({ problem, work: 'solve', timeLimitSeconds: (timeLimitMs * 0.8) / 1000 }, timeLimitMs);
  }

  /** A plan without the solver, in its thread all the same: a large site takes a fifth of a second, in which stations would wait. */
  fill(problem: PlanProblem, timeLimitMs: number): Promise<SolverOutcome> {
    return this.ask({ problem, work: 'fill', timeLimitSeconds: timeLimitMs / 1000 }, timeLimitMs);
  }

  private async ask(asked: Omit<SolverOrder, 'id'>, timeLimitMs: number): Promise<SolverOutcome> {
    const id = this.nextId;
    this.nextId += 1;
    const { promise, resolve } = Promise.withResolvers<SolverOutcome>();
    this.waiting.set(id, resolve);
    const timer = setTimeout(() => this.giveUp(id, timeLimitMs), timeLimitMs);
    const order: SolverOrder = { id, ...asked };
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
    this.thread().postMessage(order);
    const outcome = await promise;
    clearTimeout(timer);
    return outcome;
  }

  async close(): Promise<void> {
    const { worker } = this;
    this.worker = undefined;
    this.failAll('the planner was closed');
    await worker?.terminate();
  }

  private thread(): Worker {
    if (this.solves >= solvesPerThread && this.waiting.size <= 1) this.replaceThread();
    this.solves += 1;
    if (this.worker !== undefined) return this.worker;
    this.solves = 1;
    const program = import.meta.url.endsWith('.ts') ? './solver-worker.ts' : './solver-worker.js';
    const worker = new Worker(new URL(program, import.meta.url));
    worker.unref(); // a process that is otherwise done does not stay for it
    worker.on('message', ({ id, plan, failure, solveMs }: SolverAnswer) => {
      const none = { failure: failure ?? sentenceOf('solver-no-solution') };
      this.answer(id, plan === undefined ? none : { plan, solveMs });
    });
    worker.on('error', (error) => {
      if (this.worker === worker) this.worker = undefined;
      this.failAll(error instanceof Error ? error.message : String(error));
    });
    this.worker = worker;
    return worker;
  }

  /** A thread that is late is stuck in one solve; whoever waits behind it would be late too. */
  private giveUp(id: number, timeLimitMs: number): void {
    if (!this.waiting.has(id)) return;
    this.replaceThread();
    this.failAll(sentenceOf('solver-late', { seconds: timeLimitMs / 1000 }));
  }

  private replaceThread(): void {
    const { worker } = this;
    this.worker = undefined;
    void worker?.terminate();
  }

  private answer(id: number, outcome: SolverOutcome): void {
    this.waiting.get(id)?.(outcome);
    this.waiting.delete(id);
  }

  private failAll(failure: SolverFailure): void {
    for (const id of [...this.waiting.keys()]) this.answer(id, { failure });
  }
}
