-- People with credentials of their own, roles at single sites, and invitations.
alter table principal_key drop constraint principal_key_role_check;
alter table principal_key add constraint principal_key_role_check
  check (role in ('viewer', 'accountant', 'operator', 'administrator'));
-- Roles at single sites, as [{"role": …, "siteId": …}]; empty: the role holds for the whole installation.
alter table principal_key add column grants jsonb not null default '[]';

-- Somebody who signs in as themselves. The row of the same id in principal_key says what they may do; nobody holds that key's text.
create table person (
  id text primary key references principal_key (id),
  -- The name they sign in with, in lower case; null: they have none yet.
  email text unique,
  language text,
  -- argon2id in PHC form; null: no password is set.
  password_hash text,
  password_changed_at timestamptz,
  -- Under the installation key; null: no code is asked for.
  totp_sealed bytea,
  totp_since timestamptz,
  -- The newest time step whose code was used: none at or before it is taken again.
  totp_step bigint,
  -- SHA-256 of codes that stand in for a lost telephone, each good once.
  recovery_hashes bytea[] not null default '{}',
  -- Who they are at the identity provider, as issuer and subject.
  oidc_issuer text,
  oidc_subject text,
  signed_in_at timestamptz,
  -- Whether somebody holds the text of the key of the same id, as the first administrator does.
  is_key boolean not null default false,
  unique (oidc_issuer, oidc_subject)
);

-- Passkeys (WebAuthn) of people, each by its public key.
create table passkey (
  -- As WebAuthn names it, in base64url.
  id text primary key,
  person_id text not null references person (id),
  name text not null,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index passkey_person on passkey (person_id);

-- One-time links that make a person, or let one in again; kept for 90 days.
create table invitation (
  id text primary key,
  hash bytea not null unique,
  email text not null,
  name text not null,
  grants jsonb not null,
  -- Set where somebody who is here already gets a new way in.
  person_id text references person (id),
  invited_by text not null,
  invited_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  revoked_at timestamptz
);

-- Which browser it is, so that people recognise their own; the id may be shown, the hash never.
alter table sign_in add column id text not null default gen_random_uuid()::text;
alter table sign_in add column browser text;
alter table sign_in add column address text;
alter table sign_in add column way text not null default 'key';
alter table sign_in add column last_used_at timestamptz;
create unique index sign_in_id on sign_in (id);

-- What a browser has begun and must end with: a WebAuthn challenge, or a way to the identity provider. Each is used once.
create table sign_in_step (
  hash bytea primary key,
  purpose text not null,
  details jsonb not null,
  expires_at timestamptz not null
);
