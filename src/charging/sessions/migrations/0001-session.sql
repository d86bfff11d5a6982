-- A charging session: what its events say together. Every row can be folded again from the ledger.
create table session (
  id uuid primary key,
  station_id text not null references station (id),
  -- The station's name for it: the transaction id of OCPP.
  ref text not null,
  -- What makes a repeated OCPP 1.6 start the same start; null in later versions.
  start_key text,
  evse_id integer,
  connector_id integer,
  token_hash text,
  token_type text,
  state text not null,
  charging_state text,
  started_at timestamptz,
  ended_at timestamptz,
  stop_reason text,
  remote_start_id bigint,
  reservation_id bigint,
  first_seq bigint,
  last_seq bigint,
  end_seq bigint,
  event_count integer not null,
  -- Registers are kept in milliwatt-hours as whole numbers: energy is never a float.
  first_register_mwh numeric(20, 0),
  first_register_at timestamptz,
  last_register_mwh numeric(20, 0),
  last_register_at timestamptz,
  energy_mwh numeric(20, 0) check (energy_mwh >= 0 and energy_mwh <> 'NaN'),
  -- When the last of its events happened, by the station's clock.
  last_at timestamptz,
  -- Which of the station's registers the readings come from.
  register_location text,
  flags text[] not null default '{}',
  updated_at timestamptz not null,
  unique (station_id, ref)
);
create unique index session_start_key on session (station_id, start_key) where start_key is not null;
create index session_running on session (station_id) where state = 'running';
create index session_newest on session (id desc);
create index session_token on session (token_hash, id desc);

-- The events of one session are found by the session they name.
create index event_session on event (station_id, (body ->> 'ref'), xid, id) where kind = 'session-event';

-- Meter values, one row per message.
create table meter_message (
  station_id text not null,
  session_ref text,
  evse_id integer,
  at timestamptz not null,
  received_at timestamptz not null,
  samples jsonb not null
) partition by range (at);
create table meter_message_rest partition of meter_message default;
create index meter_message_session on meter_message (station_id, session_ref, at);
