-- Events of one kind are read without walking through all others.
create index event_kind on event (kind, xid, id);
