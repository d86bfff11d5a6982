-- Values are sealed under a key made from this secret and the installation's key: without the secret a person is forgotten.
create table person_key (
  id uuid primary key,
  secret bytea not null,
  created_at timestamptz not null
);

create table token_group (
  id text primary key,
  name text not null,
  key_id uuid not null references person_key (id),
  value bytea not null,
  label text not null,
  created_at timestamptz not null,
  created_by text not null
);

-- The id is the keyed hash of the token, by which ledger, recorder and log know it.
create table token (
  id text primary key,
  type text not null,
  key_id uuid not null references person_key (id),
  value bytea not null,
  label text not null,
  note text,
  is_blocked boolean not null,
  expires_at timestamptz,
  group_id text references token_group (id),
  language text,
  tariff_id text references tariff (id),
  credit numeric(13, 4),
  created_at timestamptz not null,
  created_by text not null,
  changed_at timestamptz not null,
  last_used_at timestamptz,
  last_used_station_id text
);
create index token_group_members on token (group_id) where group_id is not null;

create table refusal (
  id uuid primary key,
  station_id text not null references station (id),
  evse_id integer,
  token_id text,
  token_type text,
  status text not null,
  reason text not null,
  happened_at timestamptz not null
);
create index refusal_time on refusal (happened_at);
create index refusal_station on refusal (station_id, happened_at desc);
