alter table local_list drop constraint local_list_state_check;
update local_list set state = case state when 'in-step' then 'in-sync' when 'station-lies' then 'version-mismatch' else 'pending' end
  where state in ('in-step', 'station-lies', 'waiting');
alter table local_list add check (state in ('in-sync', 'pending', 'refused', 'version-mismatch', 'unsupported'));
