-- What a partner charged for a driver of ours is a booking like those of our own stations; `station_id` is the place as the partner names it.
alter table bill_entry drop constraint bill_entry_kind_check,
  add constraint bill_entry_kind_check check (kind in ('charge', 'adjustment', 'correction', 'reservation', 'roaming')),
  add partner_id uuid,
  add record_id text,
  add started_at timestamptz,
  add energy_mwh numeric(20, 0),
  add check (num_nonnulls(partner_id, record_id) = case kind when 'roaming' then 2 else 0 end);
-- Each record of a partner is billed once.
create unique index bill_entry_record on bill_entry (partner_id, record_id) where partner_id is not null;

-- Records of partners that are booked as our debt and have yet to be billed to the driver.
create table roaming_bill_due (
  partner_id uuid not null,
  record_id text not null,
  due_at timestamptz not null,
  primary key (partner_id, record_id)
);
