import type { RemedyStep } from '#contract/findings/finding.ts';
import { type Sentence, sentenceOf } from '#contract/problems/problem-words.ts';
import type { FindingRow } from './finding-store.ts';

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

type Why = Pick<FindingRow, 'kind' | 'figures' | 'detector' | 'evidence'>;

/** A kind is noticed by several detectors, each with figures of its own: what was counted chooses the sentence. */
export function whyOf({ kind, figures, detector, evidence }: Why): Sentence {
  const { count = 0, of = 0, hours = 0, now = 0, usual = 0 } = figures;
  const signal = evidence.at(-1)?.signal ?? '';
  const isSilence = signal === 'link-lost' && detector === 'threshold';
  const about = kind === 'safety' ? kind : isSilence ? 'silent' : (reasonOf[signal] ?? kind);
  return { code: `finding-why-${about}`, values: { count, of, hours, now, usual } };
}

const reasonOf: Readonly<Record<string, string>> = {
  'start-failed': 'starts-failing',
  'seconds-to-energy': 'late-energy',
  'contactor-fault': 'relay-failing',
  'no-energy': 'relay-failing',
  'lock-fault': 'lock-failing',
  'unlock-failed': 'lock-failing',
  'temperature-rise': 'overheating',
  'too-hot': 'too-hot',
  'meter-interval': 'meter-rhythm',
  'register-stuck': 'meter-count',
  'register-fell': 'meter-count',
  'meter-fault': 'meter-count',
  restarted: 'restarting',
  'link-lost': 'link-unstable',
  'answer-seconds': 'answers-slow',
  'clock-ahead': 'clock-drifting',
  'power-share': 'power-low',
  fault: 'fault-recurring',
  faulted: 'out-of-order',
};

export function adviceOf(step: RemedyStep): Sentence {
  return sentenceOf(`remedy-${step}`);
}
