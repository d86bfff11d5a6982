-- A cap is looked at again after a day, and what was learned of a firmware ends with it.
alter table station_charging_ability add column pilots_at timestamptz, add column firmware_version text;
