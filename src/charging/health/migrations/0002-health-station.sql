-- What the detectors know of each station: signals, sums and levels, as they go on from. Written behind the messages, so a crash loses
-- the last minute of it. The columns beside it are read for lists and cohorts.
create table health_station (
  station_id text primary key references station (id),
  state jsonb not null,
  -- How far the detector has risen that rose furthest: 1 is an alarm.
  score double precision not null,
  watch text,
  connector text,
  vendor text,
  model text,
  firmware_version text,
  firmware_since timestamptz not null,
  troubles integer not null,
  failures integer not null,
  -- Of the last starts at its connectors.
  starts integer not null,
  failed_starts integer not null,
  updated_at timestamptz not null
);
create index health_station_score on health_station (score desc) where score > 0.2;
