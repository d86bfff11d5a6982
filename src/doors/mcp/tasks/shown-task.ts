import type { Result } from '@modelcontextprotocol/server';
import type { Serving } from '../serving.ts';
import { type Task, taskTtlMs } from './task-table.ts';

const pollIntervalMs = 2_000;

/** What a call is answered with that goes on as a task. The SDK wants content in every answer of a tool. */
export function newTask(task: Task, era: Serving['era']): Result & { content: [] } {
  if (era === 'legacy') return { content: [], task: inOlderWords(task) };
  return { content: [], resultType: 'task', ...shared(task), ttlMs: taskTtlMs, pollIntervalMs };
}

function shared({ id, createdAt, updatedAt, ending }: Task) {
  return {
    taskId: id,
    status: ending?.status ?? 'working',
    createdAt: createdAt.toISOString(),
    lastUpdatedAt: updatedAt.toISOString(),
  };
}

/** As `tasks/get` of 2026-07-28 tells it: the answer is in it. */
export function detailed(task: Task): Result {
  const { ending } = task;
  return {
    ...shared(task),
    ttlMs: taskTtlMs,
    pollIntervalMs,
    ...(ending?.status === 'completed' && { result: { resultType: 'complete', ...ending.result } }),
    ...(ending?.status === 'failed' && { error: ending.error }),
  };
}

/** As 2025-11-25 tells it. There a tool that says it did not work makes the task a failed one. */
export function inOlderWords(task: Task) {
  const { ending } = task;
  const isError = ending?.status === 'completed' && ending.result['isError'] === true;
  return { ...shared(task), ...(isError && { status: 'failed' }), ttl: taskTtlMs, pollInterval: pollIntervalMs };
}
