import { type ChangingIntent, type Intent, type IntentOf, isChanging } from '../intent.ts';
import { listDrivers, listProposals, listReservations, listTariffs, refusals } from './access-plans.ts';
import { change } from './change-plans.ts';
import { explainPlan, sitePlan } from './energy-plans.ts';
import type { Plan, Setting } from './plan.ts';
import { draftRule, report } from './report-plans.ts';
import { bookCategories, findBooks, findVehicles, vehicleChoices } from './shop-plans.ts';
import { diagnose, listSessions, listStations, sessionDetails, stationStatus } from './station-plans.ts';

type Reading = Exclude<Intent['intent'], ChangingIntent['intent'] | 'help'> | 'draft-rule';

const plans: { [Name in Reading]: (setting: Setting, intent: IntentOf<Name>) => Plan } = {
  'list-stations': listStations,
  'station-status': stationStatus,
  diagnose,
  'list-sessions': listSessions,
  'session-details': sessionDetails,
  report,
  refusals,
  'list-drivers': listDrivers,
  'list-reservations': listReservations,
  'list-tariffs': listTariffs,
  'list-proposals': listProposals,
  'draft-rule': draftRule,
  'explain-plan': explainPlan,
  'site-plan': sitePlan,
  'find-vehicles': findVehicles,
  'vehicle-choices': vehicleChoices,
  'find-books': findBooks,
  'book-categories': bookCategories,
};

export function planOf(setting: Setting, intent: Intent, isConfirmed: (readBack: string) => boolean): Plan {
  if (intent.intent === 'help') return saying(setting.texts.help);
  if (isChanging(intent) && intent.intent !== 'draft-rule') return change(setting, intent, isConfirmed);
  return (plans[intent.intent] as (setting: Setting, intent: Intent) => Plan)(setting, intent);
}

export function* saying(text: string): Plan {
  yield [];
  return text;
}
