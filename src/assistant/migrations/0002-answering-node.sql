-- Which node answers in it; null: nobody does.
alter table assistant_conversation add column answering_node uuid;
