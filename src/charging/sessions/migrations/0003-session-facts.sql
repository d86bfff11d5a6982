-- What a session is folded from is more than what its station told: conflicts, ends that were matched with it, closings.
-- Every fact has a key, so that it is one however often it is recorded.
drop index event_session;
create index event_session on event (station_id, (body ->> 'ref'), xid, id)
  where kind in ('session-event', 'session-conflict', 'session-stop-matched', 'session-merged', 'session-closed-inferred')
    and key is not null;
