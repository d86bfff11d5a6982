import { setTimeout as pause } from 'node:timers/promises';
import type { Clock } from '#base/clock.ts';
import type { Config } from '#base/config.ts';
import type { Subject } from '#contract/agents/assistant.ts';
import type { AllowanceStore } from './allowances/decide-call.ts';
import { type Price, usualBudget } from './conversation/budget.ts';
import { compact, estimatedTokens } from './conversation/compact.ts';
import type { Conversation, ConversationStore } from './conversation/conversation-store.ts';
import { amongAnswers, awayMind } from './conversation/interpreter-first.ts';
import type { Message } from './conversation/message.ts';
import { type Interpreter, type Mind, MindProblem } from './conversation/mind.ts';
import { runTurn } from './conversation/run-turn.ts';
import type { Person, TurnEnding, TurnEvent } from './conversation/turn-event.ts';
import type { Language } from './conversation/turn-trouble.ts';
import { readHouseRules } from './prompts/house-rules.ts';
import { type Role, roleFor } from './prompts/subject.ts';
import { systemPrompt } from './prompts/system-prompt.ts';
import { mindOf } from './providers/model-of.ts';
import { type Prices, priceOf, readPrices } from './providers/read-prices-file.ts';
import { openServers, type ServersNeeds } from './servers/open-servers.ts';
import type { Servers } from './servers/servers.ts';

export type AgentNeeds = {
  config: Config;
  servers: ServersNeeds;
  /** The same servers with less to call; absent: all of it. */
  narrowed?: ((servers: Servers) => Servers) | undefined;
  allowances: AllowanceStore;
  store: ConversationStore;
  /** Of the person, where their words do not tell. */
  language: Language;
  /** By whose calendar "yesterday" is meant; absent: this machine's. */
  timeZone?: string | undefined;
  clock: Clock;
};

type Question = {
  conversation: Conversation;
  text: string;
  /** What the person is looking at. */
  about?: readonly Subject[] | undefined;
  person: Person;
  emit(event: TurnEvent): void;
  signal: AbortSignal;
};

export type Agent = AsyncDisposable & {
  readonly config: Config;
  readonly mind: Mind;
  /** Why the chosen model cannot be asked; meanwhile the interpreter answers what it can. */
  readonly away: MindProblem | undefined;
  readonly servers: Servers;
  readonly allowances: AllowanceStore;
  readonly store: ConversationStore;
  readonly prices: Prices;
  /** What the chosen model costs; undefined: nobody said. */
  readonly price: Price | undefined;
  /** Another model from now on. Throws `MindProblem` where it cannot be had. */
  useModelOf(config: Config): Promise<void>;
  ask(asked: Question): Promise<TurnEnding>;
  /** Sums a conversation up now. False: there was nothing to sum up. */
  compact(conversation: Conversation, signal: AbortSignal): Promise<boolean>;
};

/** Servers that do not answer at all keep nobody waiting for longer. */
const patienceMs = 15_000;

/** Throws `MindProblem` with one sentence where the settings choose a model that cannot be had, and nobody else may answer. */
export async function openAgent(needs: AgentNeeds): Promise<Agent> {
  const { language, clock, allowances, store } = needs;
  const timeZone = needs.timeZone ?? new Intl.DateTimeFormat().resolvedOptions().timeZone;
  let { config } = needs;
  const [prices, houseRules, interpreter] = await Promise.all([
    readPrices(config.llmPricesFile),
    readHouseRules(config.houseRulesFile),
    interpreterOf(),
  ]);
  let away: MindProblem | undefined;
  let mind = await thinker(config).catch((error: unknown) => {
    if (!(error instanceof MindProblem) || !isBesideModel(config)) throw error;
    away = error;
    return awayMind(`${config.llmProvider} ${config.llmModel}`.trim(), error);
  });
  const opened = openServers(needs.servers);
  const servers = needs.narrowed?.(opened) ?? opened;
  await Promise.race([servers.settled(), pause(patienceMs, undefined, { ref: false })]);
  const systems = new Map<Role | undefined, Promise<string>>();
  servers.onChange(() => systems.clear());

  async function interpreterOf(): Promise<Interpreter> {
    const { interpreterMind } = await import('./interpreter/interpreter-mind.ts');
    return interpreterMind({ language, timeZone, clock });
  }

  function thinker(chosen: Config): Promise<Mind> {
    return mindOf(chosen, { interpreter: () => interpreter });
  }

  function told(messages: readonly Message[]): Promise<string> {
    const role = roleFor(messages);
    const text = systems.get(role) ?? systemPrompt(servers, { language, timeZone, role, houseRules });
    systems.set(role, text);
    return text;
  }

  return {
    get config() {
      return config;
    },
    get mind() {
      return mind;
    },
    get away() {
      return away;
    },
    get price() {
      return priceOf(prices, config.llmProvider, config.llmModel);
    },
    servers,
    allowances,
    store,
    prices,
    async useModelOf(chosen) {
      mind = await thinker(chosen);
      config = chosen;
      away = undefined;
    },
    async ask({ conversation, text, about, person, emit, signal }) {
      const turn = { mind, servers, person, allowances, store, language, emit, system: told };
      const beside = isBesideModel(config) ? { interpreter: amongAnswers(interpreter) } : {};
      const price = priceOf(prices, config.llmProvider, config.llmModel);
      const budget = { ...usualBudget, contextTokens: config.llmContextTokens };
      return runTurn({ ...turn, ...beside, budget, price }, { conversation, text, about, signal });
    },
    async compact(conversation, signal) {
      const budget = { ...usualBudget, contextTokens: estimatedTokens(conversation.messages) / 4 };
      const isShorter = await compact({ conversation, mind, budget, signal }, () => undefined);
      if (isShorter) await store.save(conversation);
      return isShorter;
    },
    [Symbol.asyncDispose]: () => servers.close(),
  };
}

/** A script plays all there is to play. */
function isBesideModel({ llmProvider, llmInterpreterFirst }: Config): boolean {
  return llmInterpreterFirst === 'on' && llmProvider !== 'interpreter' && llmProvider !== 'scripted';
}
