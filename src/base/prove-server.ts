import { randomBytes } from 'node:crypto';
import { Agent, type AgentOptions, type ClientRequestArgs } from 'node:http';
import { connect, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { asError } from './errors.ts';
import { isRecord, parsedJson } from './json.ts';
import { type Fetch, patientFetch } from './patient-fetch.ts';
import { identityPath, isProof } from './server-identity.ts';
import { agentPinning, type Trust } from './trusting-fetch.ts';

/** What listens where our own server is expected cannot prove that it is ours, so it is sent nothing. */
export class NotProven extends Error {
  constructor(place: string, cause?: unknown) {
    super(`${place} has not proven itself`, { cause });
  }
}

type PublicKeys = () => Promise<readonly string[]>;
type OnConnected = (error: Error | null, socket: Duplex) => void;

const patienceMs = 5_000;
const maxBytes = 16_384;

/**
 * Requests that leave only over a connection whose other end has proven to be an installation whose public key we hold. The proof is asked for on
 * the very connection that the request then takes, so the port cannot change hands in between.
 */
export function provenFetch(publicKeys: PublicKeys, served: Trust = () => ''): Fetch {
  const send = patientFetch({ http: new ProvenAgent(publicKeys, { keepAlive: true }) });
  let pinned: { certificates: string; send: Fetch } | undefined;
  const sendOverTls: Fetch = async (url, init) => {
    const { host } = new URL(url);
    // Others may decrypt before our own server does, unless the handshake itself is made with a certificate that it left for us.
    const certificates = await served();
    if (certificates === '') throw new NotProven(host);
    if (pinned?.certificates !== certificates)
      pinned = { certificates, send: patientFetch({ https: agentPinning(certificates) }) };
    return pinned.send(url, init).catch((cause: unknown) => {
      throw isOfOthers(cause) ? new NotProven(host, cause) : cause;
    });
  };
  return async (url, init) => {
    if (new URL(url).protocol !== 'http:') return sendOverTls(url, init);
    return send(url, init).catch(async (thrown: unknown) => {
      // Our own server speaks TLS at the same port where it has left certificates, whatever the settings here say.
      if (!(thrown instanceof NotProven) || (await served()) === '') throw thrown;
      return sendOverTls(overTls(url), init).catch(() => {
        throw thrown;
      });
    });
  };
}

function overTls(url: string | URL): URL {
  const secured = new URL(url);
  const { port } = secured;
  secured.protocol = 'https:';
  secured.port = port === '' ? '80' : port;
  return secured;
}

function isOfOthers(cause: unknown): boolean {
  const { code = '', message } = asError(cause) as NodeJS.ErrnoException;
  return /CERT|ISSUER|SIGNED/.test(code) || message.includes('another certificate');
}

class ProvenAgent extends Agent {
  private readonly publicKeys: PublicKeys;

  constructor(publicKeys: PublicKeys, options: AgentOptions) {
    super(options);
    this.publicKeys = publicKeys;
  }

  override createConnection({ host, port }: ClientRequestArgs, onConnected?: OnConnected): undefined {
    void this.provenConnection(host ?? '', Number(port ?? 80)).then(
      (socket) => onConnected?.(null, socket),
      (error: unknown) => (onConnected as ((error: Error) => void) | undefined)?.(asError(error)),
    );
  }

  private async provenConnection(host: string, port: number): Promise<Socket> {
    const publicKeys = await this.publicKeys();
    const socket = connect({ host, port });
    try {
      const challenge = randomBytes(24).toString('base64url');
      const proof = proofIn(await ask(socket, `${identityPath}?challenge=${challenge}`, `${host}:${port}`));
      const place = { address: socket.remoteAddress ?? '', port: socket.remotePort ?? 0 };
      if (publicKeys.some((publicKey) => isProof({ publicKey, challenge, place, proof }))) return socket;
      throw new NotProven(`${host}:${port}`);
    } catch (error) {
      socket.destroy();
      throw error;
    }
  }
}

/** One question in plain HTTP, after which the connection is free for others. Returns the body of the answer. */
async function ask(socket: Socket, path: string, host: string): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  let read = Buffer.alloc(0);
  const listen = (part: Buffer) => {
    read = Buffer.concat([read, part]);
    const answer = answerIn(read);
    if (answer === 'no proof' || read.length > maxBytes) reject(new NotProven(host));
    else if (answer !== 'more follows') resolve(answer.body);
  };
  const giveUp = () => reject(new NotProven(host));
  socket.on('data', listen).once('error', reject).once('close', giveUp).setTimeout(patienceMs, giveUp);
  socket.write(`GET ${path} HTTP/1.1\r\nHost: ${host}\r\nAccept: application/json\r\n\r\n`);
  try {
    return await promise;
  } finally {
    socket.off('data', listen).off('error', reject).off('close', giveUp).off('timeout', giveUp).setTimeout(0);
  }
}

/** Our own server says how long its answer is, and nothing follows it. */
function answerIn(read: Buffer): { body: string } | 'more follows' | 'no proof' {
  const end = read.indexOf('\r\n\r\n');
  if (end < 0) return 'more follows';
  const head = read.toString('latin1', 0, end + 2);
  const [, length] = /\r\ncontent-length: *(\d{1,5})\r\n/i.exec(head) ?? [];
  const missing = end + 4 + Number(length) - read.length;
  if (!head.startsWith('HTTP/1.1 200 ') || length === undefined || missing < 0) return 'no proof';
  return missing > 0 ? 'more follows' : { body: read.toString('utf8', end + 4) };
}

function proofIn(text: string): string {
  const read = parsedJson(text);
  return isRecord(read) && typeof read['proof'] === 'string' ? read['proof'] : '';
}
