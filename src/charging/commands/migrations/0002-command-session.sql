-- Who asked for a session to be stopped.
create index command_stopped_session on command ((input ->> 'sessionId'), id) where name = 'stop-session';
