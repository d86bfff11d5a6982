import { setTimeout as pause } from 'node:timers/promises';
import {
  type ConnectionOptions,
  connect,
  type Msg,
  type NatsConnection,
  RequestError,
  wsconnect,
} from '@nats-io/transport-node';
import { asError } from '#base/errors.ts';
import { LogLimiter, willRetry } from '#base/every.ts';
import type { Log } from '#base/log.ts';
import type { Carried, Hearer, Wire } from './wire.ts';

export type NatsWireNeeds = {
  /** Of one server, or of each of a cluster: where one is away, another is used. */
  urls: readonly string[];
  node: string;
  /** Tells this installation from others at the same server. */
  installation: string;
  /** Nobody between the nodes may read a message, change it, or make one up; `place` is the subject it is meant for. */
  seal(text: string, place: string): Uint8Array;
  /** Throws what was not sealed by one of ours for that subject. */
  unseal(sealed: Uint8Array, place: string): string;
  log: Log;
};

/** A silent network is noticed after three of them. */
const pingMs = 2_000;
const reconnectMs = 500;
const away = { status: 'nobody', reason: 'this node has no connection to NATS' } as const;

/** The wire of nodes on several machines. It comes and goes with the server; what is asked meanwhile fails at once. */
export function natsWire(needs: NatsWireNeeds): Wire {
  const { node, installation, seal, unseal, log } = needs;
  const [firstUrl = ''] = needs.urls; // they differ in the host alone
  const closing = new AbortController();
  const toNode = (to: string) => `sigec.${installation}.node.${to}`;
  const toAll = `sigec.${installation}.all`;
  let hearer: Hearer | undefined;
  let connection: NatsConnection | undefined;
  /** Aborted when the connection breaks: what was asked over it gets no answer. */
  let broken = new AbortController();
  let isAway = true;

  const hasBroken = () => {
    if (isAway) return;
    isAway = true;
    broken.abort();
    if (!closing.signal.aborted) log.warn({}, 'NATS is away: other nodes cannot be reached until it is back');
  };
  const isBack = () => {
    if (!isAway) return;
    isAway = false;
    broken = new AbortController();
    log.info({}, 'connected with NATS');
  };

  /** What nobody of ours has sealed is not for us. */
  const opened = (data: Uint8Array, place: string): string | undefined => {
    try {
      return unseal(data, place);
    } catch {
      log.warn({ place }, 'a message from NATS was not sealed by a node of ours');
      return undefined;
    }
  };

  function listen(open: NatsConnection): void {
    open.subscribe(toNode(node), {
      callback(error, message) {
        if (error !== null) return;
        const text = opened(message.data, message.subject);
        if (text === undefined) return;
        if (!message.reply) return hearer?.told(text);
        void respond(open, message, text);
      },
    });
    open.subscribe(toAll, {
      callback(error, message) {
        const text = error === null ? opened(message.data, message.subject) : undefined;
        if (text !== undefined) hearer?.told(text);
      },
    });
  }

  async function respond(open: NatsConnection, message: Msg, text: string): Promise<void> {
    const place = message.reply ?? '';
    const sealed = seal((await hearer?.asked(text)) ?? JSON.stringify(stopping), place);
    // Larger than the server takes: an answer all the same, or the other node would wait for nothing.
    const fits = sealed.length <= (open.info?.max_payload ?? Infinity);
    message.respond(fits ? sealed : seal(JSON.stringify(tooLong), place));
  }

  async function follow(open: NatsConnection): Promise<void> {
    for await (const status of open.status()) {
      if (status.type === 'disconnect' || status.type === 'staleConnection') hasBroken();
      if (status.type === 'reconnect') isBack();
    }
    hasBroken();
  }

  async function begin(): Promise<void> {
    const options: ConnectionOptions = {
      servers: [...needs.urls],
      name: `sigec ${node}`,
      maxReconnectAttempts: -1,
      reconnectTimeWait: reconnectMs,
      pingInterval: pingMs,
      maxPingOut: 2,
      timeout: 5_000,
      ignoreAuthErrorAbort: true,
      // The client reads no scheme: without this it would speak in the clear with a server that offers no TLS.
      ...(new URL(firstUrl).protocol === 'tls:' && { tls: {} }),
      ...credentialsIn(firstUrl),
    };
    const open = await firstConnection(options);
    if (open === undefined) return;
    if (closing.signal.aborted) return open.close();
    connection = open;
    listen(open);
    isBack();
    void follow(open);
  }

  /** The server may come later than we do; a wrong password or certificate looks alike, so the log says what it was. Undefined: it is over. */
  async function firstConnection(options: ConnectionOptions): Promise<NatsConnection | undefined> {
    const lines = new LogLimiter();
    while (!closing.signal.aborted) {
      try {
        return await (/^wss?:/.test(firstUrl) ? wsconnect(options) : connect(options));
      } catch (error) {
        const line = lines.next('connect');
        if (line !== undefined) willRetry(log, 'connect with NATS', error, line.omitted === 0 ? {} : line);
        await pause(reconnectMs, undefined, { signal: closing.signal }).catch(() => undefined);
      }
    }
    return undefined;
  }

  const ready = begin().catch((error: unknown) => {
    log.error({ err: asError(error) }, 'NATS cannot be used: other nodes cannot be reached');
  });

  return {
    node,
    open(given) {
      hearer = given;
    },
    async ask(to, text, timeoutMs): Promise<Carried> {
      const open = connection;
      if (open === undefined || isAway) return away;
      const place = toNode(to);
      const sealed = seal(text, place);
      if (sealed.length > (open.info?.max_payload ?? Infinity))
        return { status: 'nobody', reason: 'the message is larger than NATS takes' };
      const { signal } = broken;
      const breaking = Promise.withResolvers<Carried>();
      const onBreak = () =>
        breaking.resolve({ status: 'no-answer', reason: 'NATS went away before the node answered' });
      signal.addEventListener('abort', onBreak, { once: true });
      try {
        return await Promise.race([breaking.promise, asked(open, { place, sealed, timeoutMs })]);
      } finally {
        signal.removeEventListener('abort', onBreak);
      }
    },
    tell(to, text) {
      if (connection === undefined || isAway) return;
      const place = to === null ? toAll : toNode(to);
      connection.publish(place, seal(text, place));
    },
    isOpen: () => !isAway,
    async close() {
      closing.abort();
      hasBroken();
      if (connection === undefined) return; // whoever still waits for a server that never came ends with the process
      await ready;
      await connection.close();
    },
  };

  async function asked(
    open: NatsConnection,
    { place, sealed, timeoutMs }: { place: string; sealed: Uint8Array; timeoutMs: number },
  ): Promise<Carried> {
    try {
      const message = await open.request(place, sealed, { timeout: timeoutMs });
      return { status: 'answered', text: unseal(message.data, message.subject) };
    } catch (error) {
      if (error instanceof RequestError && error.isNoResponders())
        return { status: 'nobody', reason: 'no node of that name listens at NATS' };
      return { status: 'no-answer', reason: asError(error).message };
    }
  }
}

const stopping = { code: 'NOT_SERVED', message: 'This node is stopping.' };
const tooLong = { code: 'CONFLICT', message: 'The answer is larger than NATS takes.' };

/** The client reads no user and password from the address. */
function credentialsIn(url: string): Pick<ConnectionOptions, 'user' | 'pass' | 'token'> {
  const { username, password } = new URL(url);
  if (username === '') return {};
  if (password === '') return { token: decodeURIComponent(username) };
  return { user: decodeURIComponent(username), pass: decodeURIComponent(password) };
}
