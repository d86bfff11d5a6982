-- Firmware that a station was asked to install, or a local controller to publish.
create table firmware_job (
  station_id text not null references station (id),
  request_id integer not null,
  kind text not null,
  location text not null,
  is_signed boolean not null,
  checksum text,
  retrieve_at timestamptz,
  install_at timestamptz,
  asked_at timestamptz not null,
  unpublished_at timestamptz,
  primary key (station_id, request_id)
);
create index firmware_job_station on firmware_job (station_id, asked_at desc);

-- How it goes, in the station's words. OCPP 1.6 does not say of which job: then it is the newest one.
create table firmware_report (
  id uuid primary key,
  -- The order in which they came.
  seq bigint generated always as identity,
  station_id text not null references station (id),
  request_id integer,
  kind text not null,
  status text not null,
  reason text,
  locations text[] not null,
  at timestamptz not null
);
create index firmware_report_station on firmware_report (station_id, seq desc);
