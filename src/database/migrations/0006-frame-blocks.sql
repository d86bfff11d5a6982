-- The flight recorder keeps exchanges in compressed blocks: a fifth of the disk, and a fraction of the work of a row each.
-- What the recorder held before is dropped; the ledger is not touched.
drop table frame;
create table frame_block (
  id bigint generated always as identity,
  -- Stations are spread over a fixed number of shelves, and a block holds exchanges of one shelf.
  shelf smallint not null,
  from_at timestamptz not null,
  to_at timestamptz not null,
  frames bytea not null
) partition by range (to_at);
create index frame_block_shelf on frame_block (shelf, to_at, id);
-- They are compressed already.
alter table frame_block alter column frames set storage external;

-- The events of stations are far too many to be looked up by kind; readers of these kinds walk the ledger itself.
drop index event_kind;
create index event_kind on event (kind, xid, id) where kind not in ('session-event', 'meter-values', 'connector-status', 'token-accepted');
