-- When a settlement was compared with its bill, and booked; a bill that changed since is compared again.
alter table settlement add compared_at timestamptz;
create index settlement_compared on settlement (received_at) where compared_at is null;
