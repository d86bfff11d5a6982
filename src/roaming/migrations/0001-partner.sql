-- Platforms of other operators and providers. Tokens are named by who shows them: theirs are kept as keyed hashes, ours are sealed.
create table roaming_partner (
  id uuid primary key,
  name text not null,
  state text not null check (state in ('invited', 'connecting', 'unconfirmed', 'connected', 'leaving', 'left')),
  parties text[] not null,                    -- COUNTRY-PARTY that may speak here, or * for whatever nobody else has
  is_hub boolean not null default false,
  invitation_hash bytea unique,               -- token A of ours: good for the handshake alone
  token_hash bytea unique,                    -- what they show us
  next_token_hash bytea unique,               -- its successor: both are good until this one is used
  offered_token bytea,                        -- sealed: what we offered them and they may not have heard
  given_invitation bytea,                     -- sealed: token A of theirs
  our_token bytea,                            -- sealed: what we show them
  token_form text not null default 'base64' check (token_form in ('base64', 'raw')),
  versions_url text,
  version text,
  endpoints jsonb not null default '[]',
  roles jsonb not null default '[]',
  tariff_id text,                             -- what their drivers pay here, net
  tolerance text not null default '0.01',     -- how far a CDR may lie from our own calculation
  is_sharing_tokens boolean not null default true,
  created_at timestamptz not null,
  created_by text not null,
  connected_at timestamptz,
  last_heard_at timestamptz,
  last_success_at timestamptz,
  last_failure_at timestamptz,
  last_failure text,
  pulled jsonb not null default '{}'          -- by module: until when everything was read
);

-- A party speaks over one connection only.
create table roaming_party (
  country text not null,
  party text not null,
  role text not null,
  partner_id uuid not null references roaming_partner on delete cascade,
  name text,
  state text,                                 -- behind a hub: CONNECTED, OFFLINE, PLANNED, SUSPENDED
  state_at timestamptz,
  primary key (country, party, role)
);

-- The flight recorder: what was said, tokens and card numbers hidden.
create table roaming_exchange (
  id bigint generated always as identity primary key,
  partner_id uuid not null references roaming_partner on delete cascade,
  at timestamptz not null,
  direction text not null check (direction in ('in', 'out')),
  method text not null,
  path text not null,
  http_status integer,
  ocpi_code integer,
  took_ms integer not null,
  request text,
  answer text,
  failure text
);
create index roaming_exchange_partner on roaming_exchange (partner_id, id desc);

-- Objects in our own model, whatever version they came or go in. `ours`: what we publish, to one partner or (null) to all.
create table roaming_object (
  id bigint generated always as identity primary key,
  side text not null check (side in ('ours', 'theirs')),
  partner_id uuid references roaming_partner on delete cascade,
  module text not null,
  country text not null,
  party text not null,
  object_id text not null,
  body jsonb not null,
  raw jsonb,                                  -- as it came
  token_hash text,
  last_updated timestamptz not null,
  stored_at timestamptz not null,
  is_stale boolean not null default false,    -- was missing from a full pull
  is_removed boolean not null default false
);
create unique index roaming_object_key on roaming_object
  (side, module, lower(country), lower(party), lower(object_id), partner_id) nulls not distinct;
create index roaming_object_order on roaming_object (side, module, last_updated, id);
create index roaming_object_token on roaming_object (token_hash) where token_hash is not null;

-- What partners have to hear. State is sent as it is by then; a CDR is sent as it was made, and stays with its proof.
create table roaming_outbox (
  id bigint generated always as identity primary key,
  partner_id uuid not null references roaming_partner on delete cascade,
  module text not null,
  object_key text not null,
  request jsonb not null,
  version integer not null default 1,
  created_at timestamptz not null,
  attempts integer not null default 0,
  next_at timestamptz not null,
  failure text,
  is_given_up boolean not null default false,
  sent_at timestamptz,
  proof text
);
create unique index roaming_outbox_key on roaming_outbox (partner_id, module, object_key);
create index roaming_outbox_due on roaming_outbox (partner_id, next_at) where sent_at is null and not is_given_up;

-- Sessions at our stations with a partner's token: place, token and price as they were at the start.
create table roaming_session (
  session_id uuid primary key,
  partner_id uuid not null references roaming_partner on delete cascade,
  country text not null,
  party text not null,
  station_id text not null,
  sealed jsonb not null,
  authorization_reference text,
  auth_method text not null,
  state text not null default 'ACTIVE',
  cdr_count integer not null default 0,
  changed_at timestamptz not null
);
create index roaming_session_partner on roaming_session (partner_id, changed_at);

-- A partner's answer about a token, and whom they started from afar: good for a while.
create table roaming_grant (
  token_hash text primary key,
  partner_id uuid not null references roaming_partner on delete cascade,
  token jsonb not null,
  authorization_reference text,
  auth_method text not null,
  location_id text,
  good_until timestamptz not null
);

-- What partners asked of us, and what we asked of them; where its result belongs is known after a crash, too.
create table roaming_command (
  id uuid primary key,
  direction text not null check (direction in ('in', 'out')),
  partner_id uuid not null references roaming_partner on delete cascade,
  kind text not null,
  response_url text not null,
  request jsonb not null,
  asked_at timestamptz not null,
  answer text,
  result text,
  message text,
  ended_at timestamptz,
  session_id text
);
create unique index roaming_command_once on roaming_command (partner_id, response_url) where direction = 'in';

-- Records of partners that differ from our own calculation, for people.
create table roaming_dispute (
  id uuid primary key,
  partner_id uuid not null references roaming_partner on delete cascade,
  cdr_id text not null,
  at timestamptz not null,
  reasons jsonb not null,
  settled_at timestamptz,
  settled_by text,
  unique (partner_id, cdr_id)
);

-- Which sites partners see, and the plugs there: no station of OCPP 1.6 tells them.
create table roaming_site (
  site_id text primary key,
  plugs jsonb not null,
  set_at timestamptz not null,
  set_by text not null
);

-- The uid of an EVSE, whatever hardware stands behind it.
create table roaming_evse (
  uid uuid primary key,
  station_id text not null,
  evse_id integer not null,
  connector_id integer not null default 0,
  unique (station_id, evse_id, connector_id)
);

-- How far we have read the ledger.
create table roaming_position (
  reader text primary key,
  position text not null
);
