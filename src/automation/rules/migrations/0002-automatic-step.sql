-- Steps that disturbed a station without a person: no station gets more than two in a day, however many rules there are.
create table automatic_step (
  station_id text not null,
  at timestamptz not null,
  step text not null,
  taken_by text not null                  -- the rule, or whoever ran the playbook
);
create index automatic_step_station on automatic_step (station_id, at);
