-- Whether its person may approve what they asked for themselves, in their agent's own window.
alter table principal_key add column approves_by_elicitation boolean not null default false;
