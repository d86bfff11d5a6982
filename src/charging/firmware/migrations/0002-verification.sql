-- Whether certificate and image of a signed update were looked at here before it was sent; null: it is not signed.
alter table firmware_job add column verification text;
alter table firmware_job add column verification_reason text;
