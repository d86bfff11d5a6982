-- A reservation may begin later, and says who made it and why it was lost.
alter table reservation
  add starts_at timestamptz,
  add created_by text,
  add why text,
  -- Since when the station has kept it; null: it never did, so nobody owes anything for it.
  add kept_at timestamptz,
  -- It was given back while its station could not be told: told once it is back, unless the time is over by then.
  add is_cancel_untold boolean not null default false,
  -- As it was before a change that the station has yet to take; null: nothing is being changed.
  add replaced jsonb,
  -- Since when somebody has to look at what it costs; null: that is settled.
  add fee_due_at timestamptz;
update reservation set starts_at = created_at, kept_at = case when status = 'active' or code = 'Accepted' then created_at end;
alter table reservation alter starts_at set not null;

-- Until now nobody looked at the clock, and nothing kept two of them from the same EVSE.
update reservation set status = 'expired', ended_at = expires_at where status in ('asked', 'active') and expires_at <= now();
update reservation as older set status = 'removed', ended_at = now(), why = 'A later reservation of the same EVSE took its place.'
where status in ('asked', 'active') and exists (
  select from reservation as later
  where later.station_id = older.station_id and later.evse_id = older.evse_id and later.status in ('asked', 'active')
    and (later.created_at, later.id) > (older.created_at, older.id)
);

-- Of one EVSE there is one reservation at a time. Ranges of one number stand for "equal", so that no extension is needed.
alter table reservation add constraint reservation_one_at_a_time exclude using gist (
  int8range(hashtextextended(station_id, 0) >> 1, hashtextextended(station_id, 0) >> 1, '[]') with &&,
  int4range(evse_id, evse_id, '[]') with &&,
  tstzrange(starts_at, expires_at) with &&
) where (evse_id is not null and status in ('planned', 'asked', 'active'));

drop index reservation_open;
create index reservation_open on reservation (station_id) where status in ('planned', 'asked', 'active') or is_cancel_untold;
create index reservation_session on reservation (station_id, session_ref) where session_ref is not null;
create index reservation_fee_due on reservation (fee_due_at) where fee_due_at is not null;
create index reservation_token on reservation (token_id) where status in ('planned', 'asked', 'active');
