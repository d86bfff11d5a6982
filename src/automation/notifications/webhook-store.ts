import type { Pool } from 'pg';
import type { Webhook } from '#contract/automation/notification.ts';

export type WebhookRow = {
  id: string;
  name: string;
  url: string;
  kinds: string[];
  siteId: string | null;
  secretSealed: Buffer;
  createdAt: Date;
  createdBy: string;
};

export async function addWebhook(pool: Pool, row: WebhookRow): Promise<void> {
  await pool.query(
    `insert into webhook (id, name, url, kinds, site_id, secret_sealed, created_at, created_by) values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [row.id, row.name, row.url, row.kinds, row.siteId, row.secretSealed, row.createdAt, row.createdBy],
  );
}

const columns = `webhook.id, webhook.name, webhook.url, webhook.kinds, webhook.site_id as "siteId", webhook.secret_sealed as "secretSealed",
  webhook.created_at as "createdAt", webhook.created_by as "createdBy"`;

export async function readWebhooks(pool: Pool): Promise<WebhookRow[]> {
  const { rows } = await pool.query<WebhookRow>(
    `select ${columns} from webhook where removed_at is null order by created_at, id`,
  );
  return rows;
}

/** What waits for it is forgotten with it. */
export async function removeWebhook(pool: Pool, id: string, at: Date): Promise<boolean> {
  const { rowCount } = await pool.query('update webhook set removed_at = $2 where id = $1 and removed_at is null', [
    id,
    at,
  ]);
  await pool.query('delete from delivery where receiver = $1', [`webhook:${id}`]);
  return rowCount === 1;
}

type Shown = WebhookRow & {
  waiting: number;
  deliveredAt: Date | null;
  failingSince: Date | null;
  nextAttemptAt: Date | null;
  trouble: string | null;
};

export async function showWebhooks(pool: Pool, id?: string): Promise<Webhook[]> {
  const { rows } = await pool.query<Shown>(
    `select ${columns}, (select count(*)::int from delivery where receiver = 'webhook:' || webhook.id and delivered_at is null and given_up_at is null) as waiting,
       state.delivered_at as "deliveredAt", state.failing_since as "failingSince",
       case when state.failing_since is null then null else state.next_at end as "nextAttemptAt", state.trouble
     from webhook left join delivery_receiver as state on state.receiver = 'webhook:' || webhook.id
     where removed_at is null and ($1::uuid is null or webhook.id = $1) order by webhook.created_at, webhook.id`,
    [id ?? null],
  );
  return rows.map(({ secretSealed: _secret, ...row }) => ({
    ...row,
    createdAt: row.createdAt.toISOString(),
    deliveredAt: row.deliveredAt?.toISOString() ?? null,
    failingSince: row.failingSince?.toISOString() ?? null,
    nextAttemptAt: row.nextAttemptAt?.toISOString() ?? null,
  }));
}
