import { type ChangingIntent, type EachIntent, type Intent, type IntentOf, isChanging, isRisky } from '../intent.ts';
import { listDrivers, listProposals, listReservations, listTariffs, refusals } from './access-plans.ts';
import { callPlan } from './call-plan.ts';
import { change } from './change-plans.ts';
import { diagnose } from './diagnose-plan.ts';
import { explainPlan, sitePlan } from './energy-plans.ts';
import { foresee } from './health-plans.ts';
import { type Plan, Reply, type Setting } from './plan.ts';
import { draftRule, report } from './report-plans.ts';
import { bookCategories, findBooks, findVehicles, vehicleChoices } from './shop-plans.ts';
import { listSessions, listStations, sessionDetails, stationStatus } from './station-plans.ts';
import { wishesForEach } from './target-plans.ts';

type Reading =
  | Exclude<Intent['intent'], ChangingIntent['intent'] | 'help' | 'call' | 'several' | 'each'>
  | 'draft-rule';

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
  foresee,
  'find-vehicles': findVehicles,
  'vehicle-choices': vehicleChoices,
  'find-books': findBooks,
  'book-categories': bookCategories,
};

export function planOf(setting: Setting, intent: Intent, isConfirmed: (readBack: string) => boolean): Plan {
  if (intent.intent === 'help') return saying(setting.texts.help);
  if (intent.intent === 'several') return several(setting, intent.wishes, isConfirmed);
  if (intent.intent === 'each') return forEach(setting, intent, isConfirmed);
  if (intent.intent === 'call') return callPlan(setting, intent, isConfirmed);
  if (isChanging(intent) && intent.intent !== 'draft-rule') return change(setting, intent, isConfirmed);
  return (plans[intent.intent] as (setting: Setting, intent: Intent) => Plan)(setting, intent);
}

function* forEach(setting: Setting, intent: EachIntent, isConfirmed: (readBack: string) => boolean): Plan {
  return yield* several(setting, yield* wishesForEach(setting, intent), isConfirmed);
}

/** One after the other. Changes are read back together, and called after one yes to all of them. */
function* several(setting: Setting, wishes: readonly Intent[], isConfirmed: (readBack: string) => boolean): Plan {
  if (!wishes.some(isRisky)) return yield* all(setting, wishes, () => false);
  const parts: string[] = [];
  for (const wish of wishes) {
    const readBack = yield* planOf(setting, wish, () => false);
    const what = /\*\*(.*?)\*\*/s.exec(readBack)?.[1];
    if (what === undefined || readBack !== setting.texts.readBack(what)) return readBack; // a question
    parts.push(what);
  }
  const together = setting.texts.readBack(parts.join(' · '));
  return isConfirmed(together) ? yield* all(setting, wishes, () => true) : together;
}

function* all(setting: Setting, wishes: readonly Intent[], isConfirmed: () => boolean): Plan {
  const parts: string[] = [];
  for (const wish of wishes) {
    try {
      parts.push(yield* planOf(setting, wish, isConfirmed));
    } catch (error) {
      if (!(error instanceof Reply)) throw error;
      parts.push(error.say);
    }
  }
  return parts.join('\n\n');
}

export function* saying(text: string): Plan {
  yield [];
  return text;
}
