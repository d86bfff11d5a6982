-- The ledger: facts that are written once and never changed.
create table event (
  id bigint generated always as identity,
  -- Readers follow by (xid, id) and stop before the oldest open transaction: ids alone are handed out before commits.
  xid xid8 not null default pg_current_xact_id(),
  kind text not null,
  station_id text,
  -- What makes two deliveries the same fact; null where every delivery is a fact of its own.
  key text,
  happened_at timestamptz not null,
  recorded_at timestamptz not null default now(),
  principal text,
  flags text[] not null default '{}',
  body jsonb not null,
  primary key (xid, id)
);
create unique index event_key on event (station_id, key) nulls not distinct where key is not null;
create index event_station on event (station_id, xid, id);

-- What PostgreSQL refused (a NUL in a text, a number or time out of range): kept byte for byte, to be adopted by a person.
create table set_aside (
  id uuid primary key default uuidv7(),
  station_id text,
  reason text not null,
  entry bytea not null,
  recorded_at timestamptz not null default now()
);
create index set_aside_station on set_aside (station_id, id);

-- One hash chain per node over everything people, programs and agents did.
create table audit (
  node uuid not null,
  seq bigint not null,
  at timestamptz not null,
  principal text not null,
  door text not null,
  action text not null,
  subject text,
  outcome text not null,
  details jsonb not null,
  previous bytea not null,
  hash bytea not null,
  primary key (node, seq)
);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'rows of % are written once and never changed', tg_table_name;
end $$;
create trigger event_is_append_only before update or delete or truncate on event
  for each statement execute function refuse_change();
create trigger audit_is_append_only before update or delete or truncate on audit
  for each statement execute function refuse_change();
create trigger set_aside_is_append_only before update or delete or truncate on set_aside
  for each statement execute function refuse_change();

-- The flight recorder: one row per exchange with a station, dropped by the day.
create table frame (
  station_id text not null,
  at timestamptz not null,
  -- Who called: the station or we.
  caller text not null,
  action text,
  message_id text,
  request text not null,
  answer text,
  answered_after_ms real,
  outcome text not null
) partition by range (at);
create index frame_station on frame (station_id, at);
create index frame_message on frame (message_id);

-- Heartbeats that say nothing new are counted here instead.
create table heartbeat_count (
  station_id text not null,
  day date not null,
  beats bigint not null,
  primary key (station_id, day)
);

-- Which key the token hashes of this installation were made with: a wrong key file would silently orphan every token.
create table installation (
  is_only boolean primary key default true check (is_only),
  key_fingerprint bytea not null,
  created_at timestamptz not null default now()
);
