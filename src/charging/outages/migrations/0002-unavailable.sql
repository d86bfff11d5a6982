-- The causes bear the names of the connector statuses.
alter table outage drop constraint outage_cause_check;
update outage set cause = 'unavailable' where cause = 'out-of-service';
alter table outage add check (cause in ('faulted', 'unavailable', 'offline'));
update outage_station set state = replace(replace(replace(state::text,
  '"status": "free"', '"status": "available"'),
  '"status": "in-use"', '"status": "occupied"'),
  '"status": "out-of-service"', '"status": "unavailable"')::jsonb;
