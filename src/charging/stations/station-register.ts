import type { Pool } from 'pg';
import type { PasswordHash } from './station-password.ts';

/** The station may connect without a password, from this network and until then. */
export type PasswordExemption = { network: string; until: Date };

/** A password the station was told, but has not signed in with yet. */
export type PasswordCandidate = PasswordHash & { id: string; isAccepted: boolean };

export type Registered = {
  password: PasswordHash | null;
  candidates: readonly PasswordCandidate[];
  /** The security profile below which the station never goes again. */
  minimumProfile: number;
  /** A higher one that it has accepted; the floor rises when it signs in with it. */
  wantedProfile: number | null;
  /** Rejected by a person: it may connect, and hears so at every boot. */
  isRejected: boolean;
  /** A person lets it connect without a password. */
  exemption: PasswordExemption | null;
};

/** How late we may notice that another node has accepted a station. */
const unknownForMs = 5_000;
const maxUnknown = 10_000;

/**
 * Which stations are ours, held in memory: a storm of reconnects must not ask the database once per socket.
 * A station this node does not know may have been accepted elsewhere, so a miss is looked up.
 */
export class StationRegister {
  private readonly known = new Map<string, Registered>();
  /** Names that were looked up in vain, and until when that is believed: strangers call again and again. */
  private readonly unknown = new Map<string, number>();
  private readonly pool: Pool;

  constructor(pool: Pool) {
    this.pool = pool;
  }

  async load(): Promise<void> {
    this.unknown.clear();
    for (const row of await this.read(null)) this.known.set(row.id, registered(row));
  }

  async find(stationId: string): Promise<Registered | undefined> {
    const known = this.known.get(stationId);
    if (known !== undefined) return known;
    if ((this.unknown.get(stationId) ?? 0) > Date.now()) return undefined;
    const [row] = await this.read(stationId);
    if (row === undefined) {
      this.noteUnknown(stationId);
      return this.known.get(stationId); // it may have been accepted while we read
    }
    this.known.set(stationId, registered(row));
    return this.known.get(stationId);
  }

  /** Takes as long as looking for a name that is not ours, and is done as seldom: the time must not tell which names are (A2). */
  async lookInVain(stationId: string): Promise<void> {
    if ((this.unknown.get(stationId) ?? 0) > Date.now()) return;
    await this.read(stationId);
    this.noteUnknown(stationId);
  }

  has(stationId: string): boolean {
    return this.known.has(stationId);
  }

  get(stationId: string): Registered | undefined {
    return this.known.get(stationId);
  }

  /** Of a station that is not known yet, what is not said is nothing. */
  update(stationId: string, change: Partial<Registered>): void {
    const known = this.known.get(stationId) ?? {
      password: null,
      candidates: [],
      minimumProfile: 0,
      wantedProfile: null,
      isRejected: false,
      exemption: null,
    };
    this.known.set(stationId, { ...known, ...change });
    this.unknown.delete(stationId);
  }

  /** Another node has changed something of it: it is read again before it counts. */
  async renew(stationId: string): Promise<void> {
    this.unknown.delete(stationId);
    if (!this.known.has(stationId)) return; // whoever asks for it reads it
    const [row] = await this.read(stationId);
    if (row === undefined) this.known.delete(stationId);
    else this.known.set(stationId, registered(row));
  }

  private noteUnknown(stationId: string): void {
    this.unknown.delete(stationId);
    this.unknown.set(stationId, Date.now() + unknownForMs);
    if (this.unknown.size > maxUnknown) this.unknown.delete(this.unknown.keys().next().value ?? '');
  }

  private async read(stationId: string | null): Promise<Row[]> {
    const { rows } = await this.pool.query<Row>(
      `select station.id, password_salt, password_hash, minimum_profile, wanted_profile, rejected_at, network, until, (
         select jsonb_agg(jsonb_build_object('id', id, 'salt', encode(salt, 'hex'), 'hash', encode(hash, 'hex'),
           'isAccepted', is_accepted) order by asked_at)
         from station_password_candidate where station_password_candidate.station_id = station.id) as candidates
       from station left join station_security on station_security.station_id = station.id
         left join station_password_exemption on station_password_exemption.station_id = station.id
       where ($1::text is null or station.id = $1)`,
      [stationId],
    );
    return rows;
  }
}

type Row = {
  id: string;
  password_salt: Buffer | null;
  password_hash: Buffer | null;
  minimum_profile: number | null;
  wanted_profile: number | null;
  rejected_at: Date | null;
  network: string | null;
  until: Date | null;
  candidates: { id: string; salt: string; hash: string; isAccepted: boolean }[] | null;
};

function registered({ password_salt: salt, password_hash: hash, candidates, ...row }: Row): Registered {
  return {
    password: salt !== null && hash !== null ? { salt, hash } : null,
    candidates: (candidates ?? []).map((one) => ({
      ...one,
      salt: Buffer.from(one.salt, 'hex'),
      hash: Buffer.from(one.hash, 'hex'),
    })),
    minimumProfile: row.minimum_profile ?? 0,
    wantedProfile: row.wanted_profile,
    isRejected: row.rejected_at !== null,
    exemption: row.network !== null && row.until !== null ? { network: row.network, until: row.until } : null,
  };
}
