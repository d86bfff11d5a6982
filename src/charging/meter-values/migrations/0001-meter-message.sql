-- Meter values, one row per message, dropped by the week. Weeks go by the time of arrival: a station's clock may say 1970 or 2099,
-- and then nothing could be made ahead or forgotten in time. A row without a week of its own waits in the rest.
alter table meter_message rename to meter_message_before;
alter table meter_message_rest rename to meter_message_rest_before;
alter index meter_message_session rename to meter_message_session_before;

create table meter_message (
  station_id text not null,
  session_ref text,
  evse_id integer,
  -- By the station's clock.
  at timestamptz not null,
  received_at timestamptz not null,
  -- What a sample leaves out: the time when it is the message's, words that mean what OCPP means when it leaves them out, nulls.
  samples jsonb not null
) partition by range (received_at);
create table meter_message_rest partition of meter_message default;
create index meter_message_session on meter_message (station_id, session_ref, at);

do $$
declare
  week date;
begin
  for week in select distinct date_trunc('week', received_at, 'UTC') at time zone 'UTC' from meter_message_before loop
    execute format(
      'create table %I partition of meter_message for values from (%L) to (%L)',
      'meter_message_' || to_char(week, 'YYYY_MM_DD'), week || 'T00:00:00Z', (week + 7) || 'T00:00:00Z'
    );
  end loop;
end
$$;
insert into meter_message (station_id, session_ref, evse_id, at, received_at, samples)
select station_id, session_ref, evse_id, at, received_at, samples from meter_message_before;
drop table meter_message_before;

-- The keys by which the meters of a station sign. Meters are swapped, so each key has its time; null has no end on that side.
create table meter_key (
  station_id text not null references station (id),
  evse_id integer not null,
  -- The beginning of the key's SHA-256.
  id text not null,
  -- A SubjectPublicKeyInfo in DER, Base64.
  public_key text not null,
  curve text not null,
  valid_from timestamptz,
  valid_to timestamptz,
  set_at timestamptz not null,
  set_by text not null
);
create index meter_key_station on meter_key (station_id, evse_id);
