import { randomBytes } from 'node:crypto';
import { type ProtocolError, type Result, SdkError } from '@modelcontextprotocol/server';
import type { Log } from '#base/log.ts';
import { protocolError } from '../protocol-error.ts';

type Ending =
  | { status: 'completed'; result: Result }
  | { status: 'failed'; error: { code: number; message: string } }
  | { status: 'cancelled' };

/** A call that goes on after its request was answered, until whoever asked comes back for what became of it. */
export type Task = {
  id: string;
  principal: string;
  createdAt: Date;
  updatedAt: Date;
  /** Absent: it is under way. */
  ending?: Ending;
  /** Resolves with its end, whatever that is. */
  ended: Promise<void>;
  cancel(): void;
};

/** How long a task is known, from its beginning: the longest call and half an hour to ask for its answer. */
export const taskTtlMs = 45 * 60_000;

const maxTasks = 1_000;
const maxPerPrincipal = 32;

type Needs = { clock: { now(): Date }; log: Log };
type Running = { principal: string; running: Promise<Result>; cancelling: AbortController };

/** The tasks of one node, in memory: what a tool did is in the ledger, a task is only the way to hear of it. */
export class TaskTable {
  private readonly tasks = new Map<string, Task>(); // oldest first
  private readonly needs: Needs;

  constructor(needs: Needs) {
    this.needs = needs;
  }

  /** Undefined: there are too many, and the caller has to wait for its answer like anybody else. */
  keep({ principal, running, cancelling }: Running): Task | undefined {
    this.forgetOld();
    if (this.tasks.size >= maxTasks || this.of(principal).length >= maxPerPrincipal) return undefined;
    const now = this.needs.clock.now();
    const { promise: ended, resolve: tellEnd } = Promise.withResolvers<void>();
    const end = (ending: Ending): void => {
      task.ending ??= ending; // what was cancelled stays so, whatever its tool still says
      task.updatedAt = this.needs.clock.now();
      tellEnd();
    };
    const task: Task = {
      id: randomBytes(18).toString('base64url'),
      principal,
      createdAt: now,
      updatedAt: now,
      ended,
      cancel() {
        if (task.ending !== undefined) return;
        end({ status: 'cancelled' });
        cancelling.abort();
      },
    };
    running.then(
      (result) => end({ status: 'completed', result }),
      (thrown: unknown) => end({ status: 'failed', error: this.told(thrown) }),
    );
    this.tasks.set(task.id, task);
    return task;
  }

  /** Of others nobody learns that they are there. */
  find(id: string, principal: string): Task | undefined {
    this.forgetOld();
    const task = this.tasks.get(id);
    return task?.principal === principal ? task : undefined;
  }

  /** Newest last. */
  of(principal: string): Task[] {
    return [...this.tasks.values()].filter((task) => task.principal === principal);
  }

  private told(thrown: unknown): { code: number; message: string } {
    const error = protocolError(thrown, this.needs.log);
    if (error instanceof SdkError) return { code: -32_603, message: 'The call could not be carried out.' };
    const { code, message } = error as ProtocolError;
    return { code, message };
  }

  private forgetOld(): void {
    const before = this.needs.clock.now().getTime() - taskTtlMs;
    for (const task of this.tasks.values()) {
      if (task.createdAt.getTime() >= before) return;
      task.cancel();
      this.tasks.delete(task.id);
    }
  }
}
