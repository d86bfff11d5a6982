-- Every authority of this installation: roots and those below them, made here or brought by the operator, each with its sealed key.
create table authority (
  id uuid primary key,
  -- What it signs, such as stations or v2g; development: the single root of the first versions.
  role text not null,
  -- made: here. imported: brought by the operator.
  origin text not null,
  certificate text not null,
  -- The certificates above it up to its root, in PEM; empty for a root.
  chain text not null,
  sealed_key bytea not null,
  created_at timestamptz not null,
  -- Another one took its place; it still answers for what it has issued.
  retired_at timestamptz
);
create unique index authority_role on authority (role) where retired_at is null;

insert into authority (id, role, origin, certificate, chain, sealed_key, created_at, retired_at)
select uuidv7(), 'development', 'made', certificate, '', sealed_key, created_at, now() from certificate_authority;
drop table certificate_authority;

-- Who issued it, and why it was revoked. Certificates of authorities and of contracts belong to no station.
alter table issued_certificate
  add column authority_id uuid references authority (id),
  add column revocation_reason text,
  alter column station_id drop not null;
update issued_certificate set authority_id = (select id from authority where role = 'development');
alter table issued_certificate alter column authority_id set not null;
create index issued_certificate_revoked on issued_certificate (authority_id, revoked_at) where revoked_at is not null;
create index issued_certificate_expiry on issued_certificate (expires_at);
create index certificate_request_issued on certificate_request (serial_number);

-- The newest revocation list of each authority, as it is handed out.
create table revocation_list (
  authority_id uuid primary key references authority (id),
  number bigint not null,
  content bytea not null,
  produced_at timestamptz not null,
  next_update timestamptz not null
);

-- Renewals of certificates of stations that we ask for (A02): the last attempt, and when the next one is due.
create table certificate_renewal (
  station_id text not null references station (id),
  purpose text not null,
  -- Certificates that were issued before are to be replaced although they are not about to expire; null: nobody asked for that.
  wanted_since timestamptz,
  -- The certificate that was to be replaced by the last attempt.
  serial_number text,
  attempts integer not null default 0,
  attempted_at timestamptz,
  outcome text,
  reason text,
  next_attempt_at timestamptz,
  primary key (station_id, purpose)
);

-- Why a status could not be found out.
alter table certificate_status_check add column reason text;
