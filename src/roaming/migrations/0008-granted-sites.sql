-- Which of our published sites a partner sees, and where its drivers may charge; null: all of them.
alter table roaming_partner add column site_ids text[];
