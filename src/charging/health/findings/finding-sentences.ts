import type { FindingKind, RemedyStep } from '#contract/findings/finding.ts';
import { type Sentence, sentenceOf } from '#contract/problems/problem-words.ts';
import type { Figures, FindingRow } from './finding-store.ts';

type Place = Pick<FindingRow, 'kind' | 'stationId' | 'evseId' | 'connectorId' | 'model' | 'firmwareVersion'>;

/** What it is, at which place. What a station calls itself is only ever a value of the sentence. */
export function titleOf({ kind, stationId, evseId, connectorId, model, firmwareVersion }: Place): Sentence {
  const ofModel = model ?? '?';
  if (kind === 'firmware-regression')
    return sentenceOf('finding-firmware-regression', { firmware: firmwareVersion ?? '?', model: ofModel });
  if (kind === 'model-prone') return sentenceOf('finding-model-prone', { model: ofModel });
  const connector = connectorId === null || connectorId === 1 ? `${evseId}` : `${evseId}.${connectorId}`;
  const place =
    evseId === null
      ? (stationId ?? ofModel)
      : sentenceOf('place-of-connector', { stationId: stationId ?? ofModel, connector });
  return sentenceOf(`finding-${kind}`, { place });
}

export function whyOf(kind: FindingKind, { count = 0, of = 0, hours = 0, now = 0, usual = 0 }: Figures): Sentence {
  return { code: `finding-why-${kind}`, values: { count, of, hours, now, usual } };
}

export function adviceOf(step: RemedyStep): Sentence {
  return sentenceOf(`remedy-${step}`);
}
