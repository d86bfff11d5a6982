-- Lists are kept in step by us: how, how that stands, and when it is tried again.
alter table local_list
  -- null: as the installation has it, pinned where tokens are named in wanted_token_ids.
  add mode text check (mode in ('auto', 'pinned', 'off')),
  add state text check (state in ('in-step', 'waiting', 'refused', 'station-lies', 'unsupported')),
  add because text,
  add said text,
  add since timestamptz,
  add tried_at timestamptz,
  add next_try_at timestamptz,
  add tries integer not null default 0,
  -- Of the station when it was last tried: what it does not know now may come with another one.
  add tried_firmware text,
  -- Of the tokens in the list that the station took whole; null: it took none whole.
  add digest text,
  -- When the station was asked how long a list it takes.
  add limits_asked_at timestamptz,
  -- Computed from the tokens as they are.
  drop left_out;

create index local_list_entry_token on local_list_entry (token_id);
