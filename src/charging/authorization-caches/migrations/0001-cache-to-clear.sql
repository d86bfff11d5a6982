-- Stations that may remember a token of somebody who was forgotten, until they have been told to clear what they remember.
create table cache_to_clear (
  station_id text primary key references station (id),
  since timestamptz not null
);
