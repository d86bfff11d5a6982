-- People, programs and agents: whoever holds a key is a principal, and the key's id is the name it has in ledger and audit.
create table principal_key (
  id text primary key,
  name text not null,
  kind text not null check (kind in ('person', 'program', 'agent')),
  role text not null check (role in ('viewer', 'operator', 'administrator')),
  scopes text[] not null,
  -- SHA-256 of the whole key text; keys hold 32 random bytes, so no slow hash is needed.
  secret_hash bytea not null,
  created_at timestamptz not null,
  created_by text,
  expires_at timestamptz,
  last_used_at timestamptz,
  revoked_at timestamptz
);

-- Browsers that are signed in to the console, each by a key.
create table sign_in (
  hash bytea primary key,
  key_id text not null references principal_key (id),
  signed_in_at timestamptz not null,
  expires_at timestamptz not null
);
create index sign_in_key on sign_in (key_id);

-- One-time links for the first administrator; a row is deleted by using it.
create table sign_in_code (
  hash bytea primary key,
  expires_at timestamptz not null
);
