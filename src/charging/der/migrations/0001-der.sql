-- How EVSEs and cars are told to support the grid (OCPP 2.1 block R). A control has one part, by its type.
create table der_control (
  station_id text not null references station (id),
  control_id text not null,
  type text not null,
  is_default boolean not null,
  priority integer not null,
  starts_at timestamptz,
  duration_seconds double precision,
  state text not null,
  since timestamptz not null,
  is_superseded boolean not null,
  is_running boolean,
  reported_at timestamptz,
  report_id integer,
  -- a curve; its points are in der_curve_point
  has_curve boolean not null,
  curve_y_unit text,
  curve_response_seconds double precision,
  hysteresis_high double precision,
  hysteresis_low double precision,
  hysteresis_delay_seconds double precision,
  hysteresis_gradient double precision,
  reactive_reference_volt double precision,
  reactive_is_autonomous boolean,
  reactive_time_constant_seconds double precision,
  voltage_ten_minute_mean double precision,
  voltage_trip_delay_seconds double precision,
  voltage_power_during_cessation text,
  -- enter service
  enter_high_volt double precision,
  enter_low_volt double precision,
  enter_high_hz double precision,
  enter_low_hz double precision,
  enter_delay_seconds double precision,
  enter_random_delay_seconds double precision,
  enter_ramp_seconds double precision,
  -- fixed power factor
  factor_displacement double precision,
  factor_is_excited boolean,
  -- fixed reactive power
  var_setpoint double precision,
  var_unit text,
  -- droop
  droop_over_hz double precision,
  droop_under_hz double precision,
  droop_over_droop double precision,
  droop_under_droop double precision,
  droop_response_seconds double precision,
  -- gradients
  gradient_percent_per_second double precision,
  gradient_soft_percent_per_second double precision,
  -- most discharge; its must-trip is the curve
  has_max_discharge boolean not null,
  max_discharge_percent double precision,
  primary key (station_id, control_id)
);

create table der_curve_point (
  station_id text not null,
  control_id text not null,
  position integer not null,
  x double precision not null,
  y double precision not null,
  primary key (station_id, control_id, position),
  foreign key (station_id, control_id) references der_control on delete cascade
);

create table der_alarm (
  station_id text not null references station (id),
  type text not null,
  raised_at timestamptz not null,
  ended_at timestamptz,
  fault text,
  info text,
  primary key (station_id, type, raised_at)
);

create table der_start_stop (
  station_id text not null references station (id),
  control_id text not null,
  at timestamptz not null,
  has_started boolean not null,
  superseded_ids text[] not null,
  primary key (station_id, control_id, at, has_started)
);
