import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

const beginning = 'whsec_';

/** A secret as Standard Webhooks writes it. */
export function newWebhookSecret(): string {
  return `${beginning}${randomBytes(32).toString('base64')}`;
}

type Signed = { id: string; timestamp: string; body: string };

/** Over the id, the time and the very bytes of the body (Standard Webhooks 1.0, symmetric). */
export function webhookSignature(secret: string, { id, timestamp, body }: Signed): string {
  const key = Buffer.from(secret.slice(beginning.length), 'base64');
  return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
}

/** What a receiver does; here for our own tests and documents. */
export function isSignedBy(secret: string, signed: Signed, header: string): boolean {
  const wanted = Buffer.from(webhookSignature(secret, signed));
  return header.split(' ').some((each) => each.length === wanted.length && timingSafeEqual(Buffer.from(each), wanted));
}
