-- Who came as a station: the last few, let in or not.
create table station_sign_in (
  station_id text not null,
  at timestamptz not null,
  address text not null,
  profile smallint,
  reason text,
  primary key (station_id, at)
);

alter table security_event add column severity text not null default 'notice';
update security_event set severity = case
  when type in ('FirmwareUpdated', 'SettingSystemTime', 'StartupOfTheDevice', 'ResetOrReboot') then 'notice'
  when is_critical then 'critical'
  else 'warning' end;
create index security_event_severity on security_event (station_id, severity, happened_at desc);
