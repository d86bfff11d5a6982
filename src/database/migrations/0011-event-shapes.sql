-- A station says the same words with every event of a kind. Such words are a shape and are kept once; its events name it and keep
-- what differs. Decision 0074 has the figures.
create table event_shape (
  -- The beginning of the SHA-256 of its words.
  id bigint primary key,
  -- A body in JSON with places for values, as format() takes it: 1 to 3 are made of the event's other columns.
  words text not null
);

-- An event has a body, or a shape with its values. No foreign key: it would be looked up for every row, and the shape is always
-- written before it.
alter table event
  alter column body drop not null,
  alter column flags drop not null,
  alter column flags drop default,
  add column shape_id bigint,
  -- JSON values, one after the other, with a unit separator between them.
  add column shape_values text,
  add constraint event_form check ((body is null) = (shape_id is not null));

-- What an event says, however it is kept.
create function body_of(event) returns jsonb language sql stable parallel safe as $$
  select coalesce($1.body, (
    select format(words, variadic array[
      to_json(to_char($1.happened_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))::text,
      to_json(substring($1.key from '^[^:]*:(.*):[^:]*$'))::text,
      substring($1.key from '[^:]*$')
    ] || string_to_array($1.shape_values, E'\x1f'))::jsonb
    from event_shape where id = $1.shape_id
  ))
$$;

-- Readers go by transaction, then number. Transactions alone are the index: events of one transaction share an entry.
alter table event drop constraint event_pkey;
create index event_order on event (xid);
drop index event_kind;
create index event_kind on event (kind, xid) where kind not in ('session-event', 'meter-values', 'connector-status', 'token-accepted');

-- Events of a station: spans of transactions, so that many share an entry; readers sort within a span.
create function event_span(xid8) returns integer language sql immutable parallel safe return ($1::text::bigint >> 14)::integer;
drop index event_station;
create index event_station on event (station_id, event_span(xid));
