-- A node that is given nobody new, since it is to be ended or was asked to.
alter table node add column is_draining boolean not null default false;
