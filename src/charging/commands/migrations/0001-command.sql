-- Every command to a station with its life: who asked, why, and how it ended.
create table command (
  id uuid primary key,
  station_id text not null references station (id),
  name text not null,
  input jsonb not null,
  request_id integer not null,
  why text,
  asked_by text not null,
  -- The node that waits for the answer: after its crash nobody does.
  node uuid,
  asked_at timestamptz not null,
  ended_at timestamptz,
  status text,
  code text,
  reason text,
  answer jsonb,
  losses jsonb,
  effect jsonb
);
create index command_station on command (station_id, id desc);
create index command_request on command (station_id, request_id);
