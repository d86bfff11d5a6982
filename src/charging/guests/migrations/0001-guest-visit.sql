-- Somebody without an account who charges once and pays for it at the station: from the choice of an amount to the receipt.
create table guest_visit (
  id uuid primary key,
  -- Of the address of their page; the address itself is known to them alone.
  link_hash bytea not null unique,
  station_id text not null references station (id),
  evse_id integer not null,
  language text not null,
  -- The price they were shown.
  tariff_id text not null,
  tariff_version integer not null,
  provider text not null,
  currency text not null,
  -- What they agreed to pay at most, in decimal text of whole minor units.
  amount numeric not null check (amount > 0),
  energy_wh numeric,
  seconds integer,
  payment_id uuid,
  -- What the provider calls it, as the bank of the payer shows it.
  payment_reference text,
  state text not null check (state in ('paying', 'starting', 'charging', 'ended', 'not-started', 'unpaid')),
  -- A word for why it came no further.
  why text,
  token_id text,
  start_asked_at timestamptz,
  start_tries integer not null,
  session_id uuid,
  is_stop_wanted boolean not null,
  stop_asked_at timestamptz,
  -- What was kept for the bill, in whole minor units.
  settled numeric,
  version integer not null,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  -- When it has to be looked at again; null: nothing is expected any more.
  next_look_at timestamptz
);
create index guest_visit_due on guest_visit (next_look_at) where next_look_at is not null;
create index guest_visit_station on guest_visit (station_id, created_at desc);
create index guest_visit_session on guest_visit (session_id) where session_id is not null;
create index guest_visit_payment on guest_visit (payment_id) where payment_id is not null;
create index guest_visit_token on guest_visit (token_id) where token_id is not null;
