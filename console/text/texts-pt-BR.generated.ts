// From the files beside it, by `npm run generate`.
import access from './pt-BR/access.json' with { type: 'json' };
import assistant from './pt-BR/assistant.json' with { type: 'json' };
import bill from './pt-BR/bill.json' with { type: 'json' };
import books from './pt-BR/books.json' with { type: 'json' };
import consent from './pt-BR/consent.json' with { type: 'json' };
import devices from './pt-BR/devices.json' with { type: 'json' };
import equipment from './pt-BR/equipment.json' with { type: 'json' };
import fleetMap from './pt-BR/fleet-map.json' with { type: 'json' };
import fleet from './pt-BR/fleet.json' with { type: 'json' };
import killSwitch from './pt-BR/kill-switch.json' with { type: 'json' };
import now from './pt-BR/now.json' with { type: 'json' };
import palette from './pt-BR/palette.json' with { type: 'json' };
import parts from './pt-BR/parts.json' with { type: 'json' };
import people from './pt-BR/people.json' with { type: 'json' };
import proposals from './pt-BR/proposals.json' with { type: 'json' };
import reports from './pt-BR/reports.json' with { type: 'json' };
import reservations from './pt-BR/reservations.json' with { type: 'json' };
import security from './pt-BR/security.json' with { type: 'json' };
import sessions from './pt-BR/sessions.json' with { type: 'json' };
import settings from './pt-BR/settings.json' with { type: 'json' };
import shell from './pt-BR/shell.json' with { type: 'json' };
import sites from './pt-BR/sites.json' with { type: 'json' };
import stationSecurity from './pt-BR/station-security.json' with { type: 'json' };
import station from './pt-BR/station.json' with { type: 'json' };
import tariffs from './pt-BR/tariffs.json' with { type: 'json' };
import vehicles from './pt-BR/vehicles.json' with { type: 'json' };

export const ptBR = {
  ...access,
  ...assistant,
  ...bill,
  ...books,
  ...consent,
  ...devices,
  ...equipment,
  ...fleetMap,
  ...fleet,
  ...killSwitch,
  ...now,
  ...palette,
  ...parts,
  ...people,
  ...proposals,
  ...reports,
  ...reservations,
  ...security,
  ...sessions,
  ...settings,
  ...shell,
  ...sites,
  ...stationSecurity,
  ...station,
  ...tariffs,
  ...vehicles,
};
