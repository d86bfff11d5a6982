import type { AssistantConversation, AssistantEvent } from '../../src/contract/agents/assistant.ts';

export type Heard = { id: number; event: AssistantEvent };

/** Somebody who talks to the assistant over REST, with their own key. */
export function assistantClient(api: string, key: string | undefined) {
  const request = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
    fetch(`${api}/api/assistant${path}`, {
      method,
      headers: {
        ...(key !== undefined && { authorization: `Bearer ${key}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  return {
    request,
    async start(): Promise<string> {
      return ((await (await request('POST', '/conversations')).json()) as { id: string }).id;
    },
    async read(id: string): Promise<AssistantConversation> {
      return (await (await request('GET', `/conversations/${id}`)).json()) as AssistantConversation;
    },
    ask: async (id: string, text: string, language = 'en') =>
      new Answer(await request('POST', `/conversations/${id}/ask`, { text, language })),
    follow: async (id: string, after: number) =>
      new Answer(await request('GET', `/conversations/${id}/stream`, undefined, { 'last-event-id': String(after) })),
    async decide(id: string, questionId: string, decision: string): Promise<number> {
      return (await request('POST', `/conversations/${id}/approvals/${questionId}`, { decision })).status;
    },
  };
}

/** An answer as it is streamed. */
export class Answer {
  readonly status: number;
  readonly heard: Heard[] = [];
  readonly response: Response;
  private readonly pieces: AsyncIterator<Heard, void>;

  constructor(response: Response) {
    this.response = response;
    this.status = response.status;
    this.pieces = eventsOf(response);
  }

  get events(): AssistantEvent[] {
    return this.heard.map(({ event }) => event);
  }

  get text(): string {
    return this.events.map((event) => (event.type === 'text' ? event.text : '')).join('');
  }

  /** The next event; undefined once the stream has ended. */
  async next(): Promise<AssistantEvent | undefined> {
    const next = await this.pieces.next();
    if (next.done === true) return undefined;
    this.heard.push(next.value);
    return next.value.event;
  }

  /** Reads until such an event has come; a stream that ends before is an error. */
  async until<Type extends AssistantEvent['type']>(type: Type): Promise<Extract<AssistantEvent, { type: Type }>> {
    for (;;) {
      const next = await this.pieces.next();
      if (next.done === true) throw new Error(`It ended before ${type}: ${JSON.stringify(this.heard)}`);
      const { value } = next;
      this.heard.push(value);
      if (value.event.type === type) return value.event as Extract<AssistantEvent, { type: Type }>;
    }
  }

  async ended() {
    return (await this.until('ended')).ending;
  }

  /** Hangs up. */
  async leave(): Promise<void> {
    await this.pieces.return?.();
  }
}

async function* eventsOf({ body, status }: Response): AsyncGenerator<Heard, void> {
  if (status !== 200 || body === null) throw new Error(`No stream came, but ${status}.`);
  let text = '';
  for await (const piece of body.pipeThrough(new TextDecoderStream())) {
    text += piece;
    const blocks = text.split('\n\n');
    text = blocks.pop() ?? '';
    for (const block of blocks) {
      const data = /^data: (.*)$/m.exec(block)?.[1];
      if (data === undefined) continue;
      yield { id: Number(/^id: (\d+)$/m.exec(block)?.[1]), event: JSON.parse(data) as AssistantEvent };
    }
  }
}
