import { randomUUID } from 'node:crypto';
import type { Clock } from '#base/clock.ts';
import type { Config } from '#base/config.ts';
import { asError, SigecError } from '#base/errors.ts';
import type { Log } from '#base/log.ts';
import type { Fetch } from '#base/patient-fetch.ts';
import type {
  AskAssistant,
  AssistantAbout,
  AssistantConversation,
  ListedConversation,
  ProviderTest,
} from '#contract/agents/assistant.ts';
import type { Principal } from '#contract/agents/principal.ts';
import type { Actor } from '#principals/actor.ts';
import type { Principals } from '#principals/principals.ts';
import type { AllowanceStore } from '../allowances/decide-call.ts';
import type { Conversation, ConversationStore } from '../conversation/conversation-store.ts';
import { noUsage } from '../conversation/message.ts';
import { MindProblem } from '../conversation/mind.ts';
import type { TurnEnding, TurnEvent } from '../conversation/turn-event.ts';
import { troubleSentence } from '../conversation/turn-trouble.ts';
import { openAgent } from '../open-agent.ts';
import type { ServerSettings } from '../servers/servers.ts';
import { aboutMind } from './about-mind.ts';
import { LiveTurn, shownMessage } from './live-turn.ts';
import { type AskedOfTurn, type AssistantNodes, nextOf, RemoteTurn, type Turn } from './remote-turn.ts';
import { testMind } from './test-mind.ts';

export type AssistantNeeds = {
  config: Config;
  principals: Pick<Principals, 'lendAgent' | 'authenticate'>;
  conversations: ConversationStore;
  allowancesOf(owner: string): AllowanceStore;
  /** Where our own system speaks MCP: the agent comes in by the door that all agents use. */
  mcpAddress: string;
  /** Knows the certificate at that address; absent: the usual one. */
  fetch?: Fetch | undefined;
  /** Absent: there are none but this one. */
  nodes?: AssistantNodes | undefined;
  clock: Clock;
  log: Log;
};

export type Asker = { principal: Principal; door: Actor['door'] };
type Question = { conversation: Conversation; asker: Asker; asked: AskAssistant; secret: string };
type Live = { turn: LiveTurn; owner: string; ended: Promise<void> };

const maxConversations = 500;
const maxTurnsOfOne = 4;
const maxTurns = 100;
/** An answer that waits for its person waits no longer. */
const longestTurnMs = 30 * 60_000;
/** So long an answer that has ended is told to those who follow it from another node. */
const toldMs = 60_000;
/** How soon an answer ends whose person has lost their key; what it calls is refused at once. */
const lookAtKeyMs = 5_000;

/** The agent inside the server: conversations of people who hold a key, each answered with that person's rights and no others. */
export class Assistant {
  private readonly live = new Map<string, Live>();
  /** Those that ended a moment ago, for whoever follows them from another node. */
  private readonly ended = new Map<string, LiveTurn>();
  private readonly removing = new Set<string>();
  private readonly needs: AssistantNeeds;
  private isClosed = false;

  constructor(needs: AssistantNeeds) {
    this.needs = needs;
    needs.nodes?.serve((asked, signal) => this.answerNode(asked, signal));
  }

  async start({ principal }: Asker): Promise<AssistantConversation> {
    const { conversations, clock } = this.needs;
    if ((await conversations.list(principal.id)).length >= maxConversations)
      throw new SigecError(
        'CONFLICT',
        `You keep ${maxConversations} conversations already; remove some of them first.`,
      );
    const conversation = newConversation(principal.id, clock.now());
    await conversations.save(conversation);
    return this.shown(conversation);
  }

  about(): Promise<AssistantAbout> {
    return aboutMind(this.needs.config);
  }

  /** Whether whoever should answer does. */
  test(language: 'en' | 'pt-BR', signal: AbortSignal): Promise<ProviderTest> {
    return testMind(this.needs.config, { language, signal });
  }

  list({ principal }: Asker): Promise<ListedConversation[]> {
    return this.needs.conversations.list(principal.id);
  }

  async read(id: string, { principal }: Asker): Promise<AssistantConversation> {
    return this.shown(await this.load(id, principal.id));
  }

  async rename(id: string, { principal }: Asker, title: string): Promise<AssistantConversation> {
    // Whoever answers keeps the conversation and writes it whole.
    if (this.live.has(keyOf(id, principal.id)) || (await this.turnElsewhere(id, principal.id)) !== undefined)
      throw new SigecError('CONFLICT', 'This conversation is being answered; give it another title afterwards.');
    const conversation = await this.load(id, principal.id);
    conversation.title = title;
    await this.needs.conversations.save(conversation);
    return this.shown(conversation);
  }

  /** Ends what is being answered in it first, so that nothing is written afterwards. */
  async remove(id: string, { principal }: Asker): Promise<void> {
    const key = keyOf(id, principal.id);
    this.removing.add(key);
    try {
      const live = this.live.get(key);
      live?.turn.cancel();
      await live?.ended;
      if (live === undefined) await (await this.turnElsewhere(id, principal.id))?.end();
      if (!(await this.needs.conversations.remove(id, principal.id))) throw unknownConversation();
    } finally {
      this.removing.delete(key);
    }
  }

  /** Begins to answer. One question at a time: the next would not know what this one found. */
  async ask(id: string, asker: Asker, asked: AskAssistant): Promise<LiveTurn> {
    const key = keyOf(id, asker.principal.id);
    this.mustHaveRoom(key, asker.principal.id);
    const turn = new LiveTurn(asked);
    const { promise: ended, resolve: end } = Promise.withResolvers<void>();
    this.live.set(key, { turn, owner: asker.principal.id, ended }); // before anything is awaited: of two at once one comes first
    const { claims } = this.needs.nodes ?? {};
    const leave = async () => {
      await claims?.release(id).catch(() => undefined); // the database is away: it counts as ours until we ask again
      this.live.delete(key);
      end();
    };
    try {
      const claimed = await claims?.claim(id, asker.principal.id);
      if (claimed?.heldBy !== undefined) throw isBeingAnswered();
      const conversation = await this.load(id, asker.principal.id);
      const lent = await this.needs.principals.lendAgent(asker.principal, asker.door);
      void this.answer(turn, { conversation, asker, asked, secret: lent.secret }).then(async (ending) => {
        lent.end();
        this.keepTelling(key, turn);
        await leave(); // first: whoever hears of the end may ask the next question at once
        turn.emit({ type: 'ended', ending });
      });
      return turn;
    } catch (error) {
      await leave();
      throw error;
    }
  }

  async turnOf(id: string, { principal }: Asker): Promise<Turn> {
    const live = this.live.get(keyOf(id, principal.id));
    if (live !== undefined) return live.turn;
    const elsewhere = await this.turnElsewhere(id, principal.id);
    if (elsewhere !== undefined) return elsewhere;
    await this.load(id, principal.id);
    throw hasEnded();
  }

  async cancel(id: string, { principal }: Asker): Promise<boolean> {
    const live = this.live.get(keyOf(id, principal.id));
    if (live === undefined) {
      await this.load(id, principal.id);
      return (await (await this.turnElsewhere(id, principal.id))?.end()) ?? false;
    }
    live.turn.cancel();
    await live.ended;
    return true;
  }

  /** An answer that comes about at another node. */
  private async turnElsewhere(id: string, owner: string): Promise<RemoteTurn | undefined> {
    const { nodes } = this.needs;
    const node = await nodes?.claims.holderOf(id, owner);
    return nodes === undefined || node === undefined ? undefined : new RemoteTurn({ nodes, node, id, owner });
  }

  /** Another node asks on behalf of the person whose conversation it is. */
  private async answerNode(asked: AskedOfTurn, signal: AbortSignal): Promise<unknown> {
    const key = keyOf(asked.id, asked.owner);
    const live = this.live.get(key);
    const turn = live?.turn ?? this.ended.get(key);
    if (turn === undefined) {
      if (asked.does === 'cancel') return false;
      throw hasEnded();
    }
    switch (asked.does) {
      case 'next':
        return nextOf(turn, asked.from, signal);
      case 'wait-list':
        return turn.waiting;
      case 'decide':
        return turn.decide(asked.questionId, asked.decision);
      case 'answer':
        return turn.answer(asked.questionId, asked.answer);
      case 'cancel':
        turn.cancel();
        await live?.ended;
        return live !== undefined;
    }
  }

  private keepTelling(key: string, turn: LiveTurn): void {
    if (this.needs.nodes === undefined) return;
    this.ended.set(key, turn);
    setTimeout(() => {
      if (this.ended.get(key) === turn) this.ended.delete(key);
    }, toldMs).unref();
  }

  allowancesOf({ principal }: Asker): AllowanceStore {
    return this.needs.allowancesOf(principal.id);
  }

  /** Ends every answer; what was said until then is kept, and the conversation can be resumed. */
  async close(): Promise<void> {
    this.isClosed = true;
    for (const { turn } of this.live.values()) turn.cancel();
    await Promise.all([...this.live.values()].map(({ ended }) => ended));
  }

  private mustHaveRoom(key: string, owner: string): void {
    if (this.isClosed) throw new SigecError('CONFLICT', 'The server is stopping; ask again once it is back.');
    if (this.removing.has(key)) throw unknownConversation();
    if (this.live.has(key)) throw isBeingAnswered();
    const own = [...this.live.values()].filter((live) => live.owner === owner).length;
    if (own >= maxTurnsOfOne || this.live.size >= maxTurns)
      throw new SigecError('TOO_MANY_REQUESTS', 'Too many questions are being answered at once; wait for one to end.');
  }

  /** Never rejects: whatever goes wrong is the end of the answer, which is told once everything is put away. */
  private async answer(turn: LiveTurn, { conversation, asker, asked, secret }: Question): Promise<TurnEnding> {
    const { config, principals, conversations, mcpAddress, fetch, clock, log } = this.needs;
    const startedAt = performance.now();
    using _watch = turn.cancelUnless(async () => (await principals.authenticate(secret)) !== undefined, lookAtKeyMs);
    try {
      await using agent = await openAgent({
        config,
        clock,
        language: asked.language,
        store: conversations,
        timeZone: config.timeZone || undefined,
        allowances: this.allowancesOf(asker),
        servers: { settings: [ownServer(mcpAddress, secret, fetch)], log },
      });
      const away = agent.servers.states().find(({ status }) => status !== 'connected');
      if (away !== undefined) turn.emit({ type: 'warning', text: away.reason ?? 'The tools cannot be reached now.' });
      const signal = AbortSignal.any([turn.signal, AbortSignal.timeout(longestTurnMs)]);
      const emit = (event: TurnEvent) => void (event.type === 'ended' || turn.emit(event));
      return await agent.ask({ conversation, text: asked.text, about: asked.about, person: turn.person, emit, signal });
    } catch (error) {
      if (!(error instanceof MindProblem)) log.error({ err: asError(error) }, 'the assistant could not answer');
      const tookMs = Math.round(performance.now() - startedAt);
      return {
        reason: 'failed',
        about: whyNot(error, asked),
        usage: noUsage,
        turns: 0,
        tookMs,
        cost: null,
        answeredBy: 'model',
      };
    }
  }

  private async load(id: string, owner: string): Promise<Conversation> {
    const found = await this.needs.conversations.load(id, owner);
    if (found === undefined) throw unknownConversation();
    return found;
  }

  private async shown({
    id,
    owner,
    title,
    createdAt,
    changedAt,
    messages,
    usage,
    isTainted,
  }: Conversation): Promise<AssistantConversation> {
    const live = this.live.get(keyOf(id, owner));
    const elsewhere = live === undefined ? await this.turnElsewhere(id, owner) : undefined;
    const nothing = { approvals: [], questions: [] };
    return {
      id,
      title,
      createdAt,
      changedAt,
      usage,
      isTainted,
      messages: messages.map(shownMessage),
      isAnswering: live !== undefined || elsewhere !== undefined,
      // Where the other node cannot be asked, what it waits for is seen a moment later.
      waiting: live?.turn.waiting ?? (await elsewhere?.readWaiting().catch(() => nothing)) ?? nothing,
    };
  }
}

/** Settings that are wrong have a sentence of their own; what else happened is for whoever reads the log. */
function whyNot(error: unknown, { language }: AskAssistant): string {
  if (!(error instanceof MindProblem)) return 'The assistant could not begin; the log tells why.';
  return error.trouble === undefined ? error.message : troubleSentence(error.trouble, language);
}

/** Servers of others are left to people's own agents: their keys belong to whoever set them, not to whoever asks here. */
function ownServer(url: string, secret: string, fetch: Fetch | undefined): ServerSettings {
  return { kind: 'http', name: 'sigec', isOwn: true, url, headers: { Authorization: `Bearer ${secret}` }, fetch };
}

/** Of one owner: nobody's question can stand in the way of another's. */
function keyOf(id: string, owner: string): string {
  return `${owner}/${id}`;
}

function isBeingAnswered(): SigecError {
  return new SigecError('CONFLICT', 'This conversation is being answered; wait for the end, or cancel it.');
}

function hasEnded(): SigecError {
  return new SigecError('CONFLICT', 'Nothing is being answered in this conversation; read it to see how it ended.');
}

function unknownConversation(): SigecError {
  return new SigecError(
    'NOT_FOUND',
    'There is no such conversation of yours; GET /api/assistant/conversations lists them.',
  );
}

export function newConversation(owner: string, now: Date): Conversation {
  const createdAt = now.toISOString();
  return {
    id: randomUUID(),
    owner,
    title: '',
    createdAt,
    changedAt: createdAt,
    messages: [],
    usage: noUsage,
    isTainted: false,
    allowedTools: [],
  };
}
