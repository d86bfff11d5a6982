-- What people were told; the list in the console.
create table notification (
  id uuid primary key,
  recipient text not null,
  source_key text not null,
  at timestamptz not null,
  topic text not null,
  text jsonb not null,
  station_id text,
  rule_id text,
  event_id text,
  is_urgent boolean not null,
  is_for_digest boolean not null,
  digested_at timestamptz,
  read_at timestamptz,
  unique (recipient, source_key)
);
create index notification_newest on notification (recipient, at desc);
create index notification_digest on notification (recipient) where is_for_digest and digested_at is null;

-- What each person wants to be told, when and how.
create table notification_settings (
  principal text primary key,
  settings jsonb not null,
  digested_at timestamptz not null
);

-- Addresses of programs that are told; the secret of their signature is sealed under the installation key.
create table webhook (
  id uuid primary key,
  name text not null,
  url text not null,
  kinds text[] not null,
  site_id text,
  secret_sealed bytea not null,
  created_at timestamptz not null,
  created_by text not null,
  removed_at timestamptz
);

-- Browsers that are told by push. No text passes the push service: the browser asks us for it.
create table push_subscription (
  endpoint text primary key,
  principal text not null,
  created_at timestamptz not null
);

-- The key by which this installation names itself to push services; its private half is sealed.
create table push_key (
  is_only boolean primary key default true check (is_only),
  public_key text not null,
  private_sealed bytea not null
);

-- What has to reach somebody outside, in the order of its number per receiver. A row leaves when it was taken, or nobody tries any more.
create table delivery (
  number bigint generated always as identity primary key,
  id uuid not null unique,                -- the idempotency key that receivers see
  receiver text not null,
  source_key text not null,
  body jsonb not null,
  made_at timestamptz not null,
  not_before timestamptz not null,
  delivered_at timestamptz,
  given_up_at timestamptz,
  unique (receiver, source_key)
);
create index delivery_waiting on delivery (receiver, number) where delivered_at is null and given_up_at is null;
create index delivery_made on delivery (made_at);

-- How each receiver outside answers: since when it fails, and when it is tried next.
create table delivery_receiver (
  receiver text primary key,
  attempts integer not null default 0,
  next_at timestamptz not null,
  failing_since timestamptz,
  delivered_at timestamptz,
  trouble text
);
