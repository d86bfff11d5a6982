-- Lists of sessions: newest first by when they began, found by every filter without reading the whole table.
-- Indexed columns change with the start, the end and a new flag, never with each meter value: those updates stay cheap (HOT).
alter table session
  -- What the station says, yet never later than when we first heard of it: a clock may be years ahead.
  add begun_at timestamptz generated always as (least(started_at, uuid_extract_timestamp(id))) stored,
  -- Energy in steps of 10 kWh: an index over the energy itself would be written with each meter value.
  add energy_step bigint generated always as (div(energy_mwh, 10000000)) stored;

create index session_begun on session (begun_at);
create index session_station_begun on session (station_id, begun_at);
create index session_token_begun on session (token_hash, begun_at) where token_hash is not null;
create index session_running_begun on session (begun_at) where state = 'running';
create index session_flagged on session (begun_at) where flags <> '{}';
create index session_flags on session using gin (flags) where flags <> '{}';
create index session_energy on session (energy_step) where energy_step > 0;

-- The primary key and the indexes above do their work.
drop index session_newest;
drop index session_token;
