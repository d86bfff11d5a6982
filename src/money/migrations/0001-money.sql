-- Amounts are whole minor units of their currency, never floats.

-- The money ledger: what is booked together, once and for ever. Debits are above zero, credits below.
create table money_transaction (
  id uuid primary key,
  key text not null unique,             -- the fact that it follows from: booked a second time it is refused
  kind text not null,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  -- What it rests upon: a bill, an operation of a payment, a CDR of a partner.
  cites_kind text not null,
  cites_id text not null check (cites_id <> ''),
  at timestamptz not null,
  xid xid8 not null default pg_current_xact_id()
);
create index money_transaction_time on money_transaction (at);
create index money_transaction_cites on money_transaction (cites_kind, cites_id);

-- The lines of a transaction: an account each.
create table money_posting (
  transaction_id uuid not null references money_transaction (id),
  line smallint not null,
  account text not null,
  party text not null default '',       -- whose: a driver, a partner, a provider, a tax; empty: ours
  amount bigint not null check (amount <> 0),
  primary key (transaction_id, line)
);
create index money_posting_account on money_posting (account, party);

create trigger money_transaction_is_append_only before update or delete or truncate on money_transaction
  for each statement execute function refuse_change();
create trigger money_posting_is_append_only before update or delete or truncate on money_posting
  for each statement execute function refuse_change();

-- Every transaction has postings, they come to nothing, and none is added to one of earlier.
create function money_must_balance() returns trigger language plpgsql as $$
declare
  about uuid;
  total numeric;
  lines integer;
begin
  if tg_table_name = 'money_posting' then
    about := new.transaction_id;
    if not exists (select from money_transaction where id = about and xid = pg_current_xact_id()) then
      raise exception 'a posting is made with its transaction, never later' using errcode = 'check_violation';
    end if;
  else
    about := new.id;
  end if;
  select coalesce(sum(amount), 0), count(*) into total, lines from money_posting where transaction_id = about;
  if total <> 0 or lines < 2 then
    raise exception 'the postings of transaction % come to % in % lines', about, total, lines using errcode = 'check_violation';
  end if;
  return null;
end $$;
create constraint trigger money_transaction_balances after insert on money_transaction
  deferrable initially deferred for each row execute function money_must_balance();
create constraint trigger money_posting_balances after insert on money_posting
  deferrable initially deferred for each row execute function money_must_balance();

-- A payment at a provider, from what was asked for to what was kept.
create table money_payment (
  id uuid primary key,
  key text not null unique,             -- of whoever began it: begun again under the same key it is the same payment
  purpose text not null,
  subject text not null,                -- what is paid: a session, an order, an invoice
  provider text not null,
  method text not null,
  payer text,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  consent bigint not null check (consent > 0), -- the payer agreed to no more
  description text not null,
  return_url text,
  instrument text,                      -- a token of the provider for the means of payment, until it has been used
  state text not null,
  status text not null,                 -- as the provider sees it
  version bigint not null,
  reference text,                       -- as the provider names it
  action jsonb,                         -- what the payer has to do: a code, a page
  authorized bigint not null default 0 check (authorized >= 0),
  received bigint not null default 0 check (received >= 0),
  refunded bigint not null default 0 check (refunded >= 0),
  refund_owed bigint not null default 0 check (refund_owed >= refunded),
  clawed_back bigint not null default 0 check (clawed_back >= 0),
  allocated bigint not null default 0 check (allocated >= 0),
  fees bigint not null default 0 check (fees >= 0),
  target bigint check (target >= 0),    -- what is to be kept in the end; null: not known yet
  receivable text,                      -- whose debt is paid with it
  cites_kind text,
  cites_id text,
  trouble text,
  hold_until timestamptz,
  expires_at timestamptz not null,
  next_look_at timestamptz,             -- null: nothing is left to do
  attempts integer not null default 0,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  settled_at timestamptz,
  lease uuid,                           -- who is at it
  leased_until timestamptz,
  check (allocated <= consent and allocated <= received)
);
create index money_payment_due on money_payment (next_look_at) where next_look_at is not null;
create index money_payment_subject on money_payment (purpose, subject);
create index money_payment_reference on money_payment (provider, reference);
create index money_payment_changed on money_payment (changed_at desc, id);

-- What a provider is asked to do, committed before it is asked.
create table money_operation (
  id uuid primary key,
  payment_id uuid not null references money_payment (id),
  kind text not null check (kind in ('begin', 'capture', 'increase', 'cancel', 'refund')),
  amount bigint not null check (amount >= 0),
  movement_id text,                     -- of a refund: which payment it gives back
  state text not null check (state in ('asked', 'done', 'refused', 'moot')),
  why text,
  asked_at timestamptz not null,
  ended_at timestamptz
);
create unique index money_operation_open on money_operation (payment_id) where state = 'asked';
create index money_operation_payment on money_operation (payment_id, asked_at);

-- Money that moved at a provider, each movement once.
create table money_movement (
  provider text not null,
  id text not null,
  payment_id uuid references money_payment (id),
  kind text not null check (kind in ('in', 'refund', 'claw-back', 'fee')),
  currency text not null,
  amount bigint not null check (amount > 0),
  at timestamptz not null,
  operation_id text,
  of_movement text,
  booked_at timestamptz not null,
  primary key (provider, id)
);
create index money_movement_payment on money_movement (payment_id);
create index money_movement_time on money_movement (provider, at);
create trigger money_movement_is_append_only before update or delete or truncate on money_movement
  for each statement execute function refuse_change();

-- What a person has to look at, until somebody has.
create table open_item (
  id uuid primary key,
  key text not null unique,
  kind text not null,
  payment_id uuid references money_payment (id),
  provider text,
  movement_id text,
  currency text not null,
  amount bigint not null,
  details text not null,
  opened_at timestamptz not null,
  closed_at timestamptz,
  closed_by text,
  resolution text
);
create index open_item_open on open_item (opened_at) where closed_at is null;
create index open_item_payment on open_item (payment_id);

-- What the simulated provider knows: its own truth, not ours.
create table simulated_payment (
  provider text not null,
  id uuid not null,
  content jsonb not null,
  changed_at timestamptz not null,
  primary key (provider, id)
);
