import type { ClientBase, Pool } from 'pg';
import type { Clock } from '#base/clock.ts';
import { asError } from '#base/errors.ts';
import { every } from '#base/every.ts';
import type { Log } from '#base/log.ts';
import type { Partners } from '../partners/open-partners.ts';
import { endpointOf, isConnected, type Partner } from '../partners/partner.ts';
import type { Wire, WireRequest } from '../wire.ts';

type Queryable = Pick<Pool | ClientBase, 'query'>;

/** `key`: of two things with the same key and module the newer takes the place of the older one, and they are sent one after the other. */
export type Outgoing = { partnerId: string; key: string; request: Omit<WireRequest, 'signal' | 'timeoutMs'> };

type Row = {
  id: string;
  module: string;
  objectKey: string;
  request: WireRequest;
  version: number;
  attempts: number;
};

export type OutboxNeeds = {
  pool: Pool;
  clock: Clock;
  partners: Pick<Partners, 'list' | 'noteSuccess' | 'noteFailure'>;
  wire: Pick<Wire, 'request'>;
  /** What is sent for a request that names what it is about alone; undefined: it is there no more. */
  prepare?(request: WireRequest): Promise<WireRequest | undefined>;
  log: Log;
  everyMs?: number;
};

const batch = 200;
const lanes = 8;
const firstWaitMs = 1_000;
const longestWaitMs = 10 * 60_000;
const longestPauseMs = 60_000;

/** Written in the same transaction as what it tells of. */
export async function enqueue(client: Queryable, { partnerId, key, request }: Outgoing, at: Date): Promise<void> {
  await client.query(
    `insert into roaming_outbox (partner_id, module, object_key, request, created_at, next_at) values ($1, $2, $3, $4, $5, $5)
     on conflict (partner_id, module, object_key) do update
       set request = excluded.request, version = roaming_outbox.version + 1, next_at = least(roaming_outbox.next_at, excluded.next_at),
         sent_at = null, is_given_up = false`,
    [partnerId, request.module, key, JSON.stringify(request), at],
  );
}

export type Outbox = ReturnType<typeof openOutbox>;

/**
 * Sends what partners have to hear, each partner by itself: one that is away keeps nobody waiting. A record of a session counts as sent once
 * its `Location` came back; whatever else is sent as it is by then, and forgotten.
 */
export function openOutbox(needs: OutboxNeeds) {
  const { pool, partners, clock, log } = needs;
  const busy = new Map<string, Promise<void>>();
  const closing = new AbortController();
  /** Of partners that are away: when to try again. */
  const pauses = new Map<string, { failures: number; until: number }>();
  async function run(): Promise<void> {
    for (const partner of await partners.list()) {
      if (!isConnected(partner) || busy.has(partner.id) || closing.signal.aborted) continue;
      const pause = pauses.get(partner.id);
      if (pause !== undefined && pause.until > clock.now().getTime()) continue;
      const work = sendAll(needs, partner, closing.signal)
        .then((isReached) => {
          const failures = isReached ? 0 : (pause?.failures ?? 0) + 1;
          const waitMs = Math.min(longestPauseMs, firstWaitMs * 2 ** (failures - 1));
          if (isReached) pauses.delete(partner.id);
          else pauses.set(partner.id, { failures, until: clock.now().getTime() + waitMs });
        })
        .catch((error: unknown) =>
          log.warn({ partnerId: partner.id, err: asError(error) }, 'a partner could not be told'),
        )
        .finally(() => busy.delete(partner.id));
      busy.set(partner.id, work);
    }
  }
  const running = every({ task: 'tell roaming partners', everyMs: needs.everyMs ?? 250, log, run });
  return {
    wake: () => void running.now(),
    async waiting(partnerId: string): Promise<{ waiting: number; givenUp: number; oldest: Date | null }> {
      const { rows } = await pool.query<{ waiting: number; givenUp: number; oldest: Date | null }>(
        `select count(*) filter (where sent_at is null and not is_given_up)::integer as waiting,
           count(*) filter (where is_given_up)::integer as "givenUp",
           min(created_at) filter (where sent_at is null and not is_given_up) as oldest
         from roaming_outbox where partner_id = $1`,
        [partnerId],
      );
      return rows[0] ?? { waiting: 0, givenUp: 0, oldest: null };
    },
    async close(): Promise<void> {
      closing.abort();
      await running.close();
      await Promise.all(busy.values());
    },
  };
}

/** Whether the partner could be reached. */
async function sendAll(needs: OutboxNeeds, partner: Partner, signal: AbortSignal): Promise<boolean> {
  while (!signal.aborted) {
    const { rows } = await needs.pool.query<Row>(
      `select id, module, object_key as "objectKey", request, version, attempts from roaming_outbox
       where partner_id = $1 and sent_at is null and not is_given_up and next_at <= $2 order by next_at, id limit ${batch}`,
      [partner.id, needs.clock.now()],
    );
    if (rows.length === 0) return true;
    // A location before its EVSEs: what begins alike is sent in order.
    const groups = [...Map.groupBy(rows, ({ module, objectKey }) => `${module} ${objectKey.split('/')[0]}`).values()];
    let isAway = false;
    const lane = async () => {
      for (let group = groups.shift(); group !== undefined && !isAway && !signal.aborted; group = groups.shift())
        for (const row of group) if (!isAway) isAway = !(await sendOne(needs, { partner, row, signal }));
    };
    await Promise.all(Array.from({ length: lanes }, lane));
    if (isAway) return false;
  }
  return true;
}

/** Whether it makes sense to send more to this partner now. */
async function sendOne(
  needs: OutboxNeeds,
  { partner, row, signal }: { partner: Partner; row: Row; signal: AbortSignal },
): Promise<boolean> {
  const { pool, wire, partners } = needs;
  const { id, version, request, module } = row;
  if (endpointOf(partner, request.module, request.role) === undefined && request.url === undefined) {
    // They do not take this: nothing is owed. A record of a session waits until they do.
    if (module === 'cdrs') await postpone(needs, row, 'They serve no endpoint for CDRs.');
    else await pool.query('delete from roaming_outbox where id = $1 and version = $2', [id, version]);
    return true;
  }
  try {
    const prepared = request.kind === undefined ? request : await needs.prepare?.(request);
    if (prepared === undefined) {
      await pool.query('delete from roaming_outbox where id = $1 and version = $2', [id, version]);
      return true;
    }
    const answer = await wire.request(partner, { ...prepared, signal });
    const isTaken = answer.httpStatus < 300 && answer.code < 2000;
    // A repetition that is refused because they have it is what we wanted.
    const isKnown = module === 'cdrs' && answer.httpStatus === 409;
    if (isTaken || isKnown) {
      await partners.noteSuccess(partner.id);
      if (module === 'cdrs')
        await pool.query(`update roaming_outbox set sent_at = $2, proof = $3, failure = null where id = $1`, [
          ...[id, needs.clock.now(), answer.location ?? `${answer.httpStatus} ${answer.code}`],
        ]);
      else await pool.query('delete from roaming_outbox where id = $1 and version = $2', [id, version]);
      return true;
    }
    await postpone(needs, row, `${answer.httpStatus} ${answer.code} ${answer.message ?? ''}`.trim());
    return answer.httpStatus < 500 && answer.httpStatus !== 401 && answer.httpStatus !== 429;
  } catch (error) {
    if (signal.aborted) return false;
    await postpone(needs, row, asError(error).message);
    await partners.noteFailure(partner.id, error);
    return false;
  }
}

/** State is told again a few times and then left to their next pull; money is told until they have it. */
const maxAttempts = 30;

async function postpone({ pool, clock }: OutboxNeeds, { id, attempts, module }: Row, failure: string): Promise<void> {
  const waitMs = Math.min(longestWaitMs, firstWaitMs * 2 ** attempts);
  await pool.query(
    `update roaming_outbox set attempts = attempts + 1, next_at = $2, failure = $3, is_given_up = $4 where id = $1`,
    [id, new Date(clock.now().getTime() + waitMs), failure.slice(0, 500), module !== 'cdrs' && attempts >= maxAttempts],
  );
}
