-- How the payment address of an EVSE is proven where its station shows a one-time password (OCPP 2.1 C25). No row: by the code on its sticker.
create table payment_code (
  station_id text not null references station (id),
  -- 0: one code for all EVSEs of the station.
  evse_id integer not null check (evse_id >= 0),
  state text not null check (state in ('asked', 'dynamic', 'refused', 'static')),
  -- In the station's words, why it refused.
  said text,
  -- Sealed; the station cannot be asked for it again.
  secret bytea,
  validity_seconds integer,
  length integer,
  changed_at timestamptz not null,
  primary key (station_id, evse_id)
);
