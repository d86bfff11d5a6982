import type { Conversation } from '#assistant/conversation/conversation-store.ts';
import type { TurnEnding } from '#assistant/conversation/turn-event.ts';
import { newConversation } from '#assistant/service/assistant.ts';
import { SigecError } from '#base/errors.ts';
import type { Principal } from '#contract/agents/principal.ts';
import { signInApi } from '#contract/api/sign-in.ts';
import { type Api, openApi } from '../api.ts';
import { failed } from '../exit-code.ts';
import type { ServerOptions } from '../server-address.ts';
import type { Terminal } from '../terminal.ts';
import { decideProposals } from './decide-proposals.ts';
import { withMentions } from './mentions.ts';
import type { Agent } from './open-agent.ts';
import { personAt } from './person.ts';
import { TurnView } from './turn-view.ts';
import { usageLine } from './usage-words.ts';

/** Files are of whoever uses this machine's account, whatever keys they hold. */
export const terminalOwner = 'terminal';

type Needs = {
  terminal: Terminal;
  agent: Agent;
  options: ServerOptions;
  /** Nothing is shown while an answer comes about. */
  isQuiet?: boolean;
  /** What would be asked is allowed where nobody can be asked. */
  isAllowing?: boolean;
};

export type Answered = {
  view: TurnView;
  ending: TurnEnding;
  /** Proposals that nobody has decided about yet. */
  waiting: number;
  /** Tools that were not called because nobody could be asked. */
  unasked: string[];
};

export class Chat {
  readonly terminal: Terminal;
  readonly agent: Agent;
  readonly api: Api;
  readonly options: ServerOptions;
  conversation: Conversation;
  last: Answered | undefined;
  private readonly needs: Needs;
  private me: Promise<Principal | null> | undefined;

  constructor(needs: Needs) {
    this.needs = needs;
    this.terminal = needs.terminal;
    this.agent = needs.agent;
    this.options = needs.options;
    this.api = openApi(needs.terminal, needs.options);
    this.conversation = newConversation(terminalOwner, needs.terminal.clock.now());
  }

  get isAttended(): boolean {
    const { input, isInteractive } = this.terminal;
    return input.isInteractive && isInteractive && this.needs.isQuiet !== true;
  }

  get price() {
    return this.agent.price;
  }

  startAnew(): void {
    this.conversation = newConversation(terminalOwner, this.terminal.clock.now());
    this.last = undefined;
  }

  /** Asks one question and shows what comes; afterwards the person decides about what was proposed on the way. */
  async ask(text: string): Promise<Answered> {
    // Until the last decision: what is typed ahead must not answer a question that nobody has read.
    this.last = await this.whileCancellable((signal) => this.answer(text, signal));
    return this.last;
  }

  private async answer(text: string, signal: AbortSignal): Promise<Answered> {
    const { terminal, agent, needs, isAttended, conversation } = this;
    const view = new TurnView(terminal, { isQuiet: needs.isQuiet === true });
    const unasked: string[] = [];
    const person = personAt({
      terminal,
      isAttended,
      view,
      isAllowing: needs.isAllowing === true,
      onUnasked: (tool) => unasked.push(tool),
    });
    view.begin();
    const asked = await withMentions(agent.servers, conversation, text);
    const ending = await agent.ask({ conversation, text: asked, person, emit: view.show, signal });
    const used = isAttended ? usageLine(this, ending) : undefined;
    if (used !== undefined) terminal.err(terminal.paint('quiet', used));
    return { view, ending, waiting: await this.decide(view), unasked };
  }

  private async decide(view: TurnView): Promise<number> {
    const ids = [...new Set(view.proposals.map(({ id }) => id))];
    if (ids.length === 0) return 0;
    const { terminal, api, isAttended, conversation, needs } = this;
    if (needs.isQuiet === true) return ids.length;
    const waiting = await decideProposals({ terminal, api, me: await this.whoAmI(), isAttended }, ids, conversation);
    await this.agent.store.save(conversation);
    return waiting;
  }

  /** Whose key decides; a system that cannot be asked knows nobody. */
  private whoAmI(): Promise<Principal | null> {
    this.me ??= this.api.call(signInApi.whoAmI).then(
      ({ principal }) => principal,
      (error: unknown) => {
        this.me = undefined;
        if (error instanceof SigecError) return null;
        throw error;
      },
    );
    return this.me;
  }

  /** Ctrl+C ends what is being done, not the program; pressed again it does. */
  async whileCancellable<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const cancelling = new AbortController();
    const stop = this.terminal.input.duringWork(() => {
      if (cancelling.signal.aborted) process.exit(failed);
      cancelling.abort();
    });
    try {
      return await work(cancelling.signal);
    } finally {
      stop();
    }
  }
}
