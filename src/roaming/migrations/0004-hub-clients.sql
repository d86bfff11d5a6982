-- What hubs tell of the parties behind them.
create table roaming_hub_client (
  partner_id uuid not null references roaming_partner on delete cascade, -- the hub
  country text not null,
  party text not null,
  role text not null,
  status text not null,                       -- CONNECTED, OFFLINE, PLANNED, SUSPENDED, or a word nobody knows yet
  status_at timestamptz not null,
  primary key (partner_id, country, party, role)
);
