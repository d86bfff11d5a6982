-- Exchanges get a number in the order they were written down: pages and followers go by it where times are equal.
alter table frame add column id bigint generated always as identity;
-- Which OCPP version was spoken, without which a frame can neither be read nor sent again.
alter table frame add column version text;
-- The number of the command that a call of ours belongs to.
alter table frame add column request_id integer;
