-- A station sends the same words with every message: measurands, units, phases, locations and contexts, in the same order. Such a
-- list is a shape and is kept once; its messages name it and keep their numbers.
create table meter_shape (
  -- The beginning of the SHA-256 of its words, so that whoever writes a message knows it without asking.
  id bigint primary key,
  -- A list like meter_message.samples, without the numbers.
  words jsonb not null
);

-- A message is a shape with its readings, or, where these do not say all of it, its samples. Rows of before have samples. No
-- foreign key: it would be looked up for every row, and the shape is always written before it.
alter table meter_message
  alter column samples drop not null,
  add column shape_id bigint,
  add column readings double precision[],
  add constraint meter_message_form check (
    (shape_id is null) = (samples is not null) and (shape_id is null) = (readings is null)
  );
