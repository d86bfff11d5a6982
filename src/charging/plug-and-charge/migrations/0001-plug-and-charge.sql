-- Vehicles that may be given contracts (ISO 15118), known by the key of the provisioning certificate that their maker put into them.
create table provisioned_vehicle (
  id uuid primary key,
  -- The name of the provisioning certificate. The ledger knows the vehicle by its id alone.
  pcid text not null,
  note text,
  -- ours: our authority of makers issued the certificate. given: the operator vouches for it.
  origin text not null,
  certificate text not null,
  certificate_expires_at timestamptz not null,
  registered_at timestamptz not null,
  registered_by text not null
);
create unique index provisioned_vehicle_pcid on provisioned_vehicle (upper(pcid));

-- Contracts for vehicles. Sessions are billed to the token, whose value is the eMAID.
create table contract (
  id uuid primary key,
  vehicle_id uuid not null references provisioned_vehicle (id),
  -- A token that was removed leaves its hash here.
  token_id text not null,
  issued_at timestamptz not null,
  issued_by text not null,
  revoked_at timestamptz,
  revoked_by text,
  revocation_reason text
);
create index contract_vehicle on contract (vehicle_id, issued_at desc);
create index contract_token on contract (token_id);

-- Which certificate was issued for which contract, and through which station it went. No private key is kept anywhere.
create table contract_certificate (
  serial_number text primary key references issued_certificate (serial_number),
  contract_id uuid not null references contract (id),
  station_id text not null references station (id),
  issued_at timestamptz not null
);
create index contract_certificate_contract on contract_certificate (contract_id, issued_at desc);
