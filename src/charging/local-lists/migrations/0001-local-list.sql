-- The list of tokens a station knows by heart: what it took from us, and what it says it has.
create table local_list (
  station_id text primary key references station (id),
  -- Which tokens it should hold; null: every token.
  wanted_token_ids text[],
  -- Tokens that its version of OCPP cannot say.
  left_out text[] not null default '{}',
  version integer,
  sent_at timestamptz,
  is_complete boolean not null,
  refusal text,
  reported_version integer,
  reported_at timestamptz
);

create table local_list_entry (
  station_id text not null references station (id),
  token_id text not null,
  -- What the station was told about the token, to see when that has changed.
  fingerprint text not null,
  primary key (station_id, token_id)
);
