-- The network that a device first asked from: strangers who invent devices push out their own, not those of others.
alter table device add column asked_from text;
