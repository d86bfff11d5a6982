-- What a station holds is named by a digest, and lists of the same contents are stored once. A list is stored in buckets, chosen by
-- the token: a list that differs from another in one token shares all buckets but one with it.
create table local_list_bucket (
  digest text primary key,
  token_ids text[] not null,
  -- What stations were told of each token, to see when that has changed.
  fingerprints text[] not null,
  used_at timestamptz not null default now()
);

create table local_list_content (
  digest text primary key,
  -- One digest per bucket, by its number.
  buckets text[] not null,
  entries integer not null,
  used_at timestamptz not null default now()
);

-- A row per station and token. Stations that are in step are known by their digest; their contents are stored at the next comparison.
drop table local_list_entry;

alter table local_list
  -- Of the list that is being sent: the station may hold a part of it. null: it holds what `digest` says.
  add sending_digest text,
  drop constraint local_list_mode_check,
  add constraint local_list_mode_check check (mode in ('auto', 'pinned', 'off', 'manual'));

-- Only a list that was taken whole has a digest.
alter table local_list drop is_complete;
