-- Programs that registered themselves (RFC 7591); those that are known by a document of theirs are not kept.
create table oauth_client (
  id text primary key,
  name text not null,
  uri text,
  redirect_uris text[] not null,
  auth_method text not null check (auth_method in ('none', 'client_secret_basic', 'client_secret_post', 'private_key_jwt')),
  secret_hash bytea,
  jwks jsonb,
  jwks_uri text,
  may_refresh boolean not null,
  registered_at timestamptz not null,
  -- Null until a person let an agent of this program in.
  last_used_at timestamptz
);
create index oauth_client_unused on oauth_client (registered_at) where last_used_at is null;

-- A person's yes on its way back to the program, good for a minute and for one use.
create table oauth_code (
  hash bytea primary key,
  client_id text not null,
  person_id text not null references principal_key (id),
  role text not null check (role in ('viewer', 'operator')),
  resource text not null,
  redirect_uri text not null,
  challenge text not null,
  expires_at timestamptz not null,
  -- Set by the one use; whoever shows the code again ends that agent.
  agent_id text,
  replayed_at timestamptz
);
create index oauth_code_expiry on oauth_code (expires_at);

-- An agent that a person let in. Its id is that of its key, which no text opens: its tokens do.
create table oauth_grant (
  agent_id text primary key references principal_key (id),
  person_id text not null references principal_key (id),
  client_id text not null,
  client_name text not null,
  client_host text not null,
  resource text not null,
  granted_at timestamptz not null
);
create index oauth_grant_person on oauth_grant (person_id);

-- SHA-256 of tokens that hold 32 random bytes. A refresh token that was used stays until it expires, to notice a second use.
create table oauth_token (
  hash bytea primary key,
  agent_id text not null references oauth_grant (agent_id),
  kind text not null check (kind in ('access', 'refresh')),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index oauth_token_agent on oauth_token (agent_id);
create index oauth_token_expiry on oauth_token (expires_at);
