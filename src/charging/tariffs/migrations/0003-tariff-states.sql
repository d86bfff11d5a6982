alter table kept_tariff drop constraint kept_tariff_state_check;
update kept_tariff set state = case state when 'in-step' then 'in-sync' else 'pending' end where state in ('in-step', 'waiting');
alter table kept_tariff add check (state in ('in-sync', 'pending', 'refused', 'not-supported'));
