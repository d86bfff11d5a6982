import type { Pool } from 'pg';
import type { OAuthClient } from './client.ts';

const columns = `id, name, uri, redirect_uris as "redirectUris", auth_method as "authMethod", secret_hash as "secretHash", jwks,
  jwks_uri as "jwksUri", may_refresh as "mayRefresh"`;

export async function readClient(pool: Pool, id: string): Promise<OAuthClient | undefined> {
  const { rows } = await pool.query<Omit<OAuthClient, 'isVerified'>>(
    `select ${columns} from oauth_client where id = $1`,
    [id],
  );
  return rows[0] && { ...rows[0], isVerified: false };
}

export async function insertClient(pool: Pool, client: OAuthClient, now: Date): Promise<void> {
  await pool.query(
    `insert into oauth_client (id, name, uri, redirect_uris, auth_method, secret_hash, jwks, jwks_uri, may_refresh, registered_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [
      ...[client.id, client.name, client.uri, client.redirectUris, client.authMethod, client.secretHash],
      ...[client.jwks === null ? null : JSON.stringify(client.jwks), client.jwksUri, client.mayRefresh, now],
    ],
  );
}

export async function noteClientUse(pool: Pool, id: string, now: Date): Promise<void> {
  await pool.query('update oauth_client set last_used_at = $2 where id = $1', [id, now]);
}

/** Forgets what nobody used within a day, what was not used for long, and of the unused ones all but the newest. */
export async function sweepClients(
  pool: Pool,
  { unusedSince, idleSince, maxUnused }: { unusedSince: Date; idleSince: Date; maxUnused: number },
): Promise<void> {
  await pool.query(
    `delete from oauth_client where (last_used_at is null and registered_at < $1) or last_used_at < $2 or id in (
       select id from oauth_client where last_used_at is null order by registered_at desc, id offset $3)`,
    [unusedSince, idleSince, maxUnused],
  );
}
