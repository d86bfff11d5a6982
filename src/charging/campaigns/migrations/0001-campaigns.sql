-- Firmware, settings or certificates that are brought to many stations, a few first.
create table campaign (
  id uuid primary key,
  name text not null,
  -- What is done, to whom, when, in which steps, and what has to hold: as it was started.
  plan jsonb not null,
  state text not null,
  -- 0: the canary.
  stage integer not null,
  -- Up to how many stations each stage reaches.
  stages integer[] not null,
  stop text,
  why text,
  -- Share of visits that charged at once: before, after, and how many visits that was.
  success jsonb,
  created_at timestamptz not null,
  created_by text not null,
  ended_at timestamptz
);
create index campaign_open on campaign (created_at) where state in ('running', 'paused', 'stopped', 'canceled');

-- Each station of a campaign, in the order in which they are reached.
create table campaign_station (
  campaign_id uuid not null references campaign (id),
  station_id text not null references station (id),
  place integer not null,
  stage integer not null,
  state text not null,
  reason text,
  -- What it was like before: version, faults, values of settings.
  before jsonb,
  asked_at timestamptz,
  -- Since when it has what it should.
  in_place_at timestamptz,
  changed_at timestamptz not null,
  primary key (campaign_id, station_id)
);
create index campaign_station_open on campaign_station (campaign_id, place) where state in ('waiting', 'asked', 'checking', 'rolling-back');
create index campaign_station_busy on campaign_station (station_id) where state in ('asked', 'checking', 'rolling-back');
