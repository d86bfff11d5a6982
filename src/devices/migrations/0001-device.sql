-- Devices that announce their own tools, and servers of users that dial in.
create table device (
  id text primary key,
  name text not null,
  kind text not null check (kind in ('device', 'server')),
  state text not null check (state in ('waiting', 'active', 'blocked')),
  board text,
  firmware text,
  language text,
  serial_number text,
  -- Keyed hash of the id that a device makes for itself and nobody else is told: it alone gets the settings of an active device.
  client_hash bytea,
  first_seen_at timestamptz not null,
  last_seen_at timestamptz not null,
  activated_at timestamptz,
  activated_by text,
  -- Who asks to be let in: a device never seen, or one that is active and comes with another client id.
  asking_client_hash bytea,
  activation_code text unique,
  activation_expires_at timestamptz,
  challenge text,
  challenge_used_at timestamptz,
  -- An operator entered code and secret; it is let in as soon as it proves the secret.
  approved_at timestamptz,
  approved_by text,
  -- Sealed: the key in its eFuse, where an operator entered it.
  secret bytea,
  -- Another one, and every token and password handed out before is worth nothing. Begins at random: a device that was forgotten and
  -- comes again gets others than before.
  token_epoch integer not null,
  link_is_online boolean not null default false,
  link_transport text,
  link_since timestamptz,
  link_reason text,
  -- Orders connections of one device: the late end of an old one says nothing about the new one.
  link_epoch bigint not null default 0
);

create index device_waiting on device (last_seen_at) where state = 'waiting';

create table device_tool (
  device_id text not null references device (id) on delete cascade,
  name text not null,
  tool_name text not null unique,
  description text not null,
  -- As the device wrote it: jsonb would put r, g and b in another order.
  input_schema json not null,
  is_for_users_only boolean not null,
  tier text not null check (tier in ('R0', 'R1', 'R2', 'R3')),
  hash text not null,
  accepted_hash text,
  accepted_by text,
  accepted_at timestamptz,
  is_refused boolean not null default false,
  -- A camera that did not start is missing from the list of one boot; what was decided about its tools holds at the next.
  is_listed boolean not null default true,
  seen_at timestamptz not null,
  position integer not null,
  primary key (device_id, name)
);
