-- Which tokens of ours partners were told of: whoever is gone here is told to be invalid, since partners forget no token.
create table roaming_told_token (
  token_id text primary key,
  uid bytea not null,                         -- sealed, as partners know it; kept thirty days after the token is gone
  type text not null,
  is_valid boolean not null,
  told_at timestamptz not null,
  gone_at timestamptz
);
create index roaming_told_token_gone on roaming_told_token (gone_at) where gone_at is not null;

-- Objects of parties that a hub speaks for bear its id where nobody behind it is meant.
alter table roaming_partner add column hub_party text;
