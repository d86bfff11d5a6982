-- Since when a partner has not answered, once people were told; null: it answers.
alter table roaming_partner add column silent_since timestamptz;
