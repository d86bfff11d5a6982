-- The words of reconciliation: a desired setting is in sync, or it is pending.
alter table kept_setting rename to desired_setting;
alter table desired_setting drop constraint kept_setting_state_check;
update desired_setting set state = case state when 'in-step' then 'in-sync' else 'pending' end where state in ('in-step', 'waiting');
alter table desired_setting
  add check (state in ('in-sync', 'awaits-reboot', 'pending', 'refused', 'unknown-to-station', 'not-in-version'));
