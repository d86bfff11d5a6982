-- The names of OCPP: a charging profile has one or more charging schedules, each a list of periods.
alter table charging_schedule rename to charging_profile;
alter table charging_profile rename column schedule_id to charging_profile_id;
alter index charging_schedule_pkey rename to charging_profile_pkey;
alter index charging_schedule_place rename to charging_profile_evse;
update charging_profile set purpose = case purpose
  when 'station-max' then 'charging-station-max-profile'
  when 'session-default' then 'tx-default-profile'
  when 'session' then 'tx-profile'
  when 'external' then 'charging-station-external-constraints'
  when 'priority' then 'priority-charging'
  else purpose end;

alter table rate_period drop constraint rate_period_station_id_owner_plan_fkey;
alter table rate_curve_point drop constraint rate_curve_point_station_id_owner_plan_fkey;
alter table rate_price_level drop constraint rate_price_level_station_id_owner_plan_fkey;
alter table rate_plan rename to charging_schedule;
alter table rate_period rename to schedule_period;
alter table rate_curve_point rename to schedule_curve_point;
alter table rate_price_level rename to schedule_price_level;
alter table charging_schedule rename column plan to schedule;
alter table schedule_period rename column plan to schedule;
alter table schedule_curve_point rename column plan to schedule;
alter table schedule_price_level rename column plan to schedule;
update charging_schedule set owner = 'profile' || substr(owner, 9) where owner like 'schedule %';
update schedule_period set owner = 'profile' || substr(owner, 9) where owner like 'schedule %';
update schedule_curve_point set owner = 'profile' || substr(owner, 9) where owner like 'schedule %';
update schedule_price_level set owner = 'profile' || substr(owner, 9) where owner like 'schedule %';
alter table schedule_period add foreign key (station_id, owner, schedule) references charging_schedule on delete cascade;
alter table schedule_curve_point add foreign key (station_id, owner, schedule) references charging_schedule on delete cascade;
alter table schedule_price_level add foreign key (station_id, owner, schedule) references charging_schedule on delete cascade;

alter table ev_needs rename column schedule_id to charging_profile_id;
update ev_needs set reason = 'no-charging-profile' where reason = 'no-schedule';
alter table ev_schedule rename column chosen_plan to chosen_schedule;
