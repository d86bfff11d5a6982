-- The trail of all nodes is read newest first, a page at a time.
create index audit_by_time on audit (at, node, seq);
