-- Invoices and credit notes: sums of bills, numbered without a gap, and never changed.
create table invoice (
  id uuid primary key,
  series text not null,
  number integer not null check (number > 0),
  kind text not null check (kind in ('invoice', 'credit-note')),
  corrects_id uuid unique references invoice (id), -- the invoice that this credit note takes back as a whole
  driver_id uuid not null,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  until timestamptz not null,           -- everything booked before it that stood on no invoice yet
  total numeric(18, 4) not null,
  tax numeric(18, 4) not null,
  -- What was still owed when it was made: prepaid cards and payments at a station pay at once.
  due numeric(18, 4) not null,
  issued_at timestamptz not null,
  issued_by text not null,
  due_at timestamptz not null,
  reminders smallint not null default 0,
  reminded_at timestamptz,
  blocked_at timestamptz,               -- when its driver was blocked for it, once
  -- At the fiscal service, where there is one.
  fiscal_state text not null check (fiscal_state in ('none', 'waiting', 'registered', 'refused')),
  fiscal_key text,
  fiscal_url text,
  fiscal_note text,
  fiscal_attempts integer not null default 0,
  fiscal_next_at timestamptz,
  unique (series, number)
);
create index invoice_driver on invoice (driver_id, issued_at);
create index invoice_fiscal on invoice (fiscal_next_at) where fiscal_state = 'waiting';

-- What an invoice consists of: entries of bills, as they were booked. `round`: how often the entry stood on an invoice before.
create table invoice_line (
  invoice_id uuid not null references invoice (id),
  line integer not null,
  entry_id uuid not null,
  round integer not null,
  kind text not null,
  at timestamptz not null,
  session_id uuid,
  station_id text not null,
  started_at timestamptz,
  energy_mwh numeric(20, 0),
  reason text,
  amount numeric(18, 4) not null,
  tax numeric(18, 4) not null,
  taxes jsonb not null,
  primary key (invoice_id, line),
  unique (entry_id, round)
);
create trigger invoice_line_is_append_only before update or delete or truncate on invoice_line
  for each statement execute function refuse_change();

-- What came for an invoice beside a payment provider, such as by bank transfer, and what went out for a credit note.
create table invoice_payment (
  id uuid primary key,
  invoice_id uuid not null references invoice (id),
  key text not null unique,             -- a transfer is entered once
  amount numeric(18, 4) not null check (amount > 0),
  method text not null,
  reference text,
  paid_at timestamptz not null,
  entered_at timestamptz not null,
  entered_by text not null
);
create index invoice_payment_invoice on invoice_payment (invoice_id);
create trigger invoice_payment_is_append_only before update or delete or truncate on invoice_payment
  for each statement execute function refuse_change();
