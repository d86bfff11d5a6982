// From the files beside it, by `npm run generate`.
import access from './en/access.json' with { type: 'json' };
import assistant from './en/assistant.json' with { type: 'json' };
import bill from './en/bill.json' with { type: 'json' };
import books from './en/books.json' with { type: 'json' };
import consent from './en/consent.json' with { type: 'json' };
import devices from './en/devices.json' with { type: 'json' };
import equipment from './en/equipment.json' with { type: 'json' };
import fleetMap from './en/fleet-map.json' with { type: 'json' };
import fleet from './en/fleet.json' with { type: 'json' };
import killSwitch from './en/kill-switch.json' with { type: 'json' };
import now from './en/now.json' with { type: 'json' };
import palette from './en/palette.json' with { type: 'json' };
import parts from './en/parts.json' with { type: 'json' };
import people from './en/people.json' with { type: 'json' };
import proposals from './en/proposals.json' with { type: 'json' };
import reports from './en/reports.json' with { type: 'json' };
import reservations from './en/reservations.json' with { type: 'json' };
import security from './en/security.json' with { type: 'json' };
import sessions from './en/sessions.json' with { type: 'json' };
import settings from './en/settings.json' with { type: 'json' };
import shell from './en/shell.json' with { type: 'json' };
import sites from './en/sites.json' with { type: 'json' };
import stationSecurity from './en/station-security.json' with { type: 'json' };
import station from './en/station.json' with { type: 'json' };
import tariffs from './en/tariffs.json' with { type: 'json' };
import vehicles from './en/vehicles.json' with { type: 'json' };

export const en = {
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
