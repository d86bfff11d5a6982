import type { Client } from 'pg';

/** One row that is different now, as the database itself saw it. */
export type Change = { table: string; act: 'INSERT' | 'UPDATE' | 'DELETE'; at: number; row: Record<string, unknown> };

/** What the product writes about itself: the trail, the recorder, and what waits for a person. None of it is an effect. */
const trail = new Set([
  ...[
    'event',
    'audit',
    'audit_head',
    'set_aside',
    'schema_migration',
    'migration',
    'proposal',
    'disclosure',
    'agent_session',
    'tool_answer',
  ],
  // What is foreseen of stations, and who was told of what.
  ...['health_station', 'remedy_record', 'automatic_step', 'rule_wait', 'automation_position'],
  ...['notification', 'delivery', 'delivery_receiver'],
  // Which node is there and keeps the duties, and the copies that every commit keeps of its own rows.
  ...['node', 'keeper', 'row_copy', 'row_copy_table'],
  ...['frame', 'frame_block', 'heartbeat_count', 'meter_message', 'meter_message_rest', 'meter_shape', 'event_shape'],
]);

/** Columns that move by themselves with use. */
const moving = ['last_used_at', 'last_seen_at', 'last_used_station_id', 'used_at'];

/** Every row of every other table tells of its changes; tables that come later are among them by themselves. */
export async function watchChanges(client: Client): Promise<void> {
  await client.query('create schema safety');
  await client.query(
    'create table safety.change (id bigserial primary key, name text, act text, at timestamptz, row jsonb)',
  );
  await client.query(`create function safety.note() returns trigger language plpgsql as $$
    declare ignored text[] := '{${moving.join(',')}}';
    begin
      if TG_OP = 'UPDATE' and to_jsonb(old) - ignored = to_jsonb(new) - ignored then return null; end if;
      insert into safety.change (name, act, at, row)
        values (TG_TABLE_NAME, TG_OP, clock_timestamp(), case when TG_OP = 'DELETE' then to_jsonb(old) else to_jsonb(new) end);
      return null;
    end $$`);
  const { rows } = await client.query<{ name: string }>(
    `select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relispartition`,
  );
  for (const { name } of rows.filter((table) => !trail.has(table.name)))
    await client.query(
      `create trigger safety_note after insert or update or delete on ${client.escapeIdentifier(name)}
       for each row execute function safety.note()`,
    );
}

/** Takes what has changed since the last time. */
export async function takeChanges(client: Client): Promise<Change[]> {
  const { rows } = await client.query<{ name: string; act: Change['act']; at: Date; row: Change['row'] }>(
    `with taken as (delete from safety.change returning *) select name, act, at, row from taken order by id`,
  );
  return rows.map(({ name, act, at, row }) => ({ table: name, act, at: at.getTime(), row }));
}
