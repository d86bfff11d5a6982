import type { OcppVersion } from '#contract/stations/station.ts';
import type { ConductRule, ReadingRule, RepairRule } from './quirk.ts';
import { booleanAsText } from './rules/boolean-as-text.ts';
import { clockBefore2000 } from './rules/clock-before-2000.ts';
import { emptyForAbsent } from './rules/empty-for-absent.ts';
import { emptyIdTag } from './rules/empty-id-tag.ts';
import { emptyList } from './rules/empty-list.ts';
import { emptyPayload } from './rules/empty-payload.ts';
import { emptyVendor } from './rules/empty-vendor.ts';
import { errorCodeSpelling } from './rules/error-code-spelling.ts';
import { extraField } from './rules/extra-field.ts';
import { fractionForInteger } from './rules/fraction-for-integer.ts';
import { impossibleTransactionId } from './rules/impossible-transaction-id.ts';
import { lateAnswer } from './rules/late-answer.ts';
import { letterCase } from './rules/letter-case.ts';
import { missingBootReason } from './rules/missing-boot-reason.ts';
import { missingErrorCode } from './rules/missing-error-code.ts';
import { missingIdTag } from './rules/missing-id-tag.ts';
import { missingMeterStop } from './rules/missing-meter-stop.ts';
import { missingTransactionId } from './rules/missing-transaction-id.ts';
import { missingVendor } from './rules/missing-vendor.ts';
import { noBootAfterReconnect } from './rules/no-boot-after-reconnect.ts';
import { nullForAbsent } from './rules/null-for-absent.ts';
import { numberAsText } from './rules/number-as-text.ts';
import { objectAsText } from './rules/object-as-text.ts';
import { overLongText } from './rules/over-long-text.ts';
import { overLongToken } from './rules/over-long-token.ts';
import { singleForList } from './rules/single-for-list.ts';
import { textAsNumber } from './rules/text-as-number.ts';
import { timestampForm } from './rules/timestamp-form.ts';
import { timestampMissing } from './rules/timestamp-missing.ts';
import { unitHertz } from './rules/unit-hertz.ts';
import { unitSpelling } from './rules/unit-spelling.ts';
import { unknownSampleWord } from './rules/unknown-sample-word.ts';
import { unknownWord } from './rules/unknown-word.ts';
import { unreadableEventField } from './rules/unreadable-event-field.ts';
import { unreadableSample } from './rules/unreadable-sample.ts';

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
