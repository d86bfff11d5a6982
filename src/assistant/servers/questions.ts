import type { Client, ElicitRequest, ElicitResult } from '@modelcontextprotocol/client';
import type { Deadline } from './deadline.ts';
import { foreignText } from './foreign-text.ts';
import { visibleTexts } from './offered-tools.ts';
import type { CallOptions, ServerQuestion } from './servers.ts';

type Asking = { onQuestion: NonNullable<CallOptions['onQuestion']>; deadline: Deadline };

/** What a server asks while it is called, in either era: it goes to whoever made the call, and no time passes until they have answered. */
export class Questions {
  private readonly server: string;
  private readonly underway: Asking[] = [];

  constructor(server: string) {
    this.server = server;
  }

  /** Until what is returned is disposed of, questions go to this call; without anybody to ask, to the one before. */
  during(onQuestion: CallOptions['onQuestion'], deadline: Deadline): Disposable {
    if (onQuestion === undefined) return { [Symbol.dispose]: () => undefined };
    const asking = { onQuestion, deadline };
    this.underway.push(asking);
    return {
      [Symbol.dispose]: () => {
        const at = this.underway.indexOf(asking);
        if (at >= 0) this.underway.splice(at, 1);
      },
    };
  }

  answerFor(client: Client): void {
    client.setRequestHandler('elicitation/create', ({ params }) => this.ask(params));
  }

  /** What changes something is called alone, so that the latest call is the one that asks. */
  private async ask(params: ElicitRequest['params']): Promise<ElicitResult> {
    const asking = this.underway.at(-1);
    if (asking === undefined) return { action: 'cancel' };
    if (params.mode === 'url' && !/^https?:\/\//i.test(params.url)) return { action: 'decline' };
    const resume = asking.deadline.pause();
    try {
      const answer = await asking.onQuestion(questionOf(this.server, params));
      if (answer.action !== 'accept') return { action: answer.action };
      return params.mode === 'url' ? { action: 'accept' } : { action: 'accept', content: contentOf(answer.content) };
    } finally {
      resume();
    }
  }
}

function questionOf(server: string, params: ElicitRequest['params']): ServerQuestion {
  const message = foreignText(params.message, 4_000);
  if (params.mode === 'url') return { server, message, schema: undefined, url: params.url };
  return { server, message, schema: visibleTexts(params.requestedSchema) as ServerQuestion['schema'], url: undefined };
}

/** A form knows texts, numbers, yes and no, and lists of texts. */
function contentOf(content: Record<string, unknown>): NonNullable<ElicitResult['content']> {
  return content as NonNullable<ElicitResult['content']>;
}
