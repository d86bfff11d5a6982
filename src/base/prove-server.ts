import { randomBytes } from 'node:crypto';
import { get, type IncomingMessage } from 'node:http';
import { isRecord, parsedJson } from './json.ts';
import { identityPath, isProof } from './server-identity.ts';

/** What listens where our own server is expected cannot prove that it is ours, so it is sent nothing. */
export class NotProven extends Error {}

const patienceMs = 5_000;
const maxBytes = 4_096;

/**
 * Asks whoever listens at an address to prove that it is an installation whose public key we hold, before it is sent anything secret. Returns
 * the same address with the numeric host that was proven: a name such as localhost may lead to two listeners.
 */
export async function proveServer(url: string, publicKeys: readonly string[]): Promise<string> {
  const place = new URL(url);
  if (place.protocol !== 'http:' || publicKeys.length === 0) throw new NotProven(`${place.host} has not proven itself`);
  const challenge = randomBytes(24).toString('base64url');
  const answer = await ask(`${place.origin}${identityPath}?challenge=${challenge}`);
  const { remoteAddress: address = '', remotePort: port = 0 } = answer.socket;
  const proof = proofIn(await textOf(answer));
  if (!publicKeys.some((publicKey) => isProof({ publicKey, challenge, place: { address, port }, proof })))
    throw new NotProven(`${place.host} has not proven itself`);
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '');
  place.hostname = plain.includes(':') ? `[${plain}]` : plain;
  return place.href;
}

async function ask(url: string): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  get(url, { agent: false, signal: AbortSignal.timeout(patienceMs) }, resolve).on('error', reject);
  return promise;
}

async function textOf(answer: IncomingMessage): Promise<string> {
  let text = '';
  for await (const part of answer.setEncoding('utf8')) {
    text += String(part);
    if (text.length > maxBytes) break; // leaving the loop ends the connection
  }
  return text;
}

function proofIn(text: string): string {
  const read = parsedJson(text);
  return isRecord(read) && typeof read['proof'] === 'string' ? read['proof'] : '';
}
