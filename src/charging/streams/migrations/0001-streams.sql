-- Streams of samples that stations opened, and what came by them.
create table event_stream (
  station_id text not null references station (id),
  id bigint not null,
  monitor_id bigint not null,
  interval_seconds integer,
  values_per_message integer,
  opened_at timestamptz not null,
  closed_at timestamptz,
  primary key (station_id, id)
);

-- One row per message, the newest of each station; streams are never answered, so what was lost is not asked for again.
create table stream_message (
  number bigint generated always as identity primary key,
  station_id text not null references station (id),
  stream_id bigint not null,
  received_at timestamptz not null,
  base_time timestamptz not null,
  offsets_seconds double precision[] not null,
  samples text[] not null,
  pending integer not null
);
create index stream_message_station on stream_message (station_id, number desc);
create index stream_message_stream on stream_message (station_id, stream_id, number desc);
