import type { Pool } from 'pg';
import type { AgentRole } from '#contract/agents/connected-agent.ts';
import type { Grant, Role } from '#contract/agents/principal.ts';
import type { Projection } from '#ledger/ledger-types.ts';

export type CodeRecord = {
  hash: Buffer;
  clientId: string;
  personId: string;
  role: AgentRole;
  resource: string;
  redirectUri: string;
  challenge: string;
  expiresAt: Date;
  agentId: string | null;
  replayedAt: Date | null;
};

export type NewToken = { hash: Buffer; kind: 'access' | 'refresh'; expiresAt: Date };

export type GrantRecord = {
  agentId: string;
  personId: string;
  clientId: string;
  clientName: string;
  clientHost: string;
  resource: string;
  grantedAt: Date;
};

export type TokenRecord = NewToken &
  Pick<GrantRecord, 'agentId' | 'personId' | 'clientId' | 'resource'> & { usedAt: Date | null };

/** The grant with its first tokens, in one commit with the key of the agent. */
export const grantProjection: Projection<GrantRecord & { tokens: NewToken[] }> = {
  name: 'agent grants',
  identity: ({ agentId }) => agentId,
  async write(client, rows) {
    for (const { agentId, personId, clientId, clientName, clientHost, resource, grantedAt, tokens } of rows) {
      await client.query(
        `insert into oauth_grant (agent_id, person_id, client_id, client_name, client_host, resource, granted_at)
         values ($1, $2, $3, $4, $5, $6, $7)`,
        [agentId, personId, clientId, clientName, clientHost, resource, grantedAt],
      );
      for (const { hash, kind, expiresAt } of tokens)
        await client.query('insert into oauth_token (hash, agent_id, kind, expires_at) values ($1, $2, $3, $4)', [
          hash,
          agentId,
          kind,
          expiresAt,
        ]);
    }
  },
};

const codeColumns = `hash, client_id as "clientId", person_id as "personId", role, resource, redirect_uri as "redirectUri", challenge,
  expires_at as "expiresAt", agent_id as "agentId", replayed_at as "replayedAt"`;

export async function readCode(pool: Pool, hash: Buffer): Promise<CodeRecord | undefined> {
  const { rows } = await pool.query<CodeRecord>(`select ${codeColumns} from oauth_code where hash = $1`, [hash]);
  return rows[0];
}

export async function insertCode(pool: Pool, code: Omit<CodeRecord, 'agentId' | 'replayedAt'>): Promise<void> {
  const { hash, clientId, personId, role, resource, redirectUri, challenge, expiresAt } = code;
  await pool.query(
    `insert into oauth_code (hash, client_id, person_id, role, resource, redirect_uri, challenge, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [hash, clientId, personId, role, resource, redirectUri, challenge, expiresAt],
  );
}

/** Whether this use is the first. */
export async function claimCode(pool: Pool, hash: Buffer, agentId: string): Promise<boolean> {
  const sql = 'update oauth_code set agent_id = $2 where hash = $1 and agent_id is null';
  return (await pool.query(sql, [hash, agentId])).rowCount === 1;
}

/** Notes a second use; whoever is about to hand tokens out for the first looks at it afterwards. */
export async function noteReplay(pool: Pool, hash: Buffer, now: Date): Promise<void> {
  await pool.query('update oauth_code set replayed_at = coalesce(replayed_at, $2) where hash = $1', [hash, now]);
}

export async function readToken(pool: Pool, hash: Buffer): Promise<TokenRecord | undefined> {
  const { rows } = await pool.query<TokenRecord>(
    `select hash, kind, expires_at as "expiresAt", used_at as "usedAt", agent_id as "agentId", person_id as "personId",
       client_id as "clientId", resource
     from oauth_token join oauth_grant using (agent_id) where hash = $1`,
    [hash],
  );
  return rows[0];
}

/** Uses a refresh token up and puts new tokens in its place, at once; false: somebody was faster. */
export async function rotateTokens(pool: Pool, used: Buffer, tokens: readonly NewToken[], now: Date): Promise<boolean> {
  const { rowCount } = await pool.query(
    `with used as (
       update oauth_token set used_at = $2 where hash = $1 and kind = 'refresh' and used_at is null returning agent_id)
     insert into oauth_token (hash, agent_id, kind, expires_at)
     select made.hash, used.agent_id, made.kind, made.expires_at
     from used, unnest($3::bytea[], $4::text[], $5::timestamptz[]) as made (hash, kind, expires_at)`,
    [
      used,
      now,
      tokens.map(({ hash }) => hash),
      tokens.map(({ kind }) => kind),
      tokens.map(({ expiresAt }) => expiresAt),
    ],
  );
  return rowCount === tokens.length;
}

export async function deleteToken(pool: Pool, hash: Buffer): Promise<void> {
  await pool.query('delete from oauth_token where hash = $1', [hash]);
}

export async function deleteTokensOf(pool: Pool, agentId: string): Promise<void> {
  await pool.query('delete from oauth_token where agent_id = $1', [agentId]);
}

export type ListedGrant = GrantRecord & {
  role: AgentRole;
  personName: string;
  personRole: Role;
  personGrants: Grant[];
  lastUsedAt: Date | null;
};

/** Whether it has a token that still opens something or is good for another. */
const isAlive =
  'exists (select from oauth_token as token where token.agent_id = oauth_grant.agent_id and used_at is null and expires_at > $1)';

/** Grants whose agent and person may still come in. */
export async function readGrants(
  pool: Pool,
  { now, personId, agentId }: { now: Date; personId?: string | undefined; agentId?: string | undefined },
): Promise<ListedGrant[]> {
  const { rows } = await pool.query<ListedGrant>(
    `select agent_id as "agentId", person_id as "personId", client_id as "clientId", client_name as "clientName",
       client_host as "clientHost", resource, granted_at as "grantedAt", agent.role, person.name as "personName",
       person.role as "personRole", person.grants as "personGrants", agent.last_used_at as "lastUsedAt"
     from oauth_grant join principal_key as agent on agent.id = agent_id join principal_key as person on person.id = person_id
     where ${isAlive} and agent.revoked_at is null and person.revoked_at is null and (person.expires_at is null or person.expires_at > $1)
       and ($2::text is null or person_id = $2) and ($3::text is null or agent_id = $3)
     order by granted_at desc, agent_id`,
    [now, personId ?? null, agentId ?? null],
  );
  return rows;
}

/** Agents whose last token has expired: nothing brings them back but their person. */
export async function readSilentAgents(pool: Pool, now: Date): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(
    `select agent_id as id from oauth_grant join principal_key as agent on agent.id = agent_id
     where agent.revoked_at is null and not ${isAlive} order by agent_id limit 500`,
    [now],
  );
  return rows.map(({ id }) => id);
}

/** Codes that were used stay for a day, and used refresh tokens until they expire, to notice a second use. */
export async function sweepTokens(pool: Pool, now: Date): Promise<void> {
  await pool.query("delete from oauth_code where expires_at < $1::timestamptz - interval '1 day'", [now]);
  await pool.query('delete from oauth_token where expires_at < $1', [now]);
}
