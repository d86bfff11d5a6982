import type { ClientBase, Pool } from 'pg';
import type { Clock } from '#base/clock.ts';
import { asError } from '#base/errors.ts';
import { type Duty, every, willRetry } from '#base/every.ts';
import type { Log } from '#base/log.ts';
import { isReached } from '../partners/hub-clients.ts';
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

export type OutboxNeeds = Duty & {
  pool: Pool;
  clock: Clock;
  partners: Pick<Partners, 'list' | 'noteSuccess' | 'noteFailure'>;
  wire: Pick<Wire, 'request'>;
  /** What is sent for a request that names what it is about alone; undefined: it is there no more. */
  prepare?(request: WireRequest): Promise<WireRequest | undefined>;
  /** A location as it is now, in place of all that waits for it; undefined: what waits is sent as it is. */
  merge?(partner: Partner, location: string): Promise<WireRequest | undefined>;
  log: Log;
  everyMs?: number;
};

const batch = 500;
/** So many changes of one location are worth a request with all of it. */
const minMerged = 3;
const lanes = 8;
const firstWaitMs = 1_000;
const longestWaitMs = 10 * 60_000;
const longestPauseMs = 60_000;

/** Written in the same transaction as what it tells of. */
export async function enqueueAll(client: Queryable, outgoing: readonly Outgoing[], at: Date): Promise<void> {
  if (outgoing.length === 0) return;
  const rows = outgoing.map(({ partnerId, key, request }) => ({
    partner_id: partnerId,
    module: request.module,
    object_key: key,
    request,
  }));
  await client.query(
    `insert into roaming_outbox (partner_id, module, object_key, request, created_at, next_at)
     select partner_id, module, object_key, request, $2, $2
     from jsonb_to_recordset($1) as given (partner_id uuid, module text, object_key text, request jsonb)
     on conflict (partner_id, module, object_key) do update
       set request = excluded.request, version = roaming_outbox.version + 1, next_at = least(roaming_outbox.next_at, excluded.next_at),
         sent_at = null, is_given_up = false`,
    [JSON.stringify(rows), at],
  );
  const whole = rows.filter(({ module, object_key }) => isWhole({ module, objectKey: object_key }));
  if (whole.length === 0) return;
  // What waits of its EVSEs is told with it, and would bring back what was so before.
  await client.query(
    `delete from roaming_outbox using jsonb_to_recordset($1) as given (partner_id uuid, module text, object_key text)
     where roaming_outbox.partner_id = given.partner_id and roaming_outbox.module = given.module
       and starts_with(roaming_outbox.object_key, given.object_key || '/')`,
    [JSON.stringify(whole.map(({ request: _request, ...key }) => key))],
  );
}

/** A location with everything in it; the key of an EVSE begins with that of its location. */
function isWhole({ module, objectKey }: Pick<Row, 'module' | 'objectKey'>): boolean {
  return module === 'locations' && !objectKey.includes('/');
}

export async function enqueue(client: Queryable, outgoing: Outgoing, at: Date): Promise<void> {
  await enqueueAll(client, [outgoing], at);
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
      const work = sendAll(needs, { partner, isProbe: pause !== undefined, signal: closing.signal })
        .then((isReached) => {
          const failures = isReached ? 0 : (pause?.failures ?? 0) + 1;
          const waitMs = Math.min(longestPauseMs, firstWaitMs * 2 ** (failures - 1));
          if (isReached) pauses.delete(partner.id);
          else pauses.set(partner.id, { failures, until: clock.now().getTime() + waitMs });
        })
        .catch((error: unknown) => willRetry(log, 'tell a roaming partner', error, { partnerId: partner.id }))
        .finally(() => busy.delete(partner.id));
      busy.set(partner.id, work);
    }
  }
  const running = every({
    task: 'tell roaming partners',
    everyMs: needs.everyMs ?? 250,
    log,
    run,
    only: needs.isKeeper,
  });
  return {
    wake: () => void running.now(),
    /** Sends what is due now, and waits until it was tried. */
    async sendDue(): Promise<void> {
      await running.now();
      await Promise.all(busy.values());
    },
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

type Sending = { partner: Partner; isProbe: boolean; signal: AbortSignal };

/** Whether the partner could be reached. One that was away is asked one thing first. */
async function sendAll(needs: OutboxNeeds, { partner, isProbe, signal }: Sending): Promise<boolean> {
  for (let isFirst = isProbe; !signal.aborted; isFirst = false) {
    const { rows } = await needs.pool.query<Row>(
      `select id, module, object_key as "objectKey", request, version, attempts from roaming_outbox
       where partner_id = $1 and sent_at is null and not is_given_up and next_at <= $2 order by next_at, id limit $3`,
      [partner.id, needs.clock.now(), isFirst ? 1 : batch],
    );
    if (rows.length === 0) return true;
    // A location before its EVSEs: what begins alike is sent in order.
    const groups = [...Map.groupBy(rows, ({ module, objectKey }) => `${module} ${objectKey.split('/')[0]}`).values()];
    let isAway = false;
    const lane = async () => {
      for (let group = groups.shift(); group !== undefined && !isAway && !signal.aborted; group = groups.shift())
        if (await sendMerged(needs, { partner, rows: group, signal })) continue;
        else for (const row of group) if (!isAway) isAway = !(await sendOne(needs, { partner, row, signal }));
    };
    await Promise.all(Array.from({ length: lanes }, lane));
    if (isAway) return false;
  }
  return true;
}

/** Whether one request did for all of them. What changed after it was made has another version, and stays. */
async function sendMerged(
  { pool, wire, partners, merge }: OutboxNeeds,
  { partner, rows, signal }: { partner: Partner; rows: readonly Row[]; signal: AbortSignal },
): Promise<boolean> {
  const [first] = rows;
  const isEnough = rows.length >= (rows.some(isWhole) ? 2 : minMerged);
  if (first === undefined || !isEnough || first.module !== 'locations' || merge === undefined) return false;
  if (rows.some(({ attempts }) => attempts > 0)) return false; // whatever was refused is told apart
  const request = await merge(partner, first.objectKey.split('/')[0] ?? '');
  if (request === undefined || endpointOf(partner, request.module, request.role) === undefined) return false;
  const answer = await wire.request(partner, { ...request, signal }).catch(() => undefined);
  if (answer === undefined || answer.httpStatus >= 300 || answer.code >= 2000) return false;
  await partners.noteSuccess(partner.id);
  await pool.query(
    `delete from roaming_outbox using unnest($1::bigint[], $2::integer[]) as sent (id, version)
     where roaming_outbox.id = sent.id and roaming_outbox.version = sent.version`,
    [rows.map(({ id }) => id), rows.map(({ version }) => version)],
  );
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
  if (!(await isReached(pool, partner, request.to))) {
    await postpone(needs, row, 'The hub tells that the party is not connected.');
    return true;
  }
  try {
    const prepared = await asItIsNow(needs, partner, row);
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
    const isReached = answer.httpStatus < 500 && answer.httpStatus !== 401 && answer.httpStatus !== 429;
    if (!isReached) await partners.noteFailure(partner.id, new Error(`It answered ${answer.httpStatus}.`));
    return isReached;
  } catch (error) {
    if (signal.aborted) return false;
    await postpone(needs, row, asError(error).message);
    await partners.noteFailure(partner.id, error);
    return false;
  }
}

/** What a row stands for, as it is now: an EVSE may have changed while its location had to wait. */
async function asItIsNow(
  { prepare, merge }: OutboxNeeds,
  partner: Partner,
  { request, ...row }: Row,
): Promise<WireRequest | undefined> {
  if (request.kind !== undefined) return prepare?.(request);
  return (isWhole(row) ? await merge?.(partner, row.objectKey) : undefined) ?? request;
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
