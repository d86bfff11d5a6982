-- A place with stations; its clock and its currency are those of what happens there.
create table site (
  id text primary key,
  name text not null,
  address jsonb,
  latitude double precision,
  longitude double precision,
  time_zone text not null,
  currency text not null,
  opening_hours jsonb,
  is_closed_outside boolean not null default false,
  -- null: everyone whose token stands; otherwise these groups alone.
  admitted_groups text[],
  offline_policy text check (offline_policy in ('known-only', 'accept-unknown', 'nobody')),
  tariff_fallback_text text,
  cost_fallback_text text,
  created_at timestamptz not null,
  created_by text not null
);

create table station_place (
  station_id text primary key references station (id),
  site_id text not null references site (id),
  note text,
  -- null: whoever the site admits.
  admits text check (admits in ('everyone', 'groups')),
  admitted_groups text[],
  placed_at timestamptz not null,
  placed_by text not null
);
create index station_place_site on station_place (site_id);

create table device_place (
  device_id text primary key,
  site_id text not null references site (id),
  station_id text references station (id),
  evse_id integer,
  connector_id integer,
  note text,
  placed_at timestamptz not null,
  placed_by text not null
);
create index device_place_site on device_place (site_id);
