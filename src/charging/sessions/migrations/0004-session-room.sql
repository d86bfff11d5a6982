-- A running session's row changes with every meter value: room on its page keeps those updates out of the indexes (HOT).
alter table session set (fillfactor = 60);
