-- Messages on displays: the ones we want, and the ones the station says it has.
create table display_message (
  station_id text not null references station (id),
  side text not null check (side in ('wanted', 'shown')),
  id integer not null,
  priority text not null,
  state text,
  starts_at timestamptz,
  ends_at timestamptz,
  session_ref text,
  component text,
  evse_id integer,
  at timestamptz not null,
  primary key (station_id, side, id)
);

-- The same message in one or more languages; the first is its main text.
create table display_text (
  station_id text not null,
  side text not null,
  message_id integer not null,
  position integer not null,
  text text not null,
  format text not null,
  language text,
  primary key (station_id, side, message_id, position),
  foreign key (station_id, side, message_id) references display_message (station_id, side, id) on delete cascade
);

-- What a report answers: one that was for all messages tells by silence what is no longer shown.
create table display_request (
  station_id text not null references station (id),
  request_id integer not null,
  is_for_all boolean not null,
  asked_at timestamptz not null,
  reported_at timestamptz,
  primary key (station_id, request_id)
);
