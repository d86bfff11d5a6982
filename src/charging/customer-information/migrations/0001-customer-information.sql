-- Questions to a station about a customer; who it is about is kept as a keyed hash only.
create table customer_information_request (
  station_id text not null references station (id),
  request_id integer not null,
  about text not null,
  reference text not null,
  is_report boolean not null,
  is_clear boolean not null,
  asked_at timestamptz not null,
  read_at timestamptz,
  read_by text,
  primary key (station_id, request_id)
);
create index customer_information_request_station on customer_information_request (station_id, asked_at desc);

-- The answers, sealed under the installation key. They are personal: gone once read, and after 30 days in any case.
-- For that reason they are the one thing here that cannot be computed again from the ledger.
create table customer_information_part (
  station_id text not null,
  request_id integer not null,
  seq_no integer not null,
  sealed_text bytea not null,
  is_last boolean not null,
  generated_at timestamptz not null,
  primary key (station_id, request_id, seq_no),
  foreign key (station_id, request_id) references customer_information_request (station_id, request_id)
);
