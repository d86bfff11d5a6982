/* oxlint-disable unicorn/prefer-add-event-listener -- transports of MCP have one listener each, as a property */
import type { Readable, Writable } from 'node:stream';
import {
  isInitializeRequest,
  isJSONRPCRequest,
  type JSONRPCMessage,
  type JSONRPCRequest,
  type RequestId,
  SdkHttpError,
  StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client';
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import { type Fetch, patientFetch } from '#base/patient-fetch.ts';
import { protocolErrorIn, sentences, type Trouble, troubleOf } from './trouble.ts';

export type BridgeNeeds = {
  address: string;
  key: string | undefined;
  /** How requests are sent; absent: to whoever is at the address. */
  fetch?: Fetch | undefined;
  input: Readable;
  output: Writable;
  /** Ends the bridge; so does the end of the input. */
  signal: AbortSignal;
  /** Said once for each request that got no answer from the product. */
  onTrouble(trouble: Trouble): void;
};

type Underway = { isModern: boolean; cancelling: AbortController };

const versionInMeta = 'io.modelcontextprotocol/protocolVersion';

/**
 * Carries MCP between a host that starts programs and the product that runs already: one message a line on this side, Streamable HTTP on
 * the other, of whichever era the host speaks. It decides nothing; keys, policy and audit are the product's.
 */
export async function bridgeStdio(needs: BridgeNeeds): Promise<void> {
  const bridge = new StdioBridge(needs);
  await bridge.run();
}

class StdioBridge {
  private readonly needs: BridgeNeeds;
  private readonly host: StdioServerTransport;
  private product: StreamableHTTPClientTransport;
  private readonly underway = new Map<RequestId, Underway>();
  private opening: JSONRPCRequest | undefined;
  private renewing: Promise<void> | undefined;

  constructor(needs: BridgeNeeds) {
    this.needs = needs;
    this.host = new StdioServerTransport(needs.input, needs.output);
    this.product = openProduct(needs);
  }

  async run(): Promise<void> {
    const { signal } = this.needs;
    const { promise: ended, resolve: end } = Promise.withResolvers<void>();
    this.host.onclose = end;
    this.host.onmessage = (message) => void this.toProduct(message);
    // What is no JSON at all is passed over by the library: nobody could tell to whom the answer goes.
    this.host.onerror = () => this.say({ jsonrpc: '2.0', error: { code: -32_600, message: 'This is no message.' } });
    this.product.onmessage = (message) => this.fromProduct(message);
    signal.addEventListener('abort', () => end(), { once: true });
    if (signal.aborted) end();
    await this.product.start();
    await this.host.start();
    await ended;
    await this.close();
  }

  private async close(): Promise<void> {
    const patience = AbortSignal.timeout(2_000);
    const given = new Promise<void>((resolve) => {
      patience.addEventListener('abort', () => resolve());
    });
    await Promise.race([this.product.terminateSession().catch(() => undefined), given]);
    await this.product.close();
    await this.host.close();
  }

  private async toProduct(message: JSONRPCMessage): Promise<void> {
    if (this.isCancelled(message)) return;
    if (!isJSONRPCRequest(message)) {
      await this.post(message).catch((thrown: unknown) => this.needs.onTrouble(troubleOf(thrown)));
      return;
    }
    if (isInitializeRequest(message)) this.opening = message;
    const cancelling = new AbortController();
    this.underway.set(message.id, { isModern: isModern(message), cancelling });
    try {
      await this.post(message, cancelling.signal);
    } catch (thrown) {
      if (this.underway.delete(message.id) && !cancelling.signal.aborted) this.refuse(message.id, thrown);
    }
  }

  /** In the newer era the product is not told: the request's own stream ends. Either way nobody waits for an answer any more. */
  private isCancelled(message: JSONRPCMessage): boolean {
    if (!('method' in message) || message.method !== 'notifications/cancelled') return false;
    const id = message.params?.['requestId'] as RequestId | undefined;
    const known = id === undefined ? undefined : this.underway.get(id);
    if (id === undefined || known === undefined) return false;
    this.underway.delete(id);
    if (known.isModern) known.cancelling.abort();
    return known.isModern;
  }

  private async post(message: JSONRPCMessage, requestSignal?: AbortSignal): Promise<void> {
    const options = {
      ...(requestSignal && { requestSignal }),
      onRequestStreamEnd: () => this.streamEnded(message),
    };
    const { product } = this;
    try {
      await product.send(message, options);
    } catch (thrown) {
      if (!isSessionLost(thrown, product) || this.opening === undefined || isModern(message)) throw thrown;
      if (product === this.product) await this.renewOnce(this.opening);
      await this.product.send(message, options);
    }
  }

  private streamEnded(message: JSONRPCMessage): void {
    if (!isJSONRPCRequest(message) || !this.underway.delete(message.id)) return;
    this.needs.onTrouble('broken-off');
    this.fail(message.id, sentences['broken-off']);
  }

  private async renewOnce(opening: JSONRPCRequest): Promise<void> {
    this.renewing ??= this.renew(opening).finally(() => {
      this.renewing = undefined;
    });
    await this.renewing;
  }

  /** A product that was started again does not know our session: it is begun anew, and the host told that lists may have changed. */
  private async renew(opening: JSONRPCRequest): Promise<void> {
    const fresh = openProduct(this.needs);
    const { promise: answered, resolve, reject } = Promise.withResolvers<JSONRPCMessage>();
    fresh.onmessage = resolve;
    await fresh.start();
    await fresh.send(opening, { onRequestStreamEnd: () => reject(new Error('The opening was not answered.')) });
    learnVersion(fresh, await answered);
    fresh.onmessage = (message) => this.fromProduct(message);
    await fresh.send({ jsonrpc: '2.0', method: 'notifications/initialized' });
    const gone = this.product;
    this.product = fresh;
    await gone.close(); // with its tries to hear of the old session
    this.say({ jsonrpc: '2.0', method: 'notifications/tools/list_changed' });
  }

  private fromProduct(message: JSONRPCMessage): void {
    if (!('method' in message) && message.id !== undefined) {
      if (this.opening?.id === message.id) learnVersion(this.product, message);
      this.underway.delete(message.id);
    }
    this.say(message);
  }

  /** What the product answered in the protocol's own words is passed on as it is. */
  private refuse(id: RequestId, thrown: unknown): void {
    const told = protocolErrorIn(thrown);
    if (told !== undefined) return this.say({ jsonrpc: '2.0', id, error: told });
    const trouble = troubleOf(thrown);
    this.needs.onTrouble(trouble);
    this.fail(id, sentences[trouble]);
  }

  private fail(id: RequestId, message: string): void {
    this.say({ jsonrpc: '2.0', id, error: { code: -32_603, message } });
  }

  private say(message: JSONRPCMessage): void {
    this.host.send(message).catch(() => undefined); // the host is gone, and the end of its input says so too
  }
}

function openProduct({ address, key, fetch = patientFetch() }: BridgeNeeds): StreamableHTTPClientTransport {
  return new StreamableHTTPClientTransport(new URL(address), {
    fetch,
    requestInit: { headers: key === undefined ? {} : { authorization: `Bearer ${key}` } },
    onInsufficientScope: 'throw',
    // The product may be started again at any time: the stream of its notifications is tried for a day.
    reconnectionOptions: {
      initialReconnectionDelay: 1_000,
      maxReconnectionDelay: 30_000,
      reconnectionDelayGrowFactor: 1.5,
      maxRetries: 2_880,
    },
  });
}

function isSessionLost(thrown: unknown, { sessionId }: StreamableHTTPClientTransport): boolean {
  return sessionId !== undefined && thrown instanceof SdkHttpError && thrown.data.status === 404;
}

/** From the opening on every message of the older era says which revision was agreed. */
function learnVersion(product: StreamableHTTPClientTransport, message: JSONRPCMessage): void {
  const version = 'result' in message ? message.result['protocolVersion'] : undefined;
  if (typeof version === 'string') product.setProtocolVersion(version);
}

function isModern(message: JSONRPCMessage): boolean {
  const meta = 'params' in message ? message.params?._meta : undefined;
  return typeof meta?.[versionInMeta] === 'string';
}
