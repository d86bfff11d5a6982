import type { Intent } from '../intent.ts';
import { listDrivers, listReservations, listTariffs, refusals } from './access-plans.ts';
import { change } from './change-plans.ts';
import type { Plan, Setting } from './plan.ts';
import { listProposals } from './proposal-plans.ts';
import { report } from './report-plans.ts';
import { draftRule } from './rule-plan.ts';
import { listSessions, sessionDetails } from './session-plans.ts';
import { bookCategories, findBooks, findVehicles, vehicleChoices } from './shop-plans.ts';
import { diagnose, listStations, stationStatus } from './station-plans.ts';

/** How an intent is carried out with tools. */
export function planOf(setting: Setting, intent: Intent, isConfirmed: (readBack: string) => boolean): Plan {
  switch (intent.intent) {
    case 'help':
      return saying(setting.texts.help);
    case 'list-stations':
      return listStations(setting, intent);
    case 'station-status':
      return stationStatus(setting, intent);
    case 'diagnose':
      return diagnose(setting, intent);
    case 'list-sessions':
      return listSessions(setting, intent);
    case 'session-details':
      return sessionDetails(setting, intent);
    case 'report':
      return report(setting, intent);
    case 'refusals':
      return refusals(setting, intent);
    case 'list-drivers':
      return listDrivers(setting, intent);
    case 'list-reservations':
      return listReservations(setting, intent);
    case 'list-tariffs':
      return listTariffs(setting);
    case 'list-proposals':
      return listProposals(setting);
    case 'draft-rule':
      return draftRule(setting, intent);
    case 'find-vehicles':
      return findVehicles(setting, intent);
    case 'vehicle-choices':
      return vehicleChoices(setting, intent);
    case 'find-books':
      return findBooks(setting, intent);
    case 'book-categories':
      return bookCategories(setting);
    default:
      return change(setting, intent, isConfirmed);
  }
}

/** A plan that asks nobody. */
export function* saying(text: string): Plan {
  yield [];
  return text;
}
