-- The bytes of files, in parts of a size that is read and written in one go: log files of stations and images of firmware.
create table file_part (
  file_id uuid not null,
  number integer not null,
  content bytea not null,
  primary key (file_id, number)
);
-- What is in there is packed already, or read once.
alter table file_part alter column content set storage external;
