import { exportJWK, exportPKCS8, generateKeyPair, importPKCS8, SignJWT } from 'jose';
import type { Pool } from 'pg';
import type { GuardedFetch } from '#base/guarded-fetch.ts';
import { seal, unseal } from '#ledger/seal.ts';
import type { Send } from './deliver-outbox.ts';

const purpose = 'push key';

export type PushKey = { publicKey: string; privatePem: string };

/** The key by which push services know us (VAPID, RFC 8292), made once. */
export async function openPushKey(pool: Pool, installationKey: Buffer): Promise<PushKey> {
  const known = await readPushKey(pool, installationKey);
  if (known !== undefined) return known;
  const { publicKey, privateKey } = await generateKeyPair('ES256', { extractable: true });
  const { x = '', y = '' } = await exportJWK(publicKey);
  const point = Buffer.concat([Buffer.of(4), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')]);
  const sealed = seal(installationKey, purpose, Buffer.from(await exportPKCS8(privateKey)));
  await pool.query('insert into push_key (public_key, private_sealed) values ($1, $2) on conflict do nothing', [
    point.toString('base64url'),
    sealed,
  ]);
  return (await readPushKey(pool, installationKey)) as PushKey;
}

async function readPushKey(pool: Pool, installationKey: Buffer): Promise<PushKey | undefined> {
  const { rows } = await pool.query<{ public_key: string; private_sealed: Buffer }>(
    'select public_key, private_sealed from push_key',
  );
  const [row] = rows;
  return (
    row && { publicKey: row.public_key, privatePem: unseal(installationKey, purpose, row.private_sealed).toString() }
  );
}

type Needs = { pool: Pool; fetch: GuardedFetch; key(): Promise<PushKey>; contact: string };

/**
 * Wakes a browser by its push service, without a word in it: what happened stays between us and the browser, which asks us for it. So no
 * push service can read it, and nothing has to be encrypted.
 */
export function pushSender({ pool, fetch, key, contact }: Needs): Send {
  return async ({ body }, signal) => {
    const endpoint = String(body['endpoint']);
    const { publicKey, privatePem } = await key();
    const token = await new SignJWT({ sub: contact })
      .setProtectedHeader({ alg: 'ES256', typ: 'JWT' })
      .setAudience(new URL(endpoint).origin)
      .setExpirationTime('12h')
      .sign(await importPKCS8(privatePem, 'ES256'));
    const { status } = await fetch(endpoint, {
      method: 'POST',
      signal,
      headers: {
        ttl: '86400',
        urgency: 'normal',
        authorization: `vapid t=${token}, k=${publicKey}`,
        'content-length': '0',
      },
    });
    if (status === 404 || status === 410) {
      await pool.query('delete from push_subscription where endpoint = $1', [endpoint]);
      return 'gone';
    }
    if (status < 200 || status > 299) throw new Error(`the push service answered with status ${status}`);
    return 'taken';
  };
}
