-- Messages of one session and hour share an entry of the index; readers sort within the hour.
drop index meter_message_session;
create index meter_message_session on meter_message
  (station_id, session_ref, date_bin('1 hour', at, timestamptz '2000-01-01 00:00:00+00'));
