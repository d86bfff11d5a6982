-- Which rules are switched off (or on again) for a station or a model. No row: on.
create table quirk_switch (
  station_id text references station (id),
  vendor text,
  model text,
  rule text not null,
  is_on boolean not null,
  set_at timestamptz not null,
  set_by text not null,
  check ((station_id is null) = (vendor is not null and model is not null)),
  unique nulls not distinct (station_id, vendor, model, rule)
);

-- What was repaired. The first of each day is an event of the ledger too; the others are counted here.
create table repair (
  station_id text not null references station (id),
  rule text not null,
  action text not null,
  field text not null,
  before text not null,
  after text not null,
  count bigint not null,
  first_at timestamptz not null,
  last_at timestamptz not null,
  primary key (station_id, rule, action, field)
);

-- Answers to commands that came after we had stopped waiting.
create table late_answer (
  command_id uuid primary key references command (id),
  action text not null,
  answered_at timestamptz not null,
  after_ms integer not null,
  is_error boolean not null,
  code text,
  answer jsonb not null
);
