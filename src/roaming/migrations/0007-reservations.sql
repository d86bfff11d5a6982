-- Reservations that partners made here, by the ids that they gave them.
create table roaming_reservation (
  partner_id uuid not null references roaming_partner on delete cascade,
  country text not null,                      -- whose driver it is for
  party text not null,
  reservation_id text not null,
  station_id text not null,
  id integer not null,                        -- as the station knows it
  response_url text not null,
  made_at timestamptz not null,
  primary key (partner_id, country, party, reservation_id)
);
create index roaming_reservation_here on roaming_reservation (station_id, id);
