-- Logs that a station was asked to upload.
create table log_request (
  station_id text not null references station (id),
  request_id integer not null,
  kind text not null,
  location text not null,
  oldest_at timestamptz,
  latest_at timestamptz,
  asked_at timestamptz not null,
  primary key (station_id, request_id)
);
create index log_request_station on log_request (station_id, asked_at desc);

-- How it goes, in the station's words. OCPP 1.6 diagnostics do not say of which request: then it is the newest one.
create table log_report (
  id uuid primary key,
  -- The order in which they came.
  seq bigint generated always as identity,
  station_id text not null references station (id),
  request_id integer,
  status text not null,
  reason text,
  at timestamptz not null
);
create index log_report_station on log_report (station_id, seq desc);
