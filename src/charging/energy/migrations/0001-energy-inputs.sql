-- How a site is fed and limited, its meters, battery and prices. Earlier versions are in the ledger.
create table site_energy (
  site_id text primary key references site (id) on delete cascade,
  version integer not null,
  settings jsonb not null,
  changed_at timestamptz not null,
  changed_by text not null,
  -- A site whose settings were taken away keeps its count of versions.
  removed_at timestamptz
);

-- Limits for a while. A person or an agent has one at a node; a grid operator may have one for each hour to come.
create table energy_limit (
  site_id text not null references site (id) on delete cascade,
  node_id text not null,
  source text not null check (source in ('person', 'agent', 'openadr', 'der')),
  set_by text not null,
  -- From which moment on; -infinity: at once.
  begins_at timestamptz not null,
  -- infinity: until it is taken away.
  ends_at timestamptz not null,
  limit_a double precision check (limit_a >= 0),
  limit_w double precision check (limit_w >= 0),
  -- What a site may give to the grid.
  export_limit_w double precision check (export_limit_w >= 0),
  why text,
  set_at timestamptz not null,
  primary key (site_id, node_id, source, set_by, begins_at)
);

-- What somebody wants for the car of a session.
create table charging_need (
  session_id uuid primary key references session (id) on delete cascade,
  need jsonb not null,
  source text not null,
  stated_at timestamptz not null,
  stated_by text not null,
  -- What the session had drawn by then: energy is wanted from that moment on.
  energy_wh double precision not null
);

-- Prices and carbon of a site that were imported, with where they came from and until when they reach.
create table energy_series (
  site_id text not null references site (id) on delete cascade,
  kind text not null check (kind in ('import-price', 'export-price', 'carbon')),
  source text not null,
  imported_at timestamptz not null,
  ends_at timestamptz not null,
  primary key (site_id, kind)
);

-- A value of a series: it holds from its moment until the next one, the last one until the series ends.
create table energy_series_point (
  site_id text not null,
  kind text not null,
  begins_at timestamptz not null,
  value double precision not null,
  primary key (site_id, kind, begins_at),
  foreign key (site_id, kind) references energy_series on delete cascade
);

-- The last reading of each meter. Readings come every few seconds, so they are no events of the ledger.
create table energy_meter (
  site_id text not null references site (id) on delete cascade,
  meter_id text not null,
  read_at timestamptz not null,
  power_w double precision not null,
  line_a double precision[],
  stored_percent double precision,
  primary key (site_id, meter_id)
);

-- What meters said, by quarters of an hour: what forecasts and the peak of a month are made of. Old quarters are deleted.
create table energy_quarter (
  site_id text not null references site (id) on delete cascade,
  -- A meter of the site, or @import for what the whole site draws, or @rest:<meter> for what a meter saw besides cars and other meters.
  meter_id text not null,
  begins_at timestamptz not null,
  reading_count integer not null,
  sum_w double precision not null,
  max_w double precision not null,
  min_w double precision not null,
  primary key (site_id, meter_id, begins_at)
);
create index energy_quarter_age on energy_quarter (begins_at);
