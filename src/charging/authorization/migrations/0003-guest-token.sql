-- Tokens of drivers of other providers, as their hashes: what they pay here, and nothing that names them.
create table guest_token (
  id text primary key,
  type text not null,
  label text not null,
  tariff_id text,
  changed_at timestamptz not null
);
