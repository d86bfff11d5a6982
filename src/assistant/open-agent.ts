import { setTimeout as pause } from 'node:timers/promises';
import type { Clock } from '#base/clock.ts';
import type { Config } from '#base/config.ts';
import type { Subject } from '#contract/agents/assistant.ts';
import type { AllowanceStore } from './allowances/decide-call.ts';
import { type Price, usualBudget } from './conversation/budget.ts';
import type { Conversation, ConversationStore } from './conversation/conversation-store.ts';
import type { Mind } from './conversation/mind.ts';
import { runTurn } from './conversation/run-turn.ts';
import type { Person, TurnEnding, TurnEvent } from './conversation/turn-event.ts';
import type { Language } from './conversation/turn-trouble.ts';
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
  readonly servers: Servers;
  readonly allowances: AllowanceStore;
  readonly store: ConversationStore;
  readonly prices: Prices;
  /** What the chosen model costs; undefined: nobody said. */
  readonly price: Price | undefined;
  /** Another model from now on. Throws `MindProblem` where it cannot be had. */
  useModelOf(config: Config): Promise<void>;
  ask(asked: Question): Promise<TurnEnding>;
};

/** Servers that do not answer at all keep nobody waiting for longer. */
const patienceMs = 15_000;

/** Throws `MindProblem` with one sentence where the settings choose a model that cannot be had. */
export async function openAgent(needs: AgentNeeds): Promise<Agent> {
  const { language, clock, allowances, store } = needs;
  const timeZone = needs.timeZone ?? new Intl.DateTimeFormat().resolvedOptions().timeZone;
  let { config } = needs;
  const [prices, first] = await Promise.all([readPrices(config.llmPricesFile), thinker(config)]);
  let mind = first;
  const opened = openServers(needs.servers);
  const servers = needs.narrowed?.(opened) ?? opened;
  await Promise.race([servers.settled(), pause(patienceMs, undefined, { ref: false })]);
  let system: Promise<string> | undefined;
  servers.onChange(() => {
    system = undefined;
  });

  function thinker(chosen: Config): Promise<Mind> {
    return mindOf(chosen, {
      async interpreter() {
        const { interpreterMind } = await import('./interpreter/interpreter-mind.ts');
        return interpreterMind({ language, timeZone, clock });
      },
    });
  }

  async function told(): Promise<string> {
    if (!mind.isModel) return ''; // it knows its work
    system ??= systemPrompt(servers, { language, now: clock.now(), timeZone });
    return system;
  }

  return {
    get config() {
      return config;
    },
    get mind() {
      return mind;
    },
    get price() {
      return priceOf(prices, config.llmProvider, config.llmModel);
    },
    ...{ servers, allowances, store, prices },
    async useModelOf(chosen) {
      mind = await thinker(chosen);
      config = chosen;
    },
    async ask({ conversation, text, about, person, emit, signal }) {
      const turn = { mind, servers, person, allowances, store, language, emit, system: await told() };
      const price = priceOf(prices, config.llmProvider, config.llmModel);
      return runTurn({ ...turn, budget: usualBudget, price }, { conversation, text, about, signal });
    },
    [Symbol.asyncDispose]: () => servers.close(),
  };
}
