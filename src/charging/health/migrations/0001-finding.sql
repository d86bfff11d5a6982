-- What detectors noticed, from the events finding-opened and finding-closed. A finding of all stations of a model has no station.
create table finding (
  id uuid primary key,
  kind text not null,
  station_id text references station (id),
  evse_id integer,
  connector_id integer,
  vendor text,
  model text,
  firmware_version text,
  severity text not null,
  detector text not null,
  risk double precision not null,
  horizon_hours integer not null,
  cause text not null,
  code text,
  action text not null,
  -- The numbers of its sentence.
  figures jsonb not null,
  evidence jsonb not null,
  opened_at timestamptz not null,
  last_seen_at timestamptz not null,
  closed_at timestamptz,
  closed_by text,
  verdict text,
  actual_cause text,
  note text
);
create index finding_open on finding (station_id) where closed_at is null;
create index finding_time on finding (opened_at);
