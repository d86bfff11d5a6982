-- The shop at the charging site. Money is in cents of the real.
create table book (
  id text primary key,
  title text not null,
  authors text[] not null,
  category text not null,               -- as in an address: ficcao-cientifica
  category_name text not null,
  description text not null,
  price_cents integer not null check (price_cents between 0 and 100000000),
  stock integer not null check (stock >= 0),
  pages integer,
  year integer,
  publisher text,
  isbn text,
  tags text[] not null default '{}',
  folded text not null,                 -- title, authors, category and tags without accents, for looking
  words tsvector not null,
  is_listed boolean not null default true
);
create index book_category on book (category) where is_listed;
create index book_words on book using gin (words);
create unique index book_isbn on book (isbn) where isbn is not null;

create table book_coupon (
  code text primary key check (code = upper(code)),
  title text not null,
  kind text not null check (kind in ('percent', 'fixed', 'free-shipping')),
  value integer not null check (value >= 0),              -- percent, or cents
  least_cents integer not null default 0,                 -- of what it may be used on
  category text,
  is_first_purchase boolean not null default false,
  starts_at timestamptz,
  ends_at timestamptz,
  most_uses integer,
  uses integer not null default 0,
  check (most_uses is null or uses <= most_uses),
  check (kind <> 'percent' or value between 1 and 100)
);

-- Whoever made a cart or a checkout is its owner; nobody else learns that it is there.
create table book_cart (
  id uuid primary key,
  owner text not null,
  content jsonb not null,
  state text not null default 'open' check (state in ('open', 'cancelled')),
  expires_at timestamptz not null
);
create index book_cart_expiry on book_cart (expires_at);

create table book_checkout (
  id uuid primary key,
  owner text not null,
  content jsonb not null,
  version integer not null default 1,
  shown_cents integer,                  -- the total its owner has seen last: never is more taken
  state text not null default 'open' check (state in ('open', 'completing', 'completed', 'cancelled')),
  claimed_at timestamptz,               -- when somebody began to complete it
  attempt uuid,                         -- which attempt that is
  order_id uuid,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index book_checkout_owner on book_checkout (owner, created_at desc);
create index book_checkout_expiry on book_checkout (expires_at) where state in ('open', 'completing');

create table book_order (
  id uuid primary key,
  number bigint generated always as identity unique,
  checkout_id uuid not null unique,
  owner text not null,
  buyer text not null,                  -- by whom a first purchase is told: the owner, or a hash of the e-mail
  lines jsonb not null,
  totals jsonb not null,
  coupon text,
  delivery jsonb not null,
  payment_reference text not null,
  steps jsonb not null default '[]',    -- what happened to it since, such as shipped
  placed_at timestamptz not null
);
create index book_order_owner on book_order (owner, placed_at desc);
create index book_order_buyer on book_order (buyer);

-- One row per title of an order, for what is bought together.
create table book_order_line (
  order_id uuid not null references book_order (id),
  book_id text not null,
  quantity integer not null check (quantity > 0),
  primary key (order_id, book_id)
);
create index book_order_line_book on book_order_line (book_id);

-- Requests with an idempotency key: the answer of the first is the answer of all.
create table ucp_answer (
  owner text not null,
  key text not null,
  digest bytea not null,
  answer jsonb,
  asked_at timestamptz not null,
  primary key (owner, key)
);
create index ucp_answer_age on ucp_answer (asked_at);

-- What platforms are told about their orders, until they have heard it.
create table ucp_webhook (
  id uuid primary key,
  order_id uuid not null references book_order (id),
  url text not null,
  version text not null,
  event text not null,                  -- what is told: placed, or a step since; the order is told as it is when it is sent
  made_at timestamptz not null,
  attempts integer not null default 0,
  next_at timestamptz,                  -- null: delivered, or given up
  delivered_at timestamptz,
  trouble text,
  unique (order_id, event)
);
create index ucp_webhook_due on ucp_webhook (next_at) where next_at is not null;

-- With which the shop signs; the private half is sealed under the installation key.
create table ucp_signing_key (
  kid text primary key,
  public_jwk jsonb not null,
  sealed bytea not null,
  made_at timestamptz not null
);
