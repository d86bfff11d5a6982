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
import { findingWords } from '../problems/finding.ts';
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

const place = { en: '[{station}][ connector {connector}]', 'pt-BR': '[{station}][ conector {connector}]' };
/** Not of one station: what they are about is no fact of a sentence. */
const ofManyStations = {
  'firmware-regression': ['a firmware gives more trouble than others', 'um firmware dá mais problemas que outros'],
  'model-prone': ['a model gives more trouble than others', 'um modelo dá mais problemas que outros'],
} as const;

/** The title of each kind of finding, with its outcome. */
function titles(ended: { en: string; 'pt-BR': string }) {
  const each = findingKind.options.map((kind) => {
    const [en, pt] =
      kind === 'firmware-regression' || kind === 'model-prone' ? ofManyStations[kind] : findingWords[`finding-${kind}`];
    return [
      `findingKind=${kind}`,
      {
        en: `${en.replace('{place}', place.en)}${ended.en}`,
        'pt-BR': `${pt.replace('{place}', place['pt-BR'])}${ended['pt-BR']}`,
      },
    ] as const;
  });
  return Object.fromEntries(each);
}

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
    titles({ en: '', 'pt-BR': '' }),
  ),
  'finding-closed': defineEvent(
    { ...about, verdict: findingVerdict, actualCause: findingCause.nullable(), note: textOrNull, isByItself: boolean },
    '[{station}][ connector {connector}] finding closed[: {findingKind}][, {verdict}]',
    '[{station}][ conector {connector}] diagnóstico encerrado[: {findingKind}][, {verdict}]',
    titles({ en: ' (finding closed)', 'pt-BR': ' (diagnóstico encerrado)' }),
  ),
};
