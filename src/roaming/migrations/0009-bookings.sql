-- EVSEs that partners booked for their drivers, each kept by a reservation of ours. What partners see of it stands with the objects.
create table roaming_booking (
  id uuid primary key,
  partner_id uuid not null references roaming_partner on delete cascade,
  country text not null,                      -- whose driver it is for
  party text not null,
  request_id text not null,                   -- their name for it: all they ask of one booking bears it
  site_id text not null,
  station_id text not null,
  evse_id integer not null,
  token_hash text not null,
  authorization_reference text not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  status text not null,
  reservation_id integer,
  made_at timestamptz not null,
  unique (partner_id, country, party, request_id)
);
create index roaming_booking_reservation on roaming_booking (station_id, reservation_id);
create index roaming_booking_token on roaming_booking (token_hash, station_id);
