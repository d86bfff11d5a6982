-- Sessions that have ended, or changed after their end, and have yet to be billed. Written with the session's own commit.
create table bill_due (
  session_id uuid primary key,
  due_at timestamptz not null default now()
);

-- What every ended session came to, with who, where and when, so that reports read one table. Free sessions have one too.
create table bill (
  session_id uuid primary key references session (id),
  station_id text not null,
  evse_id integer,
  site_id text,
  time_zone text not null,
  token_hash text,
  driver_id uuid,
  group_id text,
  tariff_id text,
  tariff_version integer,
  -- Why this tariff.
  tariff_reason text,
  started_at timestamptz not null,
  ended_at timestamptz not null,
  energy_mwh numeric(20, 0) not null,
  -- null where no tariff holds.
  currency text,
  -- The sums of its entries, with taxes and the taxes alone.
  total numeric(18, 4) not null default 0 check (total >= 0),
  tax numeric(18, 4) not null default 0,
  -- What the calculation came to at last, without corrections.
  computed numeric(18, 4) not null default 0,
  computed_tax numeric(18, 4) not null default 0,
  -- The sum of its corrections, with taxes.
  corrected numeric(18, 4) not null default 0,
  -- How many entries the calculation has made: the number of the next one makes it one, whoever writes it.
  booked integer not null default 0,
  -- How many facts of the session it was calculated from.
  event_count integer not null,
  updated_at timestamptz not null
);
create index bill_started on bill (started_at);
create index bill_site_started on bill (site_id, started_at);
create index bill_station_started on bill (station_id, started_at);
create index bill_driver_started on bill (driver_id, started_at) where driver_id is not null;

-- The bookings of a session, or of a reservation that nobody used. Never changed: another one makes up for it.
create table bill_entry (
  id uuid primary key default uuidv7(),
  session_id uuid references session (id),
  station_id text not null,
  -- As the station named it, of a session: any number.
  reservation_id bigint,
  token_hash text,
  kind text not null check (kind in ('charge', 'adjustment', 'correction', 'reservation')),
  at timestamptz not null,
  currency text not null,
  amount numeric(18, 4) not null,
  tax numeric(18, 4) not null,
  tariff_id text,
  tariff_version integer,
  reason text,
  principal text,
  cost jsonb,
  -- Of a reservation: where the station stood, and whose the token was.
  site_id text,
  time_zone text check (kind <> 'reservation' or time_zone is not null),
  driver_id uuid
);
create index bill_entry_session on bill_entry (session_id, id) where session_id is not null;
create unique index bill_entry_reservation on bill_entry (station_id, reservation_id, at) where kind = 'reservation';
create trigger bill_entry_is_append_only before update or delete or truncate on bill_entry
  for each statement execute function refuse_change();

-- Sessions of before are billed like all others: those that no tariff held for cost nothing.
insert into bill_due (session_id) select id from session where state = 'ended';
