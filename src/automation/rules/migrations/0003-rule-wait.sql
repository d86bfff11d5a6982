-- What triggered a rule that wants it to last, until it has. One for each place: the newest begins anew, the opposite takes it away.
create table rule_wait (
  rule_id uuid not null references rule (id),
  place text not null,
  event jsonb not null,
  due_at timestamptz not null,
  primary key (rule_id, place)
);
create index rule_wait_due on rule_wait (due_at);
