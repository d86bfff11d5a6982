import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import type { ProviderName } from '../../../src/assistant/providers/providers.ts';
import { asError } from '../../../src/base/errors.ts';
import { anthropicWire } from './anthropic.ts';
import { deepseekWire, openaiCompatibleWire } from './chat-completions.ts';
import { googleWire } from './google.ts';
import { openaiWire } from './openai.ts';
import { type ModelMessage, type ModelRequest, type ModelWords, model, type RefusalKind, type Wire } from './wire.ts';

export const wires = {
  anthropic: anthropicWire,
  openai: openaiWire,
  google: googleWire,
  deepseek: deepseekWire,
  'openai-compatible': openaiCompatibleWire,
} satisfies Record<ProviderName, Wire>;

export type ModelStep =
  | { refusal: RefusalKind; retryAfterSeconds?: number }
  | (ModelWords & {
      /** The first piece is out, and the rest waits for this. */
      until?: Promise<unknown>;
      /** `never`: it goes on for ever after the text. `broken`: the connection is lost there. */
      ending?: 'whole' | 'never' | 'broken';
    });

export type ModelServer = AsyncDisposable & {
  url: string;
  key: string;
  model: string;
  requests: ModelRequest[];
  /** The same as they came. */
  bodies: Record<string, unknown>[];
  /** What it refused of its own accord, in its words: a request that no such provider would take. */
  complaints: string[];
  /** How often the caller left before the answer was whole. */
  readonly hangUps: number;
  /** What it answers to the next requests, in order; a function looks at the request first. */
  say(...steps: (ModelStep | ((request: ModelRequest) => ModelStep | Promise<ModelStep>))[]): void;
};

const usage = { input: 40, output: 12 };

/** A model server that speaks one provider's words over real HTTP, and is as strict as the provider; what it says is scripted. */
export async function startModelServer(provider: ProviderName): Promise<ModelServer> {
  const wire: Wire = wires[provider];
  const key = 'the-key';
  const steps: (ModelStep | ((request: ModelRequest) => ModelStep | Promise<ModelStep>))[] = [];
  const requests: ModelRequest[] = [];
  const bodies: Record<string, unknown>[] = [];
  const complaints: string[] = [];
  let hangUps = 0;

  const refuse = (response: ServerResponse, kind: RefusalKind, retryAfterSeconds?: number) => {
    const { status, body } = wire.refusals[kind] ?? wire.refusals.rate;
    const after = retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) };
    response.writeHead(status, { 'content-type': 'application/json', ...after }).end(JSON.stringify(body));
  };
  const complain = (response: ServerResponse, about: string) => {
    complaints.push(about);
    response.writeHead(400, { 'content-type': 'application/json' }).end(JSON.stringify({ error: { message: about } }));
  };

  const server = createServer((request, response) => {
    response.on('close', () => {
      if (!response.writableFinished) hangUps += 1;
    });
    void (async () => {
      const body = (await json(request)) as Record<string, unknown>;
      const [header, valueOf] = wire.key;
      if (request.headers[header] !== valueOf(key)) return refuse(response, 'key');
      const named = body['model'] ?? /\/models\/([^:]+):/.exec(request.url ?? '')?.[1];
      if (named !== model) return refuse(response, 'model');
      if (request.url !== wire.path) return complain(response, `no such path: ${request.url}`);
      const asked = wire.read(body);
      mustBeWhole(asked);
      requests.push(asked);
      bodies.push(body);
      const next = steps.shift();
      if (next === undefined) return complain(response, 'the script has no further step');
      const step = typeof next === 'function' ? await next(asked) : next;
      if ('refusal' in step) return refuse(response, step.refusal, step.retryAfterSeconds);
      await stream(response, step, wire);
    })().catch((error: unknown) =>
      response.headersSent ? response.destroy() : complain(response, asError(error).message),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    key,
    model,
    requests,
    bodies,
    complaints,
    get hangUps() {
      return hangUps;
    },
    say: (...more) => void steps.push(...more),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function stream(
  response: ServerResponse,
  step: Exclude<ModelStep, { refusal: string }>,
  wire: Wire,
): Promise<void> {
  const { head, pieces, tail } = wire.frames(step, usage);
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
  for (const frame of head) response.write(frame);
  for (const [index, piece] of pieces.entries()) {
    response.write(piece);
    if (index === 0) await step.until;
  }
  if (step.ending === 'never') return;
  if (step.ending === 'broken') {
    await new Promise((resolve) => response.write(': \n\n', resolve)); // what was said before is out
    response.destroy();
    return;
  }
  for (const frame of tail) response.write(frame);
  response.end();
}

const nameForm = /^[A-Za-z0-9_-]{1,64}$/;

/** What every provider insists on: tools by names it can read, and for each call exactly one answer, before anything else is said. */
function mustBeWhole({ messages, tools }: ModelRequest): void {
  for (const { name, schema } of tools) {
    if (!nameForm.test(name)) throw new Error(`tools: the name ${name} does not match ${nameForm}`);
    if (schema['type'] !== 'object') throw new Error(`tools: the schema of ${name} is not that of an object`);
  }
  let open: string[] = [];
  for (const message of messages) {
    if (message.role === 'tool') open = answered(open, message);
    else {
      if (open.length > 0) throw new Error(`messages: no answer to the calls ${open.join(', ')}`);
      if (message.role === 'assistant') open = message.calls.map(({ id }) => id);
      if (message.text.trim() === '' && (message.text !== '' || open.length === 0))
        throw new Error('messages: text content blocks must contain non-whitespace text');
    }
  }
  if (open.length > 0) throw new Error(`messages: no answer to the calls ${open.join(', ')}`);
}

function answered(open: readonly string[], { callId }: Extract<ModelMessage, { role: 'tool' }>): string[] {
  if (!open.includes(callId)) throw new Error(`messages: an answer to the call ${callId}, which nobody made`);
  return open.filter((id) => id !== callId);
}
