-- Charging stations as we know them now. Everything here can be computed again from the ledger.
create table station (
  id text primary key,
  vendor text,
  model text,
  serial_number text,
  firmware_version text,
  booted_at timestamptz,
  boot_reason text,
  last_seen_at timestamptz,
  accepted_at timestamptz,
  accepted_by text,
  -- HMAC of the password under the installation key with this salt; station passwords are random, so no slow hash is needed.
  password_salt bytea,
  password_hash bytea,
  -- The connection: which node holds it and its epoch, which only grows.
  link_node uuid,
  link_epoch bigint not null default 0,
  link_version text,
  link_address text,
  link_changed_at timestamptz,
  -- null while connected
  offline_reason text
);
create index station_link_node on station (link_node) where link_node is not null;

create table connector (
  station_id text not null references station (id),
  evse_id integer not null,
  connector_id integer not null,
  status text not null,
  activity text,
  reason text,
  changed_at timestamptz not null,
  primary key (station_id, evse_id, connector_id)
);
