-- What a person's own assistant may call unasked, has to ask about, or never calls: the rules of one person, by pattern.
create table assistant_permission (
  owner text primary key,
  rules jsonb not null
);
