-- What else was charged for a session is looked for with each record.
create index roaming_object_session on roaming_object (partner_id, (body ->> 'sessionId')) where module = 'cdrs';
create index roaming_object_start on roaming_object (partner_id, (body ->> 'startDateTime')) where module = 'cdrs';

-- Some partners give one response_url for all their commands: what was asked tells a repetition from another command.
alter table roaming_command add column request_hash text not null default '';
drop index roaming_command_once;
create index roaming_command_repeated on roaming_command (partner_id, response_url, request_hash) where direction = 'in';
