-- A payment by card at a station's terminal. Of the card: brand and last four digits, nothing else, ever.
create table payment (
  station_id text not null references station (id),
  psp_ref text not null,
  token_id text not null,
  evse_id integer,
  session_ref text,
  brand text,
  last_four text check (last_four ~ '^\d{4}$'),
  max_amount numeric,
  status text not null,
  changed_at timestamptz not null,
  primary key (station_id, psp_ref)
);

-- How a payment ended, as the station told it.
create table settlement (
  id text primary key,
  station_id text not null references station (id),
  psp_ref text not null,
  session_ref text,
  status text not null,
  status_info text,
  amount numeric not null,
  settled_at timestamptz not null,
  receipt_id text,
  receipt_url text,
  vat_number text,
  company_name text,
  company_address text[],
  company_city text,
  company_postal_code text,
  company_country text,
  received_at timestamptz not null
);
create index settlement_station on settlement (station_id, settled_at desc);

create table web_payment (
  id uuid primary key,
  station_id text not null references station (id),
  evse_id integer not null,
  told_at timestamptz not null,
  expires_at timestamptz not null
);
create index web_payment_station on web_payment (station_id, told_at desc);

create table vat_validation (
  id uuid primary key,
  station_id text not null references station (id),
  vat_number text not null,
  evse_id integer,
  is_accepted boolean not null,
  reason text not null,
  happened_at timestamptz not null
);
create index vat_validation_station on vat_validation (station_id, happened_at desc);
