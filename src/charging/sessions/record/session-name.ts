import type { Pool } from 'pg';
import { Batcher } from '../../batcher.ts';
import type { SessionMemory } from '../store/session-memory.ts';
import { identityOf } from '../store/touched-session.ts';
import { laterName, type SessionEvent } from './session-event.ts';

/** What a session is told under; `hasTime`: `at` is by the station's clock. */
export type ToldName = Pick<SessionEvent, 'stationId' | 'kind' | 'at' | 'evseId'> & {
  transactionId: string;
  hasTime: boolean;
};

type Named = { evseId: number | null; isRunning: boolean; startedAt: Date | null; endedAt: Date | null };

export type NameReads = {
  first(stationId: string, name: string): Promise<Named | undefined>;
  /** Of the sessions that were given the name again: the last one that had begun by then. */
  later(told: ToldName): Promise<string | undefined>;
};

/**
 * By which name we keep a session. Stations use a transaction id again, after a boot or for another EVSE: a start after the end of
 * the first session, or elsewhere, begins one of its own, and what happens from then on belongs to it.
 */
export async function sessionName(
  { reads, memory }: { reads: NameReads; memory: SessionMemory },
  given: ToldName,
): Promise<string> {
  const told = { ...given, evseId: placeOf(given.evseId) };
  const { stationId, transactionId: name, at } = told;
  const seen = memory.get(identityOf({ stationId, ref: name }));
  if (seen?.state === 'running' && seen.startedAt !== null && isAt(told, seen.evseId)) return name;
  const first = await reads.first(stationId, name);
  if (!first?.startedAt) return name;
  if (told.kind === 'started' && at.getTime() === first.startedAt.getTime()) return name; // its own start, told again
  const isHere = isAt(told, first.evseId);
  if (isHere && (first.isRunning || first.endedAt === null || at <= first.endedAt)) return name;
  if (told.kind === 'started') return told.hasTime ? laterName(name, at) : name;
  return (await reads.later(told)) ?? name;
}

function isAt({ evseId }: ToldName, place: number | null): boolean {
  return evseId === null || placeOf(place) === null || evseId === place;
}

/** Stations leave the EVSE out, say 0 for none, or write a number that none can have. */
function placeOf(evseId: number | null): number | null {
  return evseId !== null && Number.isInteger(evseId) && evseId > 0 && evseId < 2 ** 31 ? evseId : null;
}

export function postgresNameReads(pool: Pool): NameReads {
  const first = new Batcher((identities) => readFirst(pool, identities)); // a morning's starts come together
  return {
    first: (stationId, name) => first.read(identityOf({ stationId, ref: name })),
    async later({ stationId, transactionId, at, evseId }) {
      const { rows } = await pool.query<{ ref: string }>(
        `select ref from session
         where station_id = $1 and starts_with(ref, $2 || ' @') and started_at <= to_timestamp($3::double precision / 1000)
           and ($4::integer is null or coalesce(evse_id, 0) in (0, $4))
         order by begun_at desc limit 1`,
        [stationId, transactionId, at.getTime(), evseId],
      );
      return rows[0]?.ref;
    },
  };
}

async function readFirst(pool: Pool, identities: readonly string[]): Promise<Map<string, Named>> {
  const names = identities.map((identity) => [identity, ...splitOnce(identity)] as const);
  const { rows } = await pool.query<Named & { identity: string }>(
    `select identity, evse_id as "evseId", state = 'running' as "isRunning", started_at as "startedAt", ended_at as "endedAt"
     from unnest($1::text[], $2::text[], $3::text[]) as asked (identity, station_id, ref) join session using (station_id, ref)`,
    [names.map(([identity]) => identity), names.map(([, stationId]) => stationId), names.map(([, , ref]) => ref)],
  );
  return new Map(rows.map(({ identity, ...named }) => [identity, named]));
}

/** A transaction id may hold a line break, the id of a station cannot. */
function splitOnce(identity: string): [stationId: string, ref: string] {
  const end = identity.indexOf('\n');
  return [identity.slice(0, end), identity.slice(end + 1)];
}
