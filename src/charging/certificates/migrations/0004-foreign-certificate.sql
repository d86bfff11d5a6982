-- By which certificate of another authority a station last signed in, so that its end is foreseen. The station shows it again.
create table foreign_certificate (
  station_id text primary key references station (id),
  serial_number text not null,
  subject text not null,
  issued_at timestamptz not null,
  expires_at timestamptz not null,
  seen_at timestamptz not null
);
create index foreign_certificate_end on foreign_certificate (expires_at);
