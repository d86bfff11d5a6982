-- Sessions of agents of the older MCP protocol, so that any node can go on with them. They end by being deleted.
create table agent_session (
  id text primary key,
  principal text not null,
  address text not null,
  client jsonb not null,                  -- what the agent said of itself when it began
  subscriptions text[] not null default '{}',
  used_at timestamptz not null default now()
);
create index agent_session_use on agent_session (used_at);
