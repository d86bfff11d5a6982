-- A checkout that was made from a cart belongs to it: one at a time.
alter table book_checkout add column cart_id uuid;
alter table book_checkout alter column shown_cents type bigint;
create unique index book_checkout_cart on book_checkout (cart_id) where cart_id is not null and state in ('open', 'completing');

-- The currency of the shop may be another one by now.
alter table book_order add column currency text not null default 'BRL';

-- What was asked of a payment provider, written before it is asked: whoever takes up an attempt that broke off knows what to look for.
create table book_payment (
  checkout_id uuid primary key,
  operation uuid not null,              -- by which the provider knows the same request again
  cents bigint not null,
  currency text not null,
  token_hash bytea not null,            -- of the means of payment: the same one asked again is the same payment
  state text not null check (state in ('asking', 'challenge', 'held', 'captured', 'refused', 'released')),
  reference text,                       -- as the provider names it, once it has answered
  challenge_url text,                   -- where the buyer answers what the means of payment asks
  asked_at timestamptz not null,
  changed_at timestamptz not null
);
create index book_payment_open on book_payment (changed_at) where state in ('asking', 'held');
