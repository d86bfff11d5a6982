import type { Pool } from 'pg';
import type { Clock } from '#base/clock.ts';
import type { GuardedFetch } from '#base/guarded-fetch.ts';
import { unseal } from '#ledger/seal.ts';
import type { Send } from './deliver-outbox.ts';
import { webhookSignature } from './webhook-signature.ts';
import { readWebhooks } from './webhook-store.ts';

export const secretPurpose = (id: string): string => `webhook ${id}`;

type Needs = { pool: Pool; clock: Clock; installationKey: Buffer; fetch: GuardedFetch };

/** A POST with the event, signed; any answer between 200 and 299 means that it was taken. */
export function webhookSender({ pool, clock, installationKey, fetch }: Needs): Send {
  return async ({ id, receiver, body }, signal) => {
    const webhookId = receiver.slice(receiver.indexOf(':') + 1);
    const webhook = (await readWebhooks(pool)).find((each) => each.id === webhookId);
    if (webhook === undefined) return 'gone';
    const secret = unseal(installationKey, secretPurpose(webhookId), webhook.secretSealed).toString();
    const timestamp = String(Math.floor(clock.now().getTime() / 1000));
    const text = JSON.stringify(body);
    const { status } = await fetch(webhook.url, {
      method: 'POST',
      body: text,
      signal,
      headers: {
        'content-type': 'application/json',
        'webhook-id': id,
        'webhook-timestamp': timestamp,
        'webhook-signature': webhookSignature(secret, { id, timestamp, body: text }),
      },
    });
    if (status < 200 || status > 299) throw new Error(`it answered with status ${status}`);
    return 'taken';
  };
}
