-- What nobody has acknowledged, for the list of what needs a person: few rows of a table that grows for ever.
create index security_event_open on security_event (happened_at desc) where acknowledged_at is null and severity <> 'notice';
