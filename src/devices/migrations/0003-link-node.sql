-- Which node holds the connection.
alter table device add column link_node uuid;
