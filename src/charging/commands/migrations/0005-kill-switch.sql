alter table halt rename to kill_switch;
alter index halt_pkey rename to kill_switch_pkey;
update command set code = 'KillSwitch' where code = 'Halted' and status in ('not-sent', 'no-answer');
