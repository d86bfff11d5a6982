-- The agent that works for the holder of another key, inside the server. It may no more than that key may.
alter table principal_key add column acts_for text references principal_key (id);
create unique index principal_key_acts_for on principal_key (acts_for) where acts_for is not null;

-- What people and their assistant said. The body is JSON as text: its texts may hold characters that jsonb refuses.
create table assistant_conversation (
  id uuid primary key,
  owner text not null references principal_key (id),
  title text not null,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  body text not null
);
create index assistant_conversation_owner on assistant_conversation (owner, changed_at desc);

-- Tools that somebody allowed their assistant for ever, as they were described then.
create table assistant_approval (
  owner text not null references principal_key (id),
  server text not null,
  tool text not null,
  hash text not null,
  primary key (owner, server, tool)
);
