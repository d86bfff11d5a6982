-- Our own authority: one root, whose key is sealed under the installation key.
create table certificate_authority (
  is_only boolean primary key default true check (is_only),
  certificate text not null,
  sealed_key bytea not null,
  created_at timestamptz not null
);

-- What the authority issued. Serial numbers are lower-case hexadecimal without leading zeros, as everywhere below.
create table issued_certificate (
  serial_number text primary key,
  station_id text not null references station (id),
  purpose text not null,
  subject text not null,
  certificate text not null,
  issued_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  revoked_by text
);
create index issued_certificate_station on issued_certificate (station_id, issued_at desc);

-- Requests of stations to sign a certificate, with what became of them.
create table certificate_request (
  id uuid primary key,
  station_id text not null references station (id),
  purpose text not null,
  -- The number the station gave it (OCPP 2.1), to be named in our answer.
  station_request_id integer,
  csr text not null,
  subject text,
  state text not null,
  reason text,
  serial_number text references issued_certificate (serial_number),
  requested_at timestamptz not null,
  delivered_at timestamptz
);
create index certificate_request_station on certificate_request (station_id, requested_at desc);

-- What stations trust, as they told it or as we installed it.
create table installed_certificate (
  station_id text not null references station (id),
  purpose text not null,
  hash_algorithm text not null,
  issuer_name_hash text not null,
  issuer_key_hash text not null,
  serial_number text not null,
  -- The certificate of the same station and purpose that it hangs under; null for the first of its chain.
  parent_serial_number text,
  subject text,
  expires_at timestamptz,
  seen_at timestamptz not null,
  primary key (station_id, purpose, hash_algorithm, issuer_name_hash, issuer_key_hash, serial_number)
);

-- Vehicles that asked, through a station, for a contract certificate. Their request names them and is kept as its hash only.
create table vehicle_certificate_request (
  id uuid primary key default uuidv7(),
  station_id text not null references station (id),
  action text not null,
  schema_version text not null,
  sha256 text not null,
  most_contracts integer,
  outcome text not null,
  reason text,
  requested_at timestamptz not null
);
create index vehicle_certificate_request_station on vehicle_certificate_request (station_id, requested_at desc);

-- Certificates whose validity a station asked about, and what we answered.
create table certificate_status_check (
  id uuid primary key default uuidv7(),
  station_id text not null references station (id),
  source text not null,
  hash_algorithm text not null,
  issuer_name_hash text not null,
  issuer_key_hash text not null,
  serial_number text not null,
  urls text[] not null,
  status text not null,
  checked_at timestamptz not null
);
create index certificate_status_check_station on certificate_status_check (station_id, checked_at desc);
