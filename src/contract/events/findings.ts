import {
  cohort,
  findingCause,
  findingDetector,
  findingEvidence,
  findingKind,
  findingSeverity,
  findingVerdict,
  remedyStep,
} from '../findings/finding.ts';
import { boolean, defineEvent, facts, list, number, numberOrNull, text, textOrNull } from './define-event.ts';

/** What stands in the event of a finding, so that whoever reacts to it need not look it up. */
const about = {
  findingId: text,
  findingKind,
  evseId: numberOrNull,
  connectorId: numberOrNull,
  cohort: cohort.nullable(),
  severity: findingSeverity,
  cause: findingCause,
  code: textOrNull,
};

/** What detectors noticed, and what it turned out to be. */
export const findingEvents = {
  'finding-opened': defineEvent(
    {
      ...about,
      detector: findingDetector,
      risk: number,
      horizonHours: number,
      action: remedyStep,
      figures: facts,
      evidence: list(findingEvidence),
    },
    '[{station}][ connector {connector}] trouble foreseen or found[: {findingKind}]',
    '[{station}][ conector {connector}] problema previsto ou encontrado[: {findingKind}]',
  ),
  'finding-closed': defineEvent(
    { ...about, verdict: findingVerdict, actualCause: findingCause.nullable(), note: textOrNull, isByItself: boolean },
    '[{station}][ connector {connector}] finding closed[: {findingKind}][, {verdict}]',
    '[{station}][ conector {connector}] diagnóstico encerrado[: {findingKind}][, {verdict}]',
  ),
};
