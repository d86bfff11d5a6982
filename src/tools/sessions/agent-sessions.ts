import type { Pool } from 'pg';

/** A session of an agent as every node knows it. */
export type AgentSession = {
  id: string;
  principal: string;
  /** Which address it belongs to. */
  address: string;
  /** What the agent said of itself when it began: its version of the protocol, and what it can be asked. */
  client: { protocolVersion: string; capabilities: object };
  subscriptions: string[];
};

/** Longer ones are idle, or nobody's. */
const maxSubscriptions = 1_000;

/** Which sessions of agents there are, over all nodes; each may be gone on with at any of them. Times are PostgreSQL's. */
export class AgentSessions {
  private readonly pool: Pool;

  constructor(pool: Pool) {
    this.pool = pool;
  }

  async begin({ id, principal, address, client }: Omit<AgentSession, 'subscriptions'>): Promise<void> {
    await this.pool.query('insert into agent_session (id, principal, address, client) values ($1, $2, $3, $4)', [
      id,
      principal,
      address,
      client,
    ]);
  }

  /** That session of that principal at that address; it counts as used now. */
  async take({
    id,
    principal,
    address,
  }: Pick<AgentSession, 'id' | 'principal' | 'address'>): Promise<AgentSession | undefined> {
    const { rows } = await this.pool.query<AgentSession>(
      `update agent_session set used_at = now() where id = $1 and principal = $2 and address = $3
       returning id, principal, address, client, subscriptions`,
      [id, principal, address],
    );
    return rows[0];
  }

  /** Says how long ago each was used here. Returns those that have been ended meanwhile. */
  async used(sessions: readonly { id: string; idleMs: number }[]): Promise<string[]> {
    if (sessions.length === 0) return [];
    const { rows } = await this.pool.query<{ id: string }>(
      `with here as (select * from unnest($1::text[], $2::float8[]) as here (id, idle_ms)),
       used as (
         update agent_session as known set used_at = greatest(known.used_at, now() - here.idle_ms * interval '1 millisecond')
         from here where known.id = here.id returning known.id
       )
       select id from here where id not in (select id from used)`,
      [sessions.map(({ id }) => id), sessions.map(({ idleMs }) => idleMs)],
    );
    return rows.map(({ id }) => id);
  }

  async subscribe(id: string, uri: string): Promise<void> {
    await this.pool.query(
      `update agent_session set subscriptions = subscriptions || $2::text
       where id = $1 and not subscriptions @> array[$2::text] and cardinality(subscriptions) < ${maxSubscriptions}`,
      [id, uri],
    );
  }

  async unsubscribe(id: string, uri: string): Promise<void> {
    await this.pool.query('update agent_session set subscriptions = array_remove(subscriptions, $2) where id = $1', [
      id,
      uri,
    ]);
  }

  async subscriptionsOf(id: string): Promise<string[]> {
    const { rows } = await this.pool.query<Pick<AgentSession, 'subscriptions'>>(
      'select subscriptions from agent_session where id = $1',
      [id],
    );
    return rows[0]?.subscriptions ?? [];
  }

  async end(id: string): Promise<void> {
    await this.pool.query('delete from agent_session where id = $1', [id]);
  }

  /** Ends it where no node has used it for so long. False: one has. */
  async endIdle(id: string, idleMs: number): Promise<boolean> {
    const { rows } = await this.pool.query<{ id: string }>(
      `with ended as (delete from agent_session where id = $1 and used_at <= now() - $2 * interval '1 millisecond' returning id)
       select id from agent_session where id = $1 and id not in (select id from ended)`,
      [id, idleMs],
    );
    return rows.length === 0;
  }

  /** Those whose node died, and that nobody has asked for since. */
  async forgetIdle(idleMs: number): Promise<void> {
    await this.pool.query("delete from agent_session where used_at <= now() - $1 * interval '1 millisecond'", [idleMs]);
  }
}
