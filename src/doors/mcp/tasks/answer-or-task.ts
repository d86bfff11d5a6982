import { setTimeout as delay } from 'node:timers/promises';
import { ProtocolError, ProtocolErrorCode, type Result, type ServerContext } from '@modelcontextprotocol/server';
import { actorName } from '#principals/actor.ts';
import type { CallContext } from '#tools/context.ts';
import type { Registry } from '#tools/registry.ts';
import type { ToolCall } from '../approve-by-elicitation.ts';
import type { Serving } from '../serving.ts';
import { newTask } from './shown-task.ts';
import { declaresTasks } from './tasks-extension.ts';

/** A call that ends as soon as this is answered at once, by whichever way it was asked. */
const promptMs = 500;

/** What goes on for minutes at a station, named by itself or to the tool that passes calls on. */
function mayGoOn(registry: Registry, { name, given }: Pick<ToolCall, 'name' | 'given'>): boolean {
  const tool = registry.get(name);
  if (tool?.name !== 'call_tool') return tool?.taskMs !== undefined;
  const inner = (given as { name?: unknown } | undefined)?.name;
  return typeof inner === 'string' && registry.get(inner)?.taskMs !== undefined;
}

function noTask(): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.MethodNotFound, 'This is answered at once: call it without a task.');
}

type Asked = { call: ToolCall; request: ServerContext; asksForTask: boolean };

/**
 * Answers with the result, or with a task when that takes longer: then the request ends, and the call goes on until it is done, is cancelled
 * or we stop. A client that wants a task of 2025 says so with the call, and gets one at once.
 */
export async function answerOrTask(
  serving: Serving,
  { call, request, asksForTask }: Asked,
  work: (context: CallContext) => Promise<Result>,
): Promise<Result> {
  const { registry, era, tasks, closing, hasHost } = serving;
  const { context } = call;
  // Who shows no key cannot be told from others; the suite, which has none, is alone at its address.
  const isKnown = context.actor.principal !== null || hasHost;
  if (era === 'legacy' && asksForTask && !(isKnown && registry.get(call.name)?.taskMs !== undefined)) throw noTask();
  const becomesTask = era === 'modern' ? declaresTasks(request) && isKnown && mayGoOn(registry, call) : asksForTask;
  if (!becomesTask) return work(context);
  const cancelling = new AbortController();
  const giveUp = (): void => cancelling.abort();
  const { signal } = request.mcpReq;
  signal.addEventListener('abort', giveUp, { once: true });
  if (signal.aborted) giveUp();
  const running = work({ ...context, isTask: true, signal: AbortSignal.any([cancelling.signal, closing]) });
  if (era === 'modern') {
    const early = await Promise.race([running, delay(promptMs, undefined, { ref: false })]);
    if (early !== undefined) return early;
  }
  const task = tasks.keep({ principal: actorName(context.actor), running, cancelling });
  if (task === undefined) return running;
  signal.removeEventListener('abort', giveUp);
  return newTask(task, era);
}
