-- Limits that a remote start asks for; the session that begins with this start gets them.
create table asked_session_limit (
  station_id text not null references station (id),
  remote_start_id integer not null,
  energy_wh numeric(12, 3),
  seconds integer,
  cost numeric(13, 4),
  charge_percent integer,
  asked_at timestamptz not null,
  primary key (station_id, remote_start_id)
);

-- Limits that hold, as the station tells with its session; the last word counts.
create table session_limit (
  station_id text not null references station (id),
  session_ref text not null,
  energy_wh numeric(12, 3),
  seconds integer,
  cost numeric(13, 4),
  charge_percent integer,
  reported_at timestamptz not null,
  primary key (station_id, session_ref)
);
