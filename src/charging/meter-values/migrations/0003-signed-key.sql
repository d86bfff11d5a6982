-- Signed meter values name the token that the session was charged with. Those of each session are sealed under a secret of its own;
-- forgetting a person takes the secrets of their sessions away. The empty name stands for values outside any session.
create table signed_key (
  station_id text not null,
  session_ref text not null,
  -- null: its driver was forgotten, and what a station still brings is not kept.
  secret bytea,
  -- Whom the session was begun by, where it was known by then: one that could not be written has no row of its own.
  token_hash text,
  created_at timestamptz not null,
  primary key (station_id, session_ref)
);
create index signed_key_token on signed_key (token_hash) where token_hash is not null;
