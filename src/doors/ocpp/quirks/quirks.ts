import type { OcppVersion } from '#contract/stations/station.ts';
import type { ConductRule, ReadingRule, RepairRule } from './quirk.ts';
import {
  emptyForAbsent,
  emptyIdTag,
  emptyList,
  emptyPayload,
  emptyVendor,
  missingBootReason,
  missingErrorCode,
  missingIdTag,
  missingMeterStop,
  missingTransactionId,
  missingVendor,
  nullForAbsent,
} from './rules/absent.ts';
import { errorCodeSpelling, lateAnswer, noBootAfterReconnect } from './rules/conduct.ts';
import { impossibleTransactionId, unreadableEventField, unreadableSample } from './rules/sessions.ts';
import { clockBefore2000, timestampForm, timestampMissing } from './rules/times.ts';
import {
  booleanAsText,
  fractionForInteger,
  numberAsText,
  objectAsText,
  singleForList,
  textAsNumber,
} from './rules/types.ts';
import {
  extraField,
  letterCase,
  overLongText,
  overLongToken,
  unitHertz,
  unitSpelling,
  unknownSampleWord,
  unknownWord,
} from './rules/words.ts';

/** In the order they are tried: what says more about a flaw stands before what says less. */
export const repairRules: readonly RepairRule[] = [
  emptyPayload,
  nullForAbsent,
  unitHertz,
  letterCase,
  unitSpelling,
  emptyForAbsent,
  timestampForm,
  timestampMissing,
  numberAsText,
  booleanAsText,
  objectAsText,
  textAsNumber,
  fractionForInteger,
  singleForList,
  emptyList,
  missingVendor,
  missingBootReason,
  missingErrorCode,
  missingIdTag,
  missingTransactionId,
  missingMeterStop,
  unknownSampleWord,
  unreadableSample,
  unknownWord,
  unreadableEventField,
  overLongToken,
  overLongText,
  extraField,
];

export const readingRules: readonly ReadingRule[] = [clockBefore2000, impossibleTransactionId, emptyVendor, emptyIdTag];

const conductRules: readonly ConductRule[] = [noBootAfterReconnect, lateAnswer, errorCodeSpelling];

/** Every rule there is, for whoever lists and switches them. */
export const quirks = [...repairRules, ...readingRules, ...conductRules];

/** Which values of a message may make no sense; most messages have none. */
export function readingsOf(version: OcppVersion): ReadonlyMap<string, readonly ReadingRule[]> {
  const byAction = new Map<string, ReadingRule[]>();
  for (const rule of readingRules.filter(({ versions }) => versions.includes(version))) {
    for (const action of rule.actions) byAction.set(action, [...(byAction.get(action) ?? []), rule]);
  }
  return byAction;
}
