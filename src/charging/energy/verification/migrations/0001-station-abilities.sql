-- What was learned of how a station takes charging profiles, beyond what it tells itself.
create table station_charging_ability (
  station_id text primary key references station (id) on delete cascade,
  findings text[] not null,
  pilots_a double precision[],
  -- By which purpose plans are sent: a station that ignores the plan of a session may follow a default or its maximum.
  purpose text not null,
  checked_at timestamptz not null
);
