-- What agents want to do, waiting for a person. A row changes only in its state and what follows from it.
create table proposal (
  id uuid primary key,
  tool text not null,
  tool_hash text not null,
  title text not null,
  tier text not null check (tier in ('R2', 'R3')),
  principal text not null,
  door text not null,
  subject text,
  targets text[] not null,
  effect text not null,
  details jsonb not null,
  preconditions jsonb not null,
  arguments jsonb not null,               -- redacted, for people
  sealed bytea,                           -- as given, for the execution; gone once it has ended
  hash bytea not null,                    -- over all of the above, under the installation key
  state text not null check (state in ('proposed', 'approved', 'denied', 'applying', 'applied', 'failed', 'stale', 'expired', 'cancelled')),
  reason text,
  proposed_at timestamptz not null,
  expires_at timestamptz not null,
  decided_by text,
  decided_at timestamptz,
  decided_via text check (decided_via in ('console', 'terminal', 'rest', 'elicitation')),
  approval bytea,                         -- over the hash and who said yes, under the installation key: a row cannot be approved by SQL
  ended_at timestamptz,
  result jsonb
);
create index proposal_waiting on proposal (expires_at) where state in ('proposed', 'approved', 'applying');
create index proposal_ended on proposal (ended_at);
create index proposal_of on proposal (principal, id desc);

-- What a session of an agent is shown, per pack.
create table disclosure (
  session_id text not null,
  pack text not null,
  principal text not null,
  level text not null,
  unlocked text[] not null default '{}',
  interactions integer not null default 0,
  expires_at timestamptz not null,
  primary key (session_id, pack)
);
create index disclosure_expiry on disclosure (expires_at);
create index disclosure_of on disclosure (principal);

-- Answers to calls that carried an idempotency key. Without an answer the call is still under way, or died.
create table tool_answer (
  principal text not null,
  key text not null,
  tool text not null,
  argument_digest bytea not null,
  answer jsonb,
  asked_at timestamptz not null,
  primary key (principal, key)
);
create index tool_answer_age on tool_answer (asked_at);
