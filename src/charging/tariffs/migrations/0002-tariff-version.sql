-- What a tariff says from a certain time on. A version is never edited, so that what was told and billed stays true.
create table tariff_version (
  tariff_id text not null references tariff (id),
  version integer not null,
  valid_from timestamptz not null,
  terms jsonb not null,
  created_at timestamptz not null,
  created_by text not null,
  primary key (tariff_id, version)
);

insert into tariff_version (tariff_id, version, valid_from, terms, created_at, created_by)
select id, 1, '2000-01-01T00:00:00Z', jsonb_build_object(
  'currency', currency,
  'prices', jsonb_build_array(jsonb_build_object(
    'name', null, 'days', null, 'hours', null, 'season', null, 'fromKwh', '0', 'toKwh', null, 'fromMinutes', 0, 'toMinutes', null,
    'perKwh', trim_scale(per_kwh)::text, 'perMinute', trim_scale(per_minute)::text, 'perIdleMinute', null)),
  'idleGraceMinutes', 0, 'sessionFee', trim_scale(session_fee)::text, 'reservationFee', '0', 'perReservedMinute', '0',
  'energyStepWh', 1, 'timeStepSeconds', 1, 'minimum', null, 'maximum', null, 'taxes', '[]'::jsonb, 'taxIncluded', true,
  'holidays', '[]'::jsonb, 'texts', coalesce((
    select jsonb_agg(jsonb_build_object('language', language, 'text', text) order by position)
    from tariff_text where tariff_id = tariff.id), '[]'::jsonb)
), created_at, created_by from tariff;

drop table tariff_text;
alter table tariff drop currency, drop per_kwh, drop per_minute, drop session_fee;

-- Where a tariff holds, and for whom. What is null does not matter.
create table tariff_assignment (
  id uuid primary key,
  tariff_id text not null references tariff (id),
  group_id text,
  site_id text,
  station_id text references station (id),
  evse_id integer,
  connector_id integer,
  valid_from timestamptz,
  valid_to timestamptz,
  created_at timestamptz not null,
  created_by text not null,
  removed_at timestamptz
);
create index tariff_assignment_open on tariff_assignment (tariff_id) where removed_at is null;

-- Prices that a station was given before stay: sessions that began with one keep it.
alter table station_tariff add cleared_at timestamptz, drop constraint station_tariff_pkey, add primary key (station_id, evse_id, set_at);
create unique index station_tariff_open on station_tariff (station_id, evse_id) where cleared_at is null;

-- A running session may get another price more than once; each holds from its moment on.
alter table session_tariff drop constraint session_tariff_pkey, add primary key (station_id, session_ref, changed_at);

-- What a station that calculates by itself was told of its prices of our own accord, and how it took that (2.1). EVSE 0: all of them.
create table kept_tariff (
  station_id text not null references station (id),
  evse_id integer not null,
  tariff_id text not null references tariff (id),
  version integer not null,
  state text not null check (state in ('in-step', 'waiting', 'refused', 'not-supported')),
  said text,
  since timestamptz not null,
  sent_at timestamptz not null,
  primary key (station_id, evse_id)
);
