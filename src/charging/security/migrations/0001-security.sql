-- What stations tell about their own security, until a person has looked at it.
create table security_event (
  id text primary key,
  station_id text not null references station (id),
  type text not null,
  is_critical boolean not null,
  details text,
  happened_at timestamptz not null,
  received_at timestamptz not null,
  acknowledged_at timestamptz,
  acknowledged_by text,
  note text
);
create index security_event_station on security_event (station_id, happened_at desc);

-- The security profile a station has accepted, below which it never goes again.
create table station_security (
  station_id text primary key references station (id),
  minimum_profile smallint not null default 0,
  profile_accepted_at timestamptz,
  password_changed_at timestamptz
);

-- Passwords that a station may have taken: it was told, but only its next sign-in shows which one it uses.
create table station_password_candidate (
  id uuid primary key,
  station_id text not null references station (id),
  salt bytea not null,
  hash bytea not null,
  asked_at timestamptz not null,
  is_accepted boolean not null default false
);
create index station_password_candidate_station on station_password_candidate (station_id);
