-- Settings that an operator wants on stations, and how each station took them.
create table kept_setting (
  station_id text not null references station (id),
  name text not null,
  -- Of the master pass: the id of its group.
  wanted text not null,
  state text not null check (state in ('in-step', 'awaits-reboot', 'waiting', 'refused', 'unknown-to-station', 'not-in-version')),
  said text,
  since timestamptz not null,
  tried_at timestamptz not null,
  next_try_at timestamptz,
  primary key (station_id, name)
);
