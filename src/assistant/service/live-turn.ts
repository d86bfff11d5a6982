import { SigecError } from '#base/errors.ts';
import type {
  ApprovalChoice,
  AssistantConversation,
  AssistantEvent,
  AssistantMessage,
  Subject,
} from '#contract/agents/assistant.ts';
import type { CallQuestion } from '../allowances/decide-call.ts';
import type { Message, ToolCall } from '../conversation/message.ts';
import { whileWanted } from '../conversation/mind.ts';
import type { Person, TurnEvent } from '../conversation/turn-event.ts';
import type { ServerAnswer, ServerQuestion } from '../servers/servers.ts';
import type { NumberedEvent, Turn } from './remote-turn.ts';

const maxCharacters = 24_000;

/** What of an event leaves the house: nothing that only providers are told. */
function shownEvent(event: TurnEvent): AssistantEvent {
  switch (event.type) {
    case 'call-started':
      return { ...event, call: shownCall(event.call) };
    case 'call-ended':
      return { ...event, text: event.text.slice(0, maxCharacters) };
    case 'approval-asked':
      return { type: event.type, question: shownApproval(event.question) };
    case 'question-asked': {
      const { server, isForeign, message, schema = null, url = null } = event.question;
      return { type: event.type, question: { id: event.id, server, isForeign, message, schema, url } };
    }
    default:
      return event;
  }
}

/** What a model thought is kept for its provider, and shown to nobody. */
export function shownMessage(message: Message): AssistantMessage {
  if (message.role !== 'assistant') return message;
  return { role: message.role, text: message.text, calls: message.calls.map(shownCall) };
}

function shownCall({ id, name, arguments: given }: ToolCall) {
  return { id, name, arguments: given };
}

function shownApproval({ id, tool, arguments: given, because, choices }: CallQuestion) {
  const { name, server, title, description } = tool;
  return { id, tool: { name, server, title, description }, arguments: given, because, choices: [...choices] };
}

type EventOf<Kind extends AssistantEvent['type']> = Extract<AssistantEvent, { type: Kind }>;
type Approval = { question: EventOf<'approval-asked'>['question']; give(decision: ApprovalChoice): void };
type OpenQuestion = { question: EventOf<'question-asked'>['question']; give(answer: ServerAnswer): void };

/** An answer while it comes about: whoever listens hears it from its beginning, and its person is asked by way of it. */
export class LiveTurn implements Turn {
  private readonly events: AssistantEvent[] = [];
  private readonly approvals = new Map<string, Approval>();
  private readonly questions = new Map<string, OpenQuestion>();
  private readonly idOf = new WeakMap<ServerQuestion, string>();
  private readonly cancelling = new AbortController();
  private moved = Promise.withResolvers<void>();
  private isOver = false;

  constructor({ text, about }: { text: string; about: Subject[] }) {
    this.tell({ type: 'asked', text, about });
  }

  get signal(): AbortSignal {
    return this.cancelling.signal;
  }

  get waiting(): AssistantConversation['waiting'] {
    return {
      approvals: [...this.approvals.values()].map(({ question }) => question),
      questions: [...this.questions.values()].map(({ question }) => question),
    };
  }

  /** Goes on when whoever asked has left: they may come back, and a call that is under way cannot be taken back. */
  readonly emit = (event: TurnEvent): void => {
    if (event.type === 'question-asked') this.idOf.set(event.question, event.id);
    this.tell(shownEvent(event));
  };

  readonly person: Person = {
    decide: (question, signal) => {
      const asked = shownEvent({ type: 'approval-asked', question }) as EventOf<'approval-asked'>;
      return this.waitFor<ApprovalChoice>(signal, (give) => {
        this.approvals.set(question.id, { question: asked.question, give });
        return () => this.approvals.delete(question.id);
      });
    },
    answer: (question, signal) => {
      const id = this.idOf.get(question) ?? '';
      const asked = shownEvent({ type: 'question-asked', id, question }) as EventOf<'question-asked'>;
      return this.waitFor<ServerAnswer>(signal, (give) => {
        this.questions.set(id, { question: asked.question, give });
        return () => this.questions.delete(id);
      });
    },
  };

  decide(id: string, decision: ApprovalChoice): void {
    const approval = this.approvals.get(id);
    if (approval === undefined) throw nothingWaits();
    const { choices } = approval.question;
    if (!choices.includes(decision))
      throw new SigecError(
        'INVALID_INPUT',
        `This call cannot be allowed as "${decision}"; give ${choices.join(' or ')}.`,
        { details: { field: 'decision', accepts: choices } },
      );
    this.tell({ type: 'approval-decided', id, decision });
    approval.give(decision);
  }

  answer(id: string, answer: ServerAnswer): void {
    const asked = this.questions.get(id);
    if (asked === undefined) throw nothingWaits();
    this.tell({ type: 'question-answered', id, action: answer.action });
    asked.give(answer);
  }

  cancel(): void {
    this.cancelling.abort();
  }

  /** Ends the answer once it is no longer wanted, such as when the key of its person was revoked. */
  cancelUnless(isWanted: () => Promise<boolean>, everyMs: number): Disposable {
    const timer = setInterval(() => {
      isWanted().then(
        (wanted) => void (wanted || this.cancel()),
        () => undefined, // nobody can say now, and it is asked again
      );
    }, everyMs);
    return { [Symbol.dispose]: () => clearInterval(timer) };
  }

  /** Every event behind the first `from` ones, until the answer has ended or nobody listens any more. */
  async *follow(from: number, signal: AbortSignal): AsyncGenerator<NumberedEvent, void> {
    for (let at = from; ; ) {
      for (const each of this.heard(at, Infinity)) {
        at = each.number;
        yield each;
      }
      if (this.isOverAt(at)) return;
      await this.untilMore(at, signal);
    }
  }

  /** What came behind the first `from` events, at most so many. */
  heard(from: number, most: number): NumberedEvent[] {
    return this.events.slice(from, from + most).map((event, index) => ({ number: from + index + 1, event }));
  }

  /** Nothing comes behind the first `count` events. */
  isOverAt(count: number): boolean {
    return this.isOver && count >= this.events.length;
  }

  async untilMore(from: number, signal: AbortSignal): Promise<void> {
    while (this.events.length <= from && !this.isOver) await whileWanted(this.moved.promise, signal);
  }

  private tell(event: AssistantEvent): void {
    if (this.isOver) return;
    this.events.push(event);
    if (event.type === 'ended') this.isOver = true;
    this.moved.resolve();
    this.moved = Promise.withResolvers();
  }

  private async waitFor<T>(signal: AbortSignal, ask: (give: (answer: T) => void) => () => void): Promise<T> {
    const { promise, resolve } = Promise.withResolvers<T>();
    const forget = ask(resolve);
    try {
      return await whileWanted(promise, signal);
    } finally {
      forget();
    }
  }
}

function nothingWaits(): SigecError {
  return new SigecError('NOT_FOUND', 'Nothing with this id waits for an answer; it may have been answered, or ended.');
}
