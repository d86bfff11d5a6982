-- The processes that serve this installation, and when each was last heard of.
create table node (
  id uuid primary key,
  version text not null,
  host text not null,
  started_at timestamptz not null,
  -- By the clock of the database; a node that stopped in good order is not here.
  seen_at timestamptz not null
);
-- Which of them does what is to be done once: plans, rules, bills, retention. It has to say so again every few seconds.
create table keeper (
  is_only boolean primary key default true check (is_only),
  node uuid not null,
  seen_at timestamptz not null
);
