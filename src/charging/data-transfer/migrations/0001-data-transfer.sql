-- Vendors whose messages we take, and what we answer. No message id: all that have no row of their own.
create table vendor_message (
  vendor_id text not null,
  message_id text,
  status text not null,
  data text,
  carries_display_messages boolean not null,
  registered_at timestamptz not null,
  registered_by text not null,
  unique nulls not distinct (vendor_id, message_id)
);

create table data_transfer (
  id uuid primary key,
  station_id text not null references station (id),
  direction text not null check (direction in ('from-station', 'to-station')),
  vendor_id text not null,
  message_id text,
  data text,
  data_length integer not null,
  status text not null,
  answer text,
  at timestamptz not null
);
create index data_transfer_station on data_transfer (station_id, id desc);
