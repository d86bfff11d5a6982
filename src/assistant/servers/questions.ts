import type { Client, ElicitRequest, ElicitResult } from '@modelcontextprotocol/client';
import type { Deadline } from './deadline.ts';
import { foreignText } from './foreign-text.ts';
import { visibleTexts } from './offered-tools.ts';
import { secretFieldsIn } from './secret-fields.ts';
import type { CallOptions, ServerQuestion, ServerSettings } from './servers.ts';

type Asking = Required<Pick<CallOptions, 'onQuestion' | 'onSecretAsked'>> & { deadline: Deadline };

/** What a server asks while it is called, in either era: it goes to whoever made the call, and no time passes until they have answered. */
export class Questions {
  private readonly server: Pick<ServerSettings, 'name' | 'isOwn'>;
  private readonly underway: Asking[] = [];

  constructor(server: Pick<ServerSettings, 'name' | 'isOwn'>) {
    this.server = server;
  }

  /** Until what is returned is disposed of, questions go to this call; without anybody to ask, to the one before. */
  during(options: Pick<CallOptions, 'onQuestion' | 'onSecretAsked'>, deadline: Deadline): Disposable {
    const { onQuestion, onSecretAsked = () => undefined } = options;
    if (onQuestion === undefined) return { [Symbol.dispose]: () => undefined };
    const asking = { onQuestion, onSecretAsked, deadline };
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
    if (params.mode === 'url' && !isPlainAddress(params.url)) return { action: 'decline' };
    const secrets = this.server.isOwn || params.mode === 'url' ? [] : secretsAskedBy(params);
    if (secrets.length > 0) {
      asking.onSecretAsked({ server: this.server.name, fields: secrets });
      return { action: 'decline' };
    }
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

/** A name or password in front of the host is there to be taken for the host. */
function isPlainAddress(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  return url !== undefined && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '';
}

function secretsAskedBy({ message, ...params }: ElicitRequest['params']): string[] {
  return 'requestedSchema' in params ? secretFieldsIn(message, params.requestedSchema) : [];
}

function questionOf(
  { name, isOwn }: Pick<ServerSettings, 'name' | 'isOwn'>,
  params: ElicitRequest['params'],
): ServerQuestion {
  const asked = { server: name, isForeign: !isOwn, message: foreignText(params.message, 4_000) };
  if (params.mode === 'url') return { ...asked, schema: undefined, url: new URL(params.url).href };
  return { ...asked, schema: visibleTexts(params.requestedSchema) as ServerQuestion['schema'], url: undefined };
}

/** A form knows texts, numbers, yes and no, and lists of texts. */
function contentOf(content: Record<string, unknown>): NonNullable<ElicitResult['content']> {
  return content as NonNullable<ElicitResult['content']>;
}
