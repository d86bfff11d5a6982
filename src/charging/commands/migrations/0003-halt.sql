-- The kill switch: one row, once it was used.
create table halt (
  is_only boolean primary key default true check (is_only),
  is_on boolean not null,
  why text,
  by text,
  since timestamptz not null
);
-- What actors may ask is counted from the commands themselves, so that neither a restart nor a second node forgives.
alter table command add column power_kw real; -- the power it sets or frees
create index command_by_actor on command (asked_by, asked_at);
create index command_by_station on command (station_id, name, asked_at);
