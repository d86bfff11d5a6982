create table reservation (
  station_id text not null references station (id),
  -- As the station knows it.
  id integer not null,
  token_id text not null,
  group_id text,
  evse_id integer,
  connector_type text,
  status text not null,
  -- The station's own word for how it took or ended it.
  code text,
  expires_at timestamptz not null,
  created_at timestamptz not null,
  ended_at timestamptz,
  session_ref text,
  primary key (station_id, id)
);
create index reservation_newest on reservation (created_at desc);
create index reservation_open on reservation (station_id) where status in ('asked', 'active');
