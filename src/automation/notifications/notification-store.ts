import type { Pool } from 'pg';
import type { Notification, NotificationTopic } from '#contract/automation/notification.ts';
import type { BothLanguages } from './notification-words.ts';

export type NewNotification = {
  id: string;
  recipient: string;
  sourceKey: string;
  at: Date;
  topic: NotificationTopic;
  text: BothLanguages;
  stationId: string | null;
  ruleId: string | null;
  eventId: string | null;
  isUrgent: boolean;
  isForDigest: boolean;
};

/** False: this person was told of it before. */
export async function addNotification(pool: Pool, row: NewNotification): Promise<boolean> {
  const { rowCount } = await pool.query(
    `insert into notification (id, recipient, source_key, at, topic, text, station_id, rule_id, event_id, is_urgent, is_for_digest)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) on conflict (recipient, source_key) do nothing`,
    [
      ...[row.id, row.recipient, row.sourceKey, row.at, row.topic, JSON.stringify(row.text), row.stationId],
      ...[row.ruleId, row.eventId, row.isUrgent, row.isForDigest],
    ],
  );
  return rowCount === 1;
}

const columns = `id, at, topic, text, station_id as "stationId", rule_id as "ruleId", event_id as "eventId", is_urgent as "isUrgent", read_at as "readAt"`;
type Row = Omit<Notification, 'at' | 'readAt'> & { at: Date; readAt: Date | null };

export async function readNotifications(
  pool: Pool,
  { recipient, limit, unread }: { recipient: string; limit: number; unread: boolean },
): Promise<{ notifications: Notification[]; unread: number }> {
  const [{ rows }, counted] = await Promise.all([
    pool.query<Row>(
      `select ${columns} from notification where recipient = $1 and (not $3 or read_at is null) order by at desc, id desc limit $2`,
      [recipient, limit, unread],
    ),
    pool.query<{ count: number }>(
      'select count(*)::int as count from (select from notification where recipient = $1 and read_at is null limit 1000) as few',
      [recipient],
    ),
  ]);
  return { notifications: rows.map(shown), unread: counted.rows[0]?.count ?? 0 };
}

function shown(row: Row): Notification {
  return { ...row, at: row.at.toISOString(), readAt: row.readAt?.toISOString() ?? null };
}

export async function markRead(
  pool: Pool,
  { recipient, ids, at }: { recipient: string; ids: readonly string[] | null; at: Date },
): Promise<void> {
  await pool.query(
    'update notification set read_at = $2 where recipient = $1 and read_at is null and ($3::uuid[] is null or id = any($3))',
    [recipient, at, ids],
  );
}

export async function takeForDigest(pool: Pool, recipient: string, now: Date): Promise<Notification[]> {
  const { rows } = await pool.query<Row>(
    `update notification set digested_at = $2 where recipient = $1 and is_for_digest and digested_at is null returning ${columns}`,
    [recipient, now],
  );
  await pool.query('update notification_settings set digested_at = $2 where principal = $1', [recipient, now]);
  return rows.map(shown).toSorted((one, other) => (one.at < other.at ? -1 : 1));
}

export async function forgetNotifications(pool: Pool, before: Date): Promise<void> {
  await pool.query('delete from notification where at < $1', [before]);
}
