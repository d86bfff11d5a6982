-- A price; it is never edited, so that what was told and billed stays true.
create table tariff (
  id text primary key,
  currency text not null,
  per_kwh numeric(13, 4) not null,
  per_minute numeric(13, 4) not null,
  session_fee numeric(13, 4) not null,
  created_at timestamptz not null,
  created_by text not null,
  retired_at timestamptz
);

create table tariff_text (
  tariff_id text not null references tariff (id),
  position integer not null,
  language text not null,
  text text not null,
  primary key (tariff_id, position)
);

-- The price we gave a station, or one of its EVSEs (0: all that have none of their own).
create table station_tariff (
  station_id text not null references station (id),
  evse_id integer not null,
  tariff_id text not null references tariff (id),
  set_at timestamptz not null,
  primary key (station_id, evse_id)
);

-- What the station itself says it uses: it may know prices that we do not (2.1 GetTariffs).
create table reported_tariff (
  station_id text not null references station (id),
  position integer not null,
  tariff_id text not null,
  kind text not null,
  valid_from timestamptz,
  evse_ids integer[] not null,
  token_ids text[] not null,
  reported_at timestamptz not null,
  primary key (station_id, position)
);

-- The price of one running session, when it is another than the place's.
create table session_tariff (
  station_id text not null references station (id),
  session_ref text not null,
  tariff_id text not null references tariff (id),
  changed_at timestamptz not null,
  -- Whether the driver has been told, where the station shows what we answer.
  is_told boolean not null,
  primary key (station_id, session_ref)
);

-- What a session costs as far as it was told: by us to the station, or by the station to us (2.1 costDetails).
create table session_cost (
  station_id text not null references station (id),
  session_ref text not null,
  source text not null,
  currency text not null,
  -- With as many decimals as it was told with.
  total numeric not null,
  total_with_tax numeric,
  energy_wh double precision,
  charging_seconds integer,
  idle_seconds integer,
  tariff_id text,
  is_final boolean not null,
  failure text,
  told_at timestamptz not null,
  primary key (station_id, session_ref, source)
);
