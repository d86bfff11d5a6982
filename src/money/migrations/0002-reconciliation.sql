-- Our books and the provider's statement of a day (UTC), as they were compared last.
create table money_reconciliation (
  provider text not null,
  day date not null,
  lines integer not null,
  matched integer not null,
  differences integer not null,
  ours jsonb not null,                  -- by currency, in whole minor units
  theirs jsonb not null,
  checked_at timestamptz not null,
  primary key (provider, day)
);
