-- The key of every fact of a session begins with the session's name, so the unique index finds all of them and a second one over
-- the same rows is not needed. Keys compare byte by byte: their order must not depend on a language.
alter table event alter column key type text collate "C";
drop index event_session;

alter table event disable trigger event_is_append_only;
update event set key = 'session:' || (body ->> 'ref') || ':' || key
where kind in ('session-event', 'session-conflict', 'session-stop-matched', 'session-merged', 'session-closed-inferred')
  and key is not null and not starts_with(key, 'session:' || (body ->> 'ref') || ':');
alter table event enable trigger event_is_append_only;
