// From the files beside it, by `npm run generate`.
import en_access from './en/access.json' with { type: 'json' };
import en_bill from './en/bill.json' with { type: 'json' };
import en_devices from './en/devices.json' with { type: 'json' };
import en_equipment from './en/equipment.json' with { type: 'json' };
import en_kill_switch from './en/kill-switch.json' with { type: 'json' };
import en_parts from './en/parts.json' with { type: 'json' };
import en_people from './en/people.json' with { type: 'json' };
import en_proposals from './en/proposals.json' with { type: 'json' };
import en_reports from './en/reports.json' with { type: 'json' };
import en_reservations from './en/reservations.json' with { type: 'json' };
import en_sessions from './en/sessions.json' with { type: 'json' };
import en_shell from './en/shell.json' with { type: 'json' };
import en_sites from './en/sites.json' with { type: 'json' };
import en_tariffs from './en/tariffs.json' with { type: 'json' };
import ptBR_access from './pt-BR/access.json' with { type: 'json' };
import ptBR_bill from './pt-BR/bill.json' with { type: 'json' };
import ptBR_devices from './pt-BR/devices.json' with { type: 'json' };
import ptBR_equipment from './pt-BR/equipment.json' with { type: 'json' };
import ptBR_kill_switch from './pt-BR/kill-switch.json' with { type: 'json' };
import ptBR_parts from './pt-BR/parts.json' with { type: 'json' };
import ptBR_people from './pt-BR/people.json' with { type: 'json' };
import ptBR_proposals from './pt-BR/proposals.json' with { type: 'json' };
import ptBR_reports from './pt-BR/reports.json' with { type: 'json' };
import ptBR_reservations from './pt-BR/reservations.json' with { type: 'json' };
import ptBR_sessions from './pt-BR/sessions.json' with { type: 'json' };
import ptBR_shell from './pt-BR/shell.json' with { type: 'json' };
import ptBR_sites from './pt-BR/sites.json' with { type: 'json' };
import ptBR_tariffs from './pt-BR/tariffs.json' with { type: 'json' };

export const en = {
  ...en_access,
  ...en_bill,
  ...en_devices,
  ...en_equipment,
  ...en_kill_switch,
  ...en_parts,
  ...en_people,
  ...en_proposals,
  ...en_reports,
  ...en_reservations,
  ...en_sessions,
  ...en_shell,
  ...en_sites,
  ...en_tariffs,
};

export const ptBR = {
  ...ptBR_access,
  ...ptBR_bill,
  ...ptBR_devices,
  ...ptBR_equipment,
  ...ptBR_kill_switch,
  ...ptBR_parts,
  ...ptBR_people,
  ...ptBR_proposals,
  ...ptBR_reports,
  ...ptBR_reservations,
  ...ptBR_sessions,
  ...ptBR_shell,
  ...ptBR_sites,
  ...ptBR_tariffs,
};
