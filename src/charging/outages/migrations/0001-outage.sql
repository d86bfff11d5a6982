-- When a port could not charge, and why, computed from the ledger. The whole station: evse_id is null.
create table outage (
  id uuid primary key,
  station_id text not null references station (id),
  evse_id integer,
  connector_id integer,
  cause text not null check (cause in ('faulted', 'out-of-service', 'offline')),
  code text,
  from_at timestamptz not null,
  to_at timestamptz,
  -- Why it does not count, told by a person.
  exclusion text,
  exclusion_reason text,
  excluded_by text,
  excluded_at timestamptz
);
create index outage_by_station on outage (station_id, from_at);
create index outage_time on outage (from_at);
create index outage_open on outage (station_id) where to_at is null;

-- Since when a connector has been there: nothing counts against it before.
create table outage_connector (
  station_id text not null references station (id),
  evse_id integer not null,
  connector_id integer not null,
  since_at timestamptz not null,
  primary key (station_id, evse_id, connector_id)
);

-- Where the reading of each station's facts stands: its link, and the last reports of its connectors.
create table outage_station (
  station_id text primary key references station (id),
  state jsonb not null
);

-- How far the ledger was read.
create table outage_position (
  is_only boolean primary key default true check (is_only),
  position text not null
);
