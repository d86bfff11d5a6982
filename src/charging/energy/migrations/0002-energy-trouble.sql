-- What is wrong with the energy of a site, and since when. One that ended may begin again.
create table energy_trouble (
  site_id text not null references site (id) on delete cascade,
  trouble text not null,
  -- The node, meter or station that it is about.
  subject text not null,
  station_id text references station (id) on delete cascade,
  -- What was said of it when it began, as a sentence with its values.
  title jsonb not null,
  since timestamptz not null,
  ended_at timestamptz,
  primary key (site_id, trouble, subject)
);
