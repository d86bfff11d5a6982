import type { Pool } from 'pg';
import type { PasswordHash } from './station-password.ts';

export type Registered = { password: PasswordHash | null };

/**
 * Which stations are ours, held in memory: a storm of reconnects must not ask the database once per socket.
 * A station this node does not know may have been accepted elsewhere, so a miss is looked up.
 */
export class StationRegister {
  private readonly known = new Map<string, Registered>();
  private readonly pool: Pool;

  constructor(pool: Pool) {
    this.pool = pool;
  }

  async load(): Promise<void> {
    for (const row of await this.read(null)) this.known.set(row.id, registered(row));
  }

  async find(stationId: string): Promise<Registered | undefined> {
    const known = this.known.get(stationId);
    if (known !== undefined) return known;
    const [row] = await this.read(stationId);
    if (row === undefined) return undefined;
    this.known.set(stationId, registered(row));
    return this.known.get(stationId);
  }

  has(stationId: string): boolean {
    return this.known.has(stationId);
  }

  put(stationId: string, station: Registered): void {
    this.known.set(stationId, station);
  }

  private async read(stationId: string | null): Promise<Row[]> {
    const { rows } = await this.pool.query<Row>(
      'select id, password_salt, password_hash from station where accepted_at is not null and ($1::text is null or id = $1)',
      [stationId],
    );
    return rows;
  }
}

type Row = { id: string; password_salt: Buffer | null; password_hash: Buffer | null };

function registered({ password_salt: salt, password_hash: hash }: Row): Registered {
  return { password: salt !== null && hash !== null ? { salt, hash } : null };
}
