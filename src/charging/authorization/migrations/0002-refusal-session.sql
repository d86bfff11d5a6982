-- Whose token it was and for which session it was shown: a session whose token was refused does not count as one that they have.
alter table refusal
  add driver_id uuid,
  add session_ref text;
create index refusal_session on refusal (station_id, session_ref) where session_ref is not null;
create index refusal_token on refusal (token_id, happened_at desc) where token_id is not null;
create index refusal_driver on refusal (driver_id, happened_at desc) where driver_id is not null;
