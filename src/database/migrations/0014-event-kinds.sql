-- Kinds of events bear the words of the glossary. No hash covers a kind, so the rows themselves are renamed, once, and readers need to
-- know no former names.
alter table event disable trigger event_is_append_only;
update event set kind = case kind
  when 'station-knocked' then 'station-pending'
  when 'halt-changed' then 'kill-switch-changed'
  when 'kept-settings-state' then 'desired-settings-state'
  when 'kept-tariff-state' then 'station-tariff-state'
  when 'session-cost-told' then 'session-cost-sent'
  when 'ev-needs-told' then 'ev-needs-reported'
  when 'ev-schedule-told' then 'ev-schedule-reported'
  when 'schedule-set' then 'charging-profile-set'
  when 'schedules-cleared' then 'charging-profiles-cleared'
  when 'schedules-reported' then 'charging-profiles-reported'
  when 'schedules-partly-reported' then 'charging-profiles-partly-reported'
  when 'schedule-planned' then 'charging-profile-planned'
  when 'planned-schedule-dropped' then 'planned-charging-profile-dropped'
end
where kind in (
  'station-knocked', 'halt-changed', 'kept-settings-state', 'kept-tariff-state', 'session-cost-told', 'ev-needs-told', 'ev-schedule-told', 'schedule-set', 'schedules-cleared', 'schedules-reported', 'schedules-partly-reported', 'schedule-planned', 'planned-schedule-dropped'
);
alter table event enable trigger event_is_append_only;
