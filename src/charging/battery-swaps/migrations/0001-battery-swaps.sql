-- A driver leaves batteries and takes others (OCPP 2.1 block S); the station or we choose the number that ties it together.
create table battery_swap (
  station_id text not null references station (id),
  request_id integer not null,
  state text not null,
  -- the keyed hash of the driver's token
  token text,
  requested_at timestamptz,
  in_at timestamptz,
  out_at timestamptz,
  begun_at timestamptz not null,
  primary key (station_id, request_id)
);
create index battery_swap_newest on battery_swap (station_id, begun_at desc);

create table swapped_battery (
  station_id text not null,
  request_id integer not null,
  direction text not null,
  position integer not null,
  evse_id integer not null,
  serial_number text not null,
  charge_percent double precision not null,
  health_percent double precision not null,
  produced_at timestamptz,
  vendor_info text,
  primary key (station_id, request_id, direction, position),
  foreign key (station_id, request_id) references battery_swap on delete cascade
);
