-- Charging schedules: what we asked for, what the station answered, and what it reports to hold.
create table charging_schedule (
  station_id text not null references station (id),
  schedule_id integer not null,
  -- 0: the station as a whole
  evse_id integer not null,
  purpose text not null,
  kind text not null,
  stack_level integer not null,
  recurrency text,
  valid_from timestamptz,
  valid_to timestamptz,
  session_ref text,
  max_offline_seconds integer,
  is_invalid_after_offline boolean,
  update_every_seconds integer,
  state text not null,
  since timestamptz not null,
  source text not null,
  reported_at timestamptz,
  report_id integer,
  primary key (station_id, schedule_id)
);
create index charging_schedule_place on charging_schedule (station_id, evse_id) where state in ('planned', 'active');

-- Power over time. The owner is what it belongs to: 'schedule 12', 'composite 1', 'limit 1 EMS', 'car 1'.
create table rate_plan (
  station_id text not null references station (id),
  owner text not null,
  plan integer not null,
  unit text not null,
  starts_at timestamptz,
  duration_seconds integer,
  min_rate double precision,
  uses_local_time boolean,
  random_delay_seconds integer,
  limit_at_soc_percent integer,
  limit_at_soc double precision,
  power_tolerance_w double precision,
  primary key (station_id, owner, plan)
);

create table rate_period (
  station_id text not null,
  owner text not null,
  plan integer not null,
  position integer not null,
  start_seconds integer not null,
  "limit" double precision,
  limit_l2 double precision,
  limit_l3 double precision,
  discharge_limit double precision,
  discharge_limit_l2 double precision,
  discharge_limit_l3 double precision,
  setpoint double precision,
  setpoint_l2 double precision,
  setpoint_l3 double precision,
  setpoint_reactive double precision,
  setpoint_reactive_l2 double precision,
  setpoint_reactive_l3 double precision,
  phases integer,
  phase_to_use integer,
  operation_mode text,
  baseline_w double precision,
  should_precondition boolean,
  should_sleep boolean,
  primary key (station_id, owner, plan, position),
  foreign key (station_id, owner, plan) references rate_plan on delete cascade
);

-- Power by grid frequency, or by the signal of the grid operator, within a period.
create table rate_curve_point (
  station_id text not null,
  owner text not null,
  plan integer not null,
  period integer not null,
  curve text not null,
  position integer not null,
  frequency_hz double precision,
  signal integer,
  power_w double precision not null,
  primary key (station_id, owner, plan, period, curve, position),
  foreign key (station_id, owner, plan) references rate_plan on delete cascade
);

-- When energy is cheap, as the car is told.
create table rate_price_level (
  station_id text not null,
  owner text not null,
  plan integer not null,
  position integer not null,
  start_seconds integer not null,
  duration_seconds integer,
  level integer not null,
  primary key (station_id, owner, plan, position),
  foreign key (station_id, owner, plan) references rate_plan on delete cascade
);

-- What all schedules of an EVSE came to when the station was last asked; its rate plan is 'composite {evse}'.
create table composite_schedule (
  station_id text not null references station (id),
  evse_id integer not null,
  read_at timestamptz not null,
  primary key (station_id, evse_id)
);

-- Limits that others set: an energy manager at the site, the grid operator; their rate plans are 'limit {evse} {source}'.
create table external_limit (
  station_id text not null references station (id),
  evse_id integer not null,
  source text not null,
  is_grid_critical boolean,
  is_local_generation boolean,
  set_at timestamptz not null,
  cleared_at timestamptz,
  primary key (station_id, evse_id, source)
);

-- The last signal for automatic frequency restoration that a station took.
create table afrr_signal (
  station_id text primary key references station (id),
  signal integer not null,
  at timestamptz not null,
  sent_at timestamptz not null
);
