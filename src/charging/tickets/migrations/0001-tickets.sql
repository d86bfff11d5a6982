-- Work on stations that somebody has to do, from the fault to its end.
create table ticket (
  id uuid primary key,
  -- What people call it by.
  number bigint generated always as identity,
  station_id text not null references station (id),
  evse_id integer,
  connector_id integer,
  title text not null,
  severity text not null,
  state text not null,
  -- The code of the ChargeX consortium, such as CX014; null: none is known.
  mrec text,
  -- What it turned out to be; null: nobody knows yet.
  cause text,
  assigned_to text,
  -- What speaks for it: findings, outages, log files, sessions, campaigns, events.
  evidence jsonb not null,
  -- What was changed, and how many of it.
  parts jsonb not null,
  opened_at timestamptz not null,
  opened_by text not null,
  -- When the fault was gone; the ticket may stay open after it.
  resolved_at timestamptz,
  changed_at timestamptz not null
);
create index ticket_station on ticket (station_id, opened_at desc);
create index ticket_opened on ticket (opened_at desc);

-- What was said and done about it, oldest first.
create table ticket_note (
  id uuid primary key,
  ticket_id uuid not null references ticket (id),
  at timestamptz not null,
  written_by text not null,
  text text not null
);
create index ticket_note_ticket on ticket_note (ticket_id, at);
