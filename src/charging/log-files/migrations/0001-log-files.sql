-- Log files that stations bring to us: for each request a place with a token that is worth one file.
create table log_file (
  id uuid primary key,
  station_id text not null references station (id),
  -- The command that asked for it, once it has ended.
  command_id uuid,
  kind text not null,
  -- SHA-256 of the token in the address; the token itself is known to the station alone.
  token_hash text not null unique,
  -- waiting: for the station. receiving: it comes. kept: it is here. refused: it was not taken. gone: too old, or it never came.
  state text not null,
  asked_at timestamptz not null,
  asked_by text not null,
  expires_at timestamptz not null,
  attempts integer not null default 0,
  received_at timestamptz,
  -- As the station named it.
  file_name text,
  format text,
  bytes bigint,
  sha256 text,
  -- How many texts it holds, and how many lines they have.
  texts integer,
  lines bigint,
  -- What was found in it, in words of ours alone.
  findings jsonb,
  refusal text
);
create index log_file_station on log_file (station_id, asked_at desc);
create index log_file_age on log_file (asked_at) where state in ('waiting', 'receiving', 'kept');
