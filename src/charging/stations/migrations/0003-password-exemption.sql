-- A person lets a station connect without a password for a time, from one network.
create table station_password_exemption (
  station_id text primary key references station (id),
  network text not null,
  until timestamptz not null,
  why text not null,
  granted_at timestamptz not null,
  granted_by text not null
);
