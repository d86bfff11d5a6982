import type { Pool } from 'pg';
import { type NotificationSettings, notificationSettings } from '#contract/automation/notification.ts';

/** Whoever has said nothing yet is told by the clock of `timeZone`. */
export async function readSettings(pool: Pool, principal: string, timeZone?: string): Promise<NotificationSettings> {
  const { rows } = await pool.query<{ settings: unknown }>(
    'select settings from notification_settings where principal = $1',
    [principal],
  );
  return notificationSettings.parse(rows[0]?.settings ?? { timeZone });
}

/** A digest begins to count when somebody first says what they want. */
export async function saveSettings(
  pool: Pool,
  principal: string,
  settings: NotificationSettings,
  now: Date,
): Promise<void> {
  await pool.query(
    `insert into notification_settings (principal, settings, digested_at) values ($1, $2, $3)
     on conflict (principal) do update set settings = excluded.settings`,
    [principal, JSON.stringify(settings), now],
  );
}

export type DigestReader = { principal: string; settings: NotificationSettings; digestedAt: Date };

export async function readDigestReaders(pool: Pool): Promise<DigestReader[]> {
  const { rows } = await pool.query<{ principal: string; settings: unknown; digestedAt: Date }>(
    `select principal, settings, digested_at as "digestedAt" from notification_settings
     where exists (select from notification where recipient = principal and is_for_digest and notification.digested_at is null)`,
  );
  return rows.map((row) => ({ ...row, settings: notificationSettings.parse(row.settings) }));
}
