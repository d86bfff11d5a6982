-- What happens by itself: "when … if … then … verify, else …". A removed rule stays, for its runs.
create table rule (
  id uuid primary key,
  version integer not null,
  definition jsonb not null,
  hash text not null,
  tier text not null,
  site_id text,
  owner text not null,
  owner_name text not null,
  is_on boolean not null,
  ended_at timestamptz,
  approval jsonb,
  approval_seal bytea,                    -- over the approval, under the installation key: a rule cannot be approved by SQL
  created_at timestamptz not null,
  changed_at timestamptz not null,
  removed_at timestamptz
);

-- Written before anything is done, so that no trigger acts twice, whatever dies in between.
create table rule_run (
  id uuid primary key,
  rule_id uuid not null references rule (id),
  trigger_key text not null,
  station_id text,
  event_id text,
  at timestamptz not null,
  ended_at timestamptz,
  state text not null,
  reason text,
  times integer not null default 1,
  actions jsonb not null default '[]',
  is_verified boolean,
  unique (rule_id, trigger_key)
);
create index rule_run_newest on rule_run (at desc);
create index rule_run_of on rule_run (rule_id, at desc);
create index rule_run_open on rule_run (state) where state = 'running';

-- How far each reader of the ledger is.
create table automation_position (
  reader text primary key,
  position text not null
);

-- How often a step of the remediation ladder helped, by model and code.
create table remedy_record (
  model text not null,
  code text not null,
  step text not null,
  tried integer not null default 0,
  helped integer not null default 0,
  primary key (model, code, step)
);
