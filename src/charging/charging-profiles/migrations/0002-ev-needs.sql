-- What the car at an EVSE last told that it needs, and what we answered.
create table ev_needs (
  station_id text not null references station (id),
  evse_id integer not null,
  session_ref text,
  told_at timestamptz not null,
  transfer text not null,
  available_transfers text[] not null,
  departure_at timestamptz,
  max_periods integer,
  control_mode text,
  mobility_mode text,
  offer_starts_at timestamptz,
  offer_currency text,
  decision text not null,
  reason text,
  schedule_id integer,
  primary key (station_id, evse_id)
);

-- Cars that charge by AC.
create table ev_ac_needs (
  station_id text not null,
  evse_id integer not null,
  energy_wh double precision not null,
  min_current_a double precision not null,
  max_current_a double precision not null,
  max_voltage_v double precision not null,
  primary key (station_id, evse_id),
  foreign key (station_id, evse_id) references ev_needs on delete cascade
);

-- Cars that charge by DC.
create table ev_dc_needs (
  station_id text not null,
  evse_id integer not null,
  max_current_a double precision not null,
  max_voltage_v double precision not null,
  max_power_w double precision,
  energy_wh double precision,
  capacity_wh double precision,
  charge_percent double precision,
  full_percent double precision,
  bulk_percent double precision,
  primary key (station_id, evse_id),
  foreign key (station_id, evse_id) references ev_needs on delete cascade
);

-- Cars that can feed back.
create table ev_v2x_needs (
  station_id text not null,
  evse_id integer not null,
  min_charge_power_w double precision,
  min_charge_power_l2_w double precision,
  min_charge_power_l3_w double precision,
  max_charge_power_w double precision,
  max_charge_power_l2_w double precision,
  max_charge_power_l3_w double precision,
  min_discharge_power_w double precision,
  min_discharge_power_l2_w double precision,
  min_discharge_power_l3_w double precision,
  max_discharge_power_w double precision,
  max_discharge_power_l2_w double precision,
  max_discharge_power_l3_w double precision,
  min_charge_current_a double precision,
  max_charge_current_a double precision,
  min_discharge_current_a double precision,
  max_discharge_current_a double precision,
  min_voltage_v double precision,
  max_voltage_v double precision,
  target_energy_wh double precision,
  min_energy_wh double precision,
  max_energy_wh double precision,
  min_v2x_energy_wh double precision,
  max_v2x_energy_wh double precision,
  target_percent double precision,
  primary key (station_id, evse_id),
  foreign key (station_id, evse_id) references ev_needs on delete cascade
);

-- What the inverter of a car can do for the grid.
create table ev_der_abilities (
  station_id text not null,
  evse_id integer not null,
  supported_controls text[],
  over_excited_max_discharge_w double precision,
  over_excited_power_factor double precision,
  under_excited_max_discharge_w double precision,
  under_excited_power_factor double precision,
  max_apparent_va double precision,
  max_charge_apparent_va double precision,
  max_charge_apparent_l2_va double precision,
  max_charge_apparent_l3_va double precision,
  max_discharge_apparent_va double precision,
  max_discharge_apparent_l2_va double precision,
  max_discharge_apparent_l3_va double precision,
  max_charge_reactive_var double precision,
  max_charge_reactive_l2_var double precision,
  max_charge_reactive_l3_var double precision,
  min_charge_reactive_var double precision,
  min_charge_reactive_l2_var double precision,
  min_charge_reactive_l3_var double precision,
  max_discharge_reactive_var double precision,
  max_discharge_reactive_l2_var double precision,
  max_discharge_reactive_l3_var double precision,
  min_discharge_reactive_var double precision,
  min_discharge_reactive_l2_var double precision,
  min_discharge_reactive_l3_var double precision,
  nominal_voltage_v double precision,
  nominal_voltage_offset_v double precision,
  max_nominal_voltage_v double precision,
  min_nominal_voltage_v double precision,
  inverter_manufacturer text,
  inverter_model text,
  inverter_serial_number text,
  inverter_software text,
  inverter_hardware text,
  islanding_detection text[],
  islanding_trip_seconds double precision,
  dc_injection_level1_milli_a double precision,
  dc_injection_level1_seconds double precision,
  dc_injection_level2_milli_a double precision,
  dc_injection_level2_seconds double precision,
  reactive_susceptance double precision,
  discharge_energy_wh double precision,
  primary key (station_id, evse_id),
  foreign key (station_id, evse_id) references ev_needs on delete cascade
);

-- What the car offers to draw or give: power over time, and the price it asks or pays.
create table ev_energy_offer (
  station_id text not null,
  evse_id integer not null,
  part text not null,
  position integer not null,
  duration_seconds integer not null,
  power_w double precision,
  energy_fee double precision,
  from_power_w double precision,
  primary key (station_id, evse_id, part, position),
  foreign key (station_id, evse_id) references ev_needs on delete cascade
);

-- Which ways of energy transfer a session may use, as we last told its station.
create table allowed_transfer (
  station_id text not null references station (id),
  session_ref text not null,
  transfers text[] not null,
  allowed_at timestamptz not null,
  primary key (station_id, session_ref)
);

-- What the car at an EVSE last said it would draw; the plan itself is the rate plan 'car {evse}'.
create table ev_schedule (
  station_id text not null references station (id),
  evse_id integer not null,
  told_at timestamptz not null,
  time_base timestamptz not null,
  chosen_plan integer,
  accepts_power_tolerance boolean,
  primary key (station_id, evse_id)
);

-- Sessions that charge with priority, or did.
create table priority_charging (
  station_id text not null references station (id),
  session_ref text not null,
  is_active boolean not null,
  changed_at timestamptz not null,
  changed_by text not null,
  primary key (station_id, session_ref)
);
