import type { ClientBase, Pool } from 'pg';
import { type Duty, every, willRetry } from '#base/every.ts';
import type { Partners } from '../partners/open-partners.ts';
import { isConnected } from '../partners/partner.ts';
import type { WireRequest } from '../wire.ts';
import { firstWaitMs, isWhole, type SendNeeds, sendDue } from './send-due.ts';

type Queryable = Pick<Pool | ClientBase, 'query'>;

/** `key`: of two things with the same key and module the newer takes the place of the older one, and they are sent one after the other. */
export type Outgoing = { partnerId: string; key: string; request: Omit<WireRequest, 'signal' | 'timeoutMs'> };

export type OutboxNeeds = Duty & SendNeeds & { partners: Pick<Partners, 'list'>; everyMs?: number };

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

export async function enqueue(client: Queryable, outgoing: Outgoing, at: Date): Promise<void> {
  await enqueueAll(client, [outgoing], at);
}

async function partnersWithDue(pool: Pool, at: Date): Promise<ReadonlySet<string>> {
  const { rows } = await pool.query<{ id: string }>(
    `select id from roaming_partner where exists (
       select from roaming_outbox where partner_id = roaming_partner.id and sent_at is null and not is_given_up and next_at <= $1)`,
    [at],
  );
  return new Set(rows.map(({ id }) => id));
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
    const due = await partnersWithDue(pool, clock.now());
    if (due.size === 0) return;
    for (const partner of await partners.list()) {
      if (!due.has(partner.id) || !isConnected(partner) || busy.has(partner.id) || closing.signal.aborted) continue;
      const pause = pauses.get(partner.id);
      if (pause !== undefined && pause.until > clock.now().getTime()) continue;
      const work = sendDue(needs, { partner, isProbe: pause !== undefined, signal: closing.signal })
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
