import type { AllowanceStore, CallQuestion, Decision } from '../../src/assistant/allowances/decide-call.ts';
import { type Budget, type Price, usualBudget } from '../../src/assistant/conversation/budget.ts';
import type { Conversation, ConversationStore } from '../../src/assistant/conversation/conversation-store.ts';
import { amongAnswers } from '../../src/assistant/conversation/interpreter-first.ts';
import type { Interpreter, Mind } from '../../src/assistant/conversation/mind.ts';
import { runTurn } from '../../src/assistant/conversation/run-turn.ts';
import type { TurnEnding, TurnEvent } from '../../src/assistant/conversation/turn-event.ts';
import type { Language } from '../../src/assistant/conversation/turn-trouble.ts';
import type {
  AgentTool,
  CallOptions,
  ServerAnswer,
  ServerQuestion,
  Servers,
  ToolOutcome,
} from '../../src/assistant/servers/servers.ts';
import { newConversation } from '../../src/assistant/service/assistant.ts';
import type { PermissionRule, Subject } from '../../src/contract/agents/assistant.ts';

export type FakeTool = Partial<AgentTool> & {
  name: string;
  run?(given: Record<string, unknown>, options: CallOptions): Promise<Partial<ToolOutcome>> | Partial<ToolOutcome>;
};

export function toolOf({ name, ...given }: Partial<AgentTool> & { name: string }): AgentTool {
  return {
    name,
    server: 'sigec',
    tool: name,
    title: name,
    description: `Does ${name}.`,
    hash: `hash of ${name}`,
    inputSchema: { type: 'object' },
    risk: 'reads',
    isForeign: false,
    ...given,
  };
}

export type FakeServers = Servers & { calls: { name: string; given: Record<string, unknown> }[] };

/** Tools in place of whole servers: what a loop does with their answers does not depend on the wire. */
export function serversOf(...given: FakeTool[]): FakeServers {
  const calls: FakeServers['calls'] = [];
  const tools = given.map(({ run: _, ...tool }) => toolOf(tool));
  const nothing = () => Promise.reject(new Error('not part of this test'));
  return {
    calls,
    tools: () => tools,
    async call(tool, args, options) {
      calls.push({ name: tool.name, given: args });
      const run = given.find(({ name }) => name === tool.name)?.run;
      const outcome = await run?.(args, options);
      return {
        text: `${tool.name} answered`,
        data: undefined,
        isError: false,
        isUntrusted: false,
        tookMs: 1,
        ...outcome,
      };
    },
    states: () => [],
    meant: async (tool, args) => ({ tool, given: args }),
    resources: nothing,
    readResource: nothing,
    prompts: nothing,
    prompt: nothing,
    changed: () => [],
    accept: nothing,
    retry: nothing,
    add: nothing,
    remove: nothing,
    onChange: () => () => undefined,
    settled: () => Promise.resolve(),
    close: () => Promise.resolve(),
  };
}

/** Keeps copies, as a file or a table does. */
export function memoryConversations(): ConversationStore & { saved: Conversation[] } {
  const saved: Conversation[] = [];
  const latest = () => [...new Map(saved.map((conversation) => [conversation.id, conversation])).values()];
  return {
    saved,
    save: async (conversation) => void saved.push(structuredClone(conversation)),
    load: async (id, owner) => structuredClone(latest().find((kept) => kept.id === id && kept.owner === owner)),
    list: async (owner) => latest().filter((kept) => kept.owner === owner),
    remove: () => Promise.resolve(false),
  };
}

export function memoryAllowances(given: PermissionRule[] = []): AllowanceStore & { always: string[] } {
  const always: string[] = [];
  let rules = given;
  return {
    always,
    isAlways: async ({ tool, hash }) => always.includes(`${tool}#${hash}`),
    rememberAlways: async ({ tool, hash }) => void always.push(`${tool}#${hash}`),
    list: async () => [],
    forget: async () => undefined,
    rules: async () => rules,
    setRules: async (others) => void (rules = [...others]),
  };
}

export type TalkNeeds = {
  mind: Mind;
  interpreter?: Interpreter;
  servers: Servers;
  decide?: (question: CallQuestion, signal: AbortSignal) => Promise<Decision> | Decision;
  answer?: (question: ServerQuestion) => Promise<ServerAnswer> | ServerAnswer;
  allowances?: AllowanceStore;
  store?: ConversationStore;
  budget?: Partial<Budget>;
  price?: Price;
  system?: string;
  language?: Language;
  conversation?: Conversation;
  /** What the person is looking at. */
  about?: readonly Subject[];
  onEvent?: (event: TurnEvent) => void;
};

export type Talk = {
  conversation: Conversation;
  events: TurnEvent[];
  /** What was asked of the person. */
  asked: CallQuestion[];
  ask(text: string, signal?: AbortSignal): Promise<TurnEnding>;
  /** What the person has read since the last question. */
  shown(): string;
};

/** A person who talks with the agent. */
export function talk(needs: TalkNeeds): Talk {
  const { mind, servers, decide = () => 'deny', answer = () => ({ action: 'decline' }) } = needs;
  const conversation = needs.conversation ?? newConversation('ana', new Date());
  const events: TurnEvent[] = [];
  const asked: CallQuestion[] = [];
  const store = needs.store ?? memoryConversations();
  const allowances = needs.allowances ?? memoryAllowances();
  let askedAt = 0;
  return {
    conversation,
    events,
    asked,
    ask(text, signal = AbortSignal.timeout(60_000)) {
      askedAt = events.length;
      const person = {
        decide: async (question: CallQuestion, until: AbortSignal) => {
          asked.push(question);
          return await decide(question, until);
        },
        answer: async (question: ServerQuestion) => await answer(question),
      };
      const emit = (event: TurnEvent) => {
        events.push(event);
        needs.onEvent?.(event);
      };
      const budget = { ...usualBudget, ...needs.budget };
      const rest = { mind, servers, allowances, store, price: needs.price };
      const system = async () => needs.system ?? 'You help.';
      const interpreter = needs.interpreter && amongAnswers(needs.interpreter);
      const language = needs.language ?? 'en';
      return runTurn(
        { ...rest, system, interpreter, person, budget, language, emit },
        { conversation, text, about: needs.about, signal },
      );
    },
    shown: () =>
      events
        .slice(askedAt)
        .flatMap((event) => (event.type === 'text' ? [event.text] : []))
        .join(''),
  };
}

export function eventsOf<Type extends TurnEvent['type']>(
  events: readonly TurnEvent[],
  type: Type,
): Extract<TurnEvent, { type: Type }>[] {
  return events.filter((event): event is Extract<TurnEvent, { type: Type }> => event.type === type);
}
