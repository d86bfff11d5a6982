-- The effect as a sentence by its code, so that a person reads it in their own language; null where a tool has words of its own.
alter table proposal add column said jsonb;
