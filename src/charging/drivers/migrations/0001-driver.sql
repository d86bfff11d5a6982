-- A person who charges. What names them is sealed under their key; forgetting them deletes the key and leaves the row as a number.
create table driver (
  id uuid primary key,
  key_id uuid references person_key (id),
  -- name, email, phone and note as sealed JSON; null: forgotten.
  identity bytea,
  -- The keyed hash of the e-mail address, by which an import finds them; null: none, or forgotten.
  email_hash text unique,
  language text,
  group_id text references token_group (id),
  -- null: as the group; otherwise 'everywhere' or the sites and stations named.
  places jsonb,
  is_blocked boolean not null default false,
  one_at_a_time boolean,
  created_at timestamptz not null,
  created_by text not null,
  changed_at timestamptz not null,
  forgotten_at timestamptz
);
create index driver_group on driver (group_id) where group_id is not null;

alter table token_group
  add places jsonb not null default '"everywhere"',
  add is_blocked boolean not null default false,
  add valid_from timestamptz,
  add expires_at timestamptz,
  add one_at_a_time boolean not null default false,
  add is_master_pass boolean not null default false;

alter table token
  add driver_id uuid references driver (id),
  add valid_from timestamptz;
create index token_driver on token (driver_id) where driver_id is not null;

alter table refusal add facts jsonb not null default '{}';

-- Tokens of people who were forgotten, by their hash: what stations still bring of them later is not kept either.
create table forgotten_token (
  id text primary key,
  forgotten_at timestamptz not null
);
