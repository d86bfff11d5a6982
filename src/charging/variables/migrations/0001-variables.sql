-- The device model of every station: what it told about itself, with the age of that knowledge.
-- Empty texts and 0 stand for "none", so that the whole place can be the key.
create table variable (
  station_id text not null references station (id),
  component text not null,
  component_instance text not null,
  evse_id integer not null,
  connector_id integer not null,
  variable text not null,
  variable_instance text not null,
  attribute text not null,
  value text,
  mutability text,
  is_persistent boolean,
  is_constant boolean,
  awaits_reboot boolean not null,
  learned_by text not null,
  learned_at timestamptz not null,
  primary key (station_id, component, component_instance, evse_id, connector_id, variable, variable_instance, attribute)
);

create table variable_characteristics (
  station_id text not null references station (id),
  component text not null,
  component_instance text not null,
  evse_id integer not null,
  connector_id integer not null,
  variable text not null,
  variable_instance text not null,
  unit text,
  data_type text not null,
  min_limit double precision,
  max_limit double precision,
  max_elements integer,
  values_list text,
  can_be_monitored boolean not null,
  primary key (station_id, component, component_instance, evse_id, connector_id, variable, variable_instance)
);

-- Reports come in parts; a report is whole when every part up to the last has come.
create table device_report (
  station_id text not null references station (id),
  request_id bigint not null,
  subject text not null,
  -- Everything was asked for: what the finished report does not name, the station no longer has.
  is_whole boolean not null,
  asked_at timestamptz,
  generated_at timestamptz,
  first_part_at timestamptz,
  received integer[] not null,
  last_seq_no integer,
  completed_at timestamptz,
  primary key (station_id, request_id, subject)
);

-- What a station should be set to.
create table variable_template (
  name text primary key,
  saved_at timestamptz not null,
  saved_by text not null
);
create table template_variable (
  template text not null references variable_template (name) on delete cascade,
  component text not null,
  component_instance text not null,
  evse_id integer not null,
  connector_id integer not null,
  variable text not null,
  variable_instance text not null,
  attribute text not null,
  value text not null,
  primary key (template, component, component_instance, evse_id, connector_id, variable, variable_instance, attribute)
);

-- How a station was told to reach a server; secrets are not kept.
create table network_profile (
  station_id text not null references station (id),
  slot integer not null,
  url text not null,
  version text not null,
  interface text not null,
  security_profile integer not null,
  message_timeout_seconds integer not null,
  identity text,
  apn text,
  vpn_server text,
  set_at timestamptz not null,
  primary key (station_id, slot)
);
