-- A profile that the station has accepted and not yet signed in with: the floor rises with that sign-in.
alter table station_security add column wanted_profile smallint;

-- The way of a station to a higher security profile, step by step: it goes on after a restart of either side.
create table security_upgrade (
  station_id text primary key references station (id),
  from_profile smallint not null,
  to_profile smallint not null,
  steps jsonb not null,
  steps_done smallint not null,
  state text not null,
  reason text,
  asked_at timestamptz not null,
  asked_by text not null,
  step_since timestamptz not null
);
create index security_upgrade_running on security_upgrade (station_id) where state = 'running';
