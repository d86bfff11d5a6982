-- How often a station came back by its old way from the step in hand.
alter table security_upgrade add column attempts smallint not null default 0;
