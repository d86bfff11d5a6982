import {
  MissingRequiredClientCapabilityError,
  ProtocolError,
  ProtocolErrorCode,
  type Server,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { z } from 'zod';
import { actorName } from '#principals/actor.ts';
import { actorIn, type Serving } from '../serving.ts';
import { detailed, inOlderWords } from './shown-task.ts';
import type { Task } from './task-table.ts';
import { declaresTasks, tasksExtension } from './tasks-extension.ts';

const ofTask = { params: z.object({ taskId: z.string().max(200) }) };

/** The extension of 2026-07-28: the answer comes with `tasks/get`. */
// oxlint-disable-next-line typescript/no-deprecated -- the low-level server is meant for those who bring their own registry
export function serveTasks(server: Server, serving: Serving): void {
  const found = (taskId: string, request: ServerContext): Task => {
    if (!declaresTasks(request)) throw mustDeclare();
    return findTask(serving, taskId, request);
  };
  server.setRequestHandler('tasks/get', ofTask, ({ taskId }, request) => detailed(found(taskId, request)));
  // Our tasks ask for nothing on their way, so answers to questions have nowhere to go.
  server.setRequestHandler('tasks/update', ofTask, ({ taskId }, request) => {
    found(taskId, request);
    return {};
  });
  server.setRequestHandler('tasks/cancel', ofTask, ({ taskId }, request) => {
    found(taskId, request).cancel();
    return {};
  });
}

/** The tasks of 2025-11-25, which the client asks for: the answer comes with `tasks/result`. */
// oxlint-disable-next-line typescript/no-deprecated -- as above
export function serveOlderTasks(server: Server, serving: Serving): void {
  const found = (taskId: string, request: ServerContext) => findTask(serving, taskId, request);
  server.setRequestHandler('tasks/get', ofTask, ({ taskId }, request) => inOlderWords(found(taskId, request)));
  server.setRequestHandler('tasks/list', { params: z.object({}) }, (_none, request) => ({
    tasks: serving.tasks.of(callerOf(serving, request)).map(inOlderWords),
  }));
  server.setRequestHandler('tasks/cancel', ofTask, ({ taskId }, request) => {
    const task = found(taskId, request);
    if (task.ending !== undefined) throw invalid('The task has ended already, so it was not cancelled.');
    task.cancel();
    return inOlderWords(task);
  });
  server.setRequestHandler('tasks/result', ofTask, async ({ taskId }, request) => {
    const task = found(taskId, request);
    await endOf(task, request.mcpReq.signal);
    const { ending } = task;
    if (ending?.status === 'failed') throw new ProtocolError(ending.error.code, ending.error.message);
    if (ending?.status !== 'completed') throw invalid('The task was cancelled, so it has no result.');
    const _meta = { ...ending.result._meta, 'io.modelcontextprotocol/related-task': { taskId } };
    return { ...ending.result, _meta };
  });
}

async function endOf({ ended }: Task, signal: AbortSignal): Promise<void> {
  const { promise: gaveUp, resolve } = Promise.withResolvers<void>();
  signal.addEventListener('abort', () => resolve(), { once: true });
  if (!signal.aborted) await Promise.race([ended, gaveUp]);
}

function findTask({ tasks, actor }: Serving, taskId: string, request: ServerContext): Task {
  const task = tasks.find(taskId, actorName(actorIn(request) ?? actor));
  if (task === undefined) throw invalid(unknownTask);
  return task;
}

function callerOf({ actor }: Serving, request: ServerContext): string {
  return actorName(actorIn(request) ?? actor);
}

const unknownTask =
  'There is no such task of yours: it is over for long, or the server was started again. What came of it is told by the tools that read, such as get_charge_point_status or get_proposal.';

function invalid(sentence: string): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, sentence);
}

function mustDeclare(): ProtocolError {
  return new MissingRequiredClientCapabilityError({ requiredCapabilities: { extensions: { [tasksExtension]: {} } } });
}
