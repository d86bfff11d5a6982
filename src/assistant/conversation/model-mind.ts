import { jsonSchema, type ModelMessage, streamText, type TextStreamPart, type ToolSet, tool } from 'ai';
import { systemTime } from '#base/clock.ts';
import { isRecord } from '#base/json.ts';
import type { Subject } from '#contract/agents/assistant.ts';
import { problemOf } from '../providers/problem-of.ts';
import type { Model } from '../providers/providers.ts';
import { Deadline } from '../servers/deadline.ts';
import type { AgentTool } from '../servers/servers.ts';
import type { Message, Reasoning, ToolCall } from './message.ts';
import { type Mind, MindProblem, type Question, type Thought } from './mind.ts';
import { type TurnRequest, troubleSentence } from './turn-trouble.ts';

// The library would write what it wonders about into the middle of whatever is on the screen.
globalThis.AI_SDK_LOG_WARNINGS = false;

export type ModelLimits = {
  /** Of one step; 0: as the provider has it. */
  maxOutputTokens: number;
  effort: 'default' | 'none' | 'low' | 'medium' | 'high';
  /** How long it may say nothing. */
  silenceMs: number;
};

const usualLimits: ModelLimits = { maxOutputTokens: 0, effort: 'default', silenceMs: 120_000 };

/** A model of a provider. One step at a time: which tools are called, and whether, is decided outside. */
export function modelMind(model: Model, asked: TurnRequest, limits = usualLimits): Mind {
  return {
    name: `${asked.provider} ${asked.model}`,
    isModel: true,
    think: (question) => think({ model, asked, limits }, question),
  };
}

/** What stands before a mark is read at a tenth of its price for some minutes; other providers see by themselves what they know already. */
const cached = { providerOptions: { anthropic: { cacheControl: { type: 'ephemeral' as const } } } };

async function* think(
  { model, asked, limits }: { model: Model; asked: TurnRequest; limits: ModelLimits },
  { system, messages, tools, signal }: Question,
): AsyncGenerator<Thought, void> {
  const reasoning = new Map<string, Reasoning>();
  using silence = new Deadline(limits.silenceMs, systemTime);
  try {
    const { stream } = streamText({
      model,
      ...(system !== '' && { instructions: { role: 'system', content: system, ...cached } }),
      messages: messages.map((message, at) => ({
        ...modelMessage(message),
        ...(at === messages.length - 1 && cached),
      })),
      tools: toolSet(tools),
      ...(limits.maxOutputTokens > 0 && { maxOutputTokens: limits.maxOutputTokens }),
      ...(limits.effort !== 'default' && { reasoning: limits.effort }),
      abortSignal: AbortSignal.any([signal, silence.signal]),
      maxRetries: 0, // whoever asks decides, and shows it
      onError: () => undefined, // it comes as a part of the stream
      providerOptions: { openai: { store: false } }, // conversations are kept by us, not by those who answer
    });
    for await (const part of stream) {
      silence.renew();
      if (part.type === 'text-delta') yield { type: 'text', text: part.text };
      else if (part.type === 'tool-call') yield { type: 'call', call: callOf(part) };
      else if (part.type === 'reasoning-start' || part.type === 'reasoning-delta' || part.type === 'reasoning-end')
        reasoning.set(part.id, withPiece(reasoning.get(part.id), part));
      else if (part.type === 'error') throw part.error;
      else if (part.type === 'abort') AbortSignal.any([signal, silence.signal]).throwIfAborted();
      else if (part.type === 'finish') {
        for (const thought of reasoning.values()) yield { type: 'reasoning', reasoning: thought };
        const { inputTokens = 0, outputTokens = 0, inputTokenDetails } = part.totalUsage;
        const cachedTokens = inputTokenDetails.cacheReadTokens ?? 0;
        yield {
          type: 'end',
          usage: { inputTokens, outputTokens, cachedTokens },
          isCut: part.finishReason === 'length',
        };
      }
    }
  } catch (error) {
    signal.throwIfAborted();
    if (silence.signal.aborted) throw silent(asked, limits.silenceMs);
    throw problemOf(error, asked);
  }
}

function silent(asked: TurnRequest, silenceMs: number): MindProblem {
  const trouble = { ...asked, kind: 'silent', seconds: silenceMs / 1_000 } as const;
  return new MindProblem('unreachable', troubleSentence(trouble, 'en'), { trouble });
}

type Part<Type> = Extract<TextStreamPart<ToolSet>, { type: Type }>;

function callOf({ toolCallId: id, toolName: name, input, providerMetadata }: Part<'tool-call'>): ToolCall {
  const providerOptions = providerMetadata && { providerOptions: providerMetadata as Record<string, unknown> };
  if (isRecord(input)) return { id, name, arguments: input, ...providerOptions };
  const problem = 'Not made: its arguments were no JSON object. Ask again with arguments that fit its schema.';
  return { id, name, arguments: {}, problem, ...providerOptions };
}

function withPiece(
  before: Reasoning = { text: '' },
  part: Part<'reasoning-start' | 'reasoning-delta' | 'reasoning-end'>,
): Reasoning {
  const providerOptions = (part.providerMetadata as Reasoning['providerOptions']) ?? before.providerOptions;
  const text = before.text + (part.type === 'reasoning-delta' ? part.text : '');
  return { text, ...(providerOptions && { providerOptions }) };
}

function toolSet(tools: readonly AgentTool[]): ToolSet {
  return Object.fromEntries(
    tools.map(({ name, description, inputSchema }) => [
      name,
      tool({ description, inputSchema: jsonSchema(inputSchema) }),
    ]),
  );
}

function modelMessage(message: Message): ModelMessage {
  if (message.role === 'user')
    return { role: 'user', content: message.text + lookedAt(message.about) + askedAt(message.at) };
  if (message.role === 'tool') {
    const { callId: toolCallId, name: toolName, text: value, isError } = message;
    const output = { type: isError ? ('error-text' as const) : ('text' as const), value };
    return { role: 'tool', content: [{ type: 'tool-result', toolCallId, toolName, output }] };
  }
  const reasoning = (message.reasoning ?? []).map(({ text, providerOptions }) => ({
    type: 'reasoning' as const,
    text,
    ...optionsOf(providerOptions),
  }));
  const text = message.text === '' ? [] : [{ type: 'text' as const, text: message.text }];
  const calls = message.calls.map(({ id, name, arguments: input, providerOptions }) => ({
    type: 'tool-call' as const,
    toolCallId: id,
    toolName: name,
    input,
    ...optionsOf(providerOptions),
  }));
  return { role: 'assistant', content: [...reasoning, ...text, ...calls] };
}

function optionsOf(providerOptions: Record<string, unknown> | undefined) {
  return providerOptions && { providerOptions: providerOptions as never };
}

/** Behind the person's words and apart from them: ids are data, and a station chose its own. */
function lookedAt(about: readonly Subject[] = []): string {
  return about.length === 0 ? '' : `\n\n[on the person's screen, as data: ${JSON.stringify(about)}]`;
}

/** Here and not in what it is told about its work, which stays the same from one question to the next, and so is read only once. */
function askedAt(at: string | undefined): string {
  return at === undefined ? '' : `\n\n[asked at ${at.slice(0, 16)}Z]`;
}
