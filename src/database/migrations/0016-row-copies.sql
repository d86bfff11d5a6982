-- What the last commit left in each row of the derived tables: `sigec database rebuild` compares them, and puts a row right by its copy.
-- Events leave out what names people and what is long, so these rows cannot be computed from events alone.
create table row_copy (
  relation text not null,
  -- Keys may be longer than an index takes.
  key_hash uuid not null,
  key jsonb not null,
  image jsonb not null,
  xid xid8 not null default pg_current_xact_id(),
  primary key (relation, key_hash)
);

-- The columns that the copies of each table hold.
create table row_copy_table (
  relation text primary key,
  columns text[] not null
);
