import type { ApprovalChoice, AssistantConversation, AssistantEvent } from '#contract/agents/assistant.ts';
import type { ServerAnswer } from '../servers/servers.ts';
import type { LiveTurn } from './live-turn.ts';
import type { TurnClaims } from './turn-claims.ts';

export type NumberedEvent = { number: number; event: AssistantEvent };
type Waiting = AssistantConversation['waiting'];

/** An answer that comes about, here or at another node, as its person has it. */
export type Turn = {
  readonly waiting: Waiting;
  follow(from: number, signal: AbortSignal): AsyncGenerator<NumberedEvent, void>;
  decide(id: string, decision: ApprovalChoice): void | Promise<void>;
  answer(id: string, answer: ServerAnswer): void | Promise<void>;
  cancel(): void;
};

type OfTurn =
  | { does: 'next'; from: number }
  | { does: 'wait-list' }
  | { does: 'decide'; questionId: string; decision: ApprovalChoice }
  | { does: 'answer'; questionId: string; answer: ServerAnswer }
  | { does: 'cancel' };

/** What the node that answers is asked by another one. */
export type AskedOfTurn = OfTurn & { id: string; owner: string };

/** The other nodes of an installation, as the assistant needs them. */
export type AssistantNodes = {
  claims: TurnClaims;
  /** Throws a SigecError where the node refuses, or cannot be asked. */
  ask(node: string, asked: AskedOfTurn, options: { timeoutMs: number; signal?: AbortSignal }): Promise<unknown>;
  serve(answer: (asked: AskedOfTurn, signal: AbortSignal) => Promise<unknown>): void;
};

export type NextEvents = { events: NumberedEvent[]; isOver: boolean; waiting: Waiting };

const quickMs = 5_000;
/** How long the other node is left to wait for something to happen. */
const nextMs = 20_000;
/** What passes at once stays below what NATS takes. */
const eventsAtOnce = 20;

/** An answer that comes about at another node. */
export class RemoteTurn implements Turn {
  waiting: Waiting = { approvals: [], questions: [] };
  private readonly at: { nodes: AssistantNodes; node: string; id: string; owner: string };

  constructor(at: RemoteTurn['at']) {
    this.at = at;
  }

  async *follow(from: number, signal: AbortSignal): AsyncGenerator<NumberedEvent, void> {
    for (let last = from; ; ) {
      signal.throwIfAborted();
      const next = (await this.ask({ does: 'next', from: last }, { timeoutMs: nextMs * 1.5, signal })) as NextEvents;
      this.waiting = next.waiting;
      for (const each of next.events) {
        last = each.number;
        yield each;
      }
      if (next.isOver) return;
    }
  }

  async decide(questionId: string, decision: ApprovalChoice): Promise<void> {
    await this.ask({ does: 'decide', questionId, decision });
  }

  async answer(questionId: string, answer: ServerAnswer): Promise<void> {
    await this.ask({ does: 'answer', questionId, answer });
  }

  cancel(): void {
    this.ask({ does: 'cancel' }).catch(() => undefined); // it ends by itself, too
  }

  /** Cancels it, and waits until that is written down. False: it had ended before. */
  async end(): Promise<boolean> {
    return (await this.ask({ does: 'cancel' }, { timeoutMs: nextMs })) === true;
  }

  async readWaiting(): Promise<Waiting> {
    return (await this.ask({ does: 'wait-list' })) as Waiting;
  }

  private ask(
    asked: OfTurn,
    options: { timeoutMs: number; signal?: AbortSignal } = { timeoutMs: quickMs },
  ): Promise<unknown> {
    const { nodes, node, id, owner } = this.at;
    return nodes.ask(node, { ...asked, id, owner }, options);
  }
}

/** What another node is told of an answer here. */
export async function nextOf(turn: LiveTurn, from: number, signal: AbortSignal): Promise<NextEvents> {
  const patience = AbortSignal.any([signal, AbortSignal.timeout(nextMs)]);
  await turn.untilMore(from, patience).catch(() => undefined); // nothing has happened: it asks again
  const events = turn.heard(from, eventsAtOnce);
  return { events, isOver: turn.isOverAt(from + events.length), waiting: turn.waiting };
}
