-- What partners published of their prices, each as it was: a record costs what was published when its session began.
create table roaming_tariff_version (
  partner_id uuid not null references roaming_partner on delete cascade,
  country text not null,
  party text not null,
  tariff_id text not null,
  last_updated timestamptz not null,
  body jsonb not null,
  primary key (partner_id, country, party, tariff_id, last_updated)
);
insert into roaming_tariff_version (partner_id, country, party, tariff_id, last_updated, body)
  select partner_id, upper(country), upper(party), lower(object_id), last_updated, body from roaming_object
  where side = 'theirs' and module = 'tariffs' and partner_id is not null;
