-- Commands about charging profiles bear the names of OCPP.
create function pg_temp.renamed(body jsonb) returns jsonb language sql immutable as $$
  select jsonb_object_agg(
    case key
      when 'scheduleId' then 'chargingProfileId'
      when 'scheduleIds' then 'chargingProfileIds'
      when 'schedule' then 'chargingProfile'
      when 'hasSchedules' then 'hasChargingProfiles'
      else key end,
    case
      when key <> 'purpose' then value
      when value = '"station-max"' then '"charging-station-max-profile"'
      when value = '"session-default"' then '"tx-default-profile"'
      when value = '"session"' then '"tx-profile"'
      when value = '"external"' then '"charging-station-external-constraints"'
      when value = '"priority"' then '"priority-charging"'
      else value end)
  from jsonb_each(body)
$$;
update command set input = coalesce(pg_temp.renamed(input), '{}'), answer = coalesce(pg_temp.renamed(answer), answer)
  where name in ('set-schedule', 'clear-schedules', 'get-schedules', 'update-dynamic-schedule')
    or (name = 'start-session' and input ? 'schedule');
update command set name = case name
  when 'set-schedule' then 'set-charging-profile'
  when 'clear-schedules' then 'clear-charging-profiles'
  else 'get-charging-profiles' end
  where name in ('set-schedule', 'clear-schedules', 'get-schedules');
drop function pg_temp.renamed(jsonb);
