-- What stations watch, and what they told about it.
create table monitor (
  station_id text not null references station (id),
  id bigint not null,
  component text not null,
  component_instance text not null,
  evse_id integer not null,
  connector_id integer not null,
  variable text not null,
  variable_instance text not null,
  type text not null,
  value double precision not null,
  severity integer not null,
  only_during_session boolean not null,
  origin text,
  learned_by text not null,
  learned_at timestamptz not null,
  primary key (station_id, id)
);

-- Which monitors a station has to begin with, and up to which severity it reports, as we set it last.
create table monitoring_setting (
  station_id text primary key references station (id),
  base text,
  level integer
);

-- Events of stations as they told them; whether an alert is over is seen from the clearing event that followed.
create table alert (
  station_id text not null references station (id),
  event_id bigint not null,
  happened_at timestamptz not null,
  component text not null,
  component_instance text not null,
  evse_id integer not null,
  connector_id integer not null,
  variable text not null,
  variable_instance text not null,
  trigger text not null,
  value text not null,
  caused_by bigint,
  is_clearing boolean not null,
  tech_code text,
  tech_info text,
  session_id text,
  monitor_id bigint,
  origin text not null,
  severity integer,
  primary key (station_id, event_id, happened_at)
);
create index alert_station on alert (station_id, happened_at desc);
create index alert_clearing on alert (station_id, component, variable, happened_at) where is_clearing;
