-- A station that was turned away: its boots are answered with Rejected until a person accepts it.
alter table station
  add column rejected_at timestamptz,
  add column rejected_by text,
  add column rejected_why text;
