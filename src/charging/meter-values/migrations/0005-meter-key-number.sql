-- A row needs a name by which its copy is found; the id of a key is the station's and may come twice.
alter table meter_key add column number bigint generated always as identity primary key;
