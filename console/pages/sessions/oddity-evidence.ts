import type { TFunction } from 'i18next';
import type { SessionOddity } from '#contract/sessions/oddity.ts';
import { energyText, powerText } from '../../text/quantities.ts';
import { exactTime } from '../../text/time.ts';

export type Saying = { t: TFunction; language: string; reason: (word: string | null) => string | null };

type EvidenceOf<Flag extends SessionOddity['flag']> = Extract<SessionOddity, { flag: Flag }>['evidence'];
type Teller = { [Flag in SessionOddity['flag']]: (evidence: EvidenceOf<Flag>, words: Words) => string[] };
type Words = ReturnType<typeof wordsOf>;

/** What shows that a session is odd, in sentences. */
export function evidenceLines(oddity: SessionOddity, saying: Saying): string[] {
  // The table has one teller per flag; TypeScript cannot see that flag and evidence belong together.
  const tell = tellers[oddity.flag] as (evidence: SessionOddity['evidence'], words: Words) => string[];
  return tell(oddity.evidence, wordsOf(saying));
}

function wordsOf({ t, language, reason }: Saying) {
  const unknown = t('session.unknown');
  return {
    t,
    time: (at: string) => exactTime(at, language),
    energy: (wh: number | null) => (wh === null ? unknown : energyText(wh, language)),
    power: (watts: number) => powerText(watts, language),
    reason: (word: string | null) => reason(word) ?? unknown,
    /** Long lists come cut; how many were left out is said. */
    each<Item>(items: readonly Item[], count: number, tell: (item: Item) => string | string[]): string[] {
      const leftOut = count - items.length;
      const more = leftOut > 0 ? [t('session.evidence.more', { count: leftOut })] : [];
      return [...items.flatMap(tell), ...more];
    },
  };
}

const tellers: Teller = {
  'no-start': ({ firstAt }, { t, time }) =>
    firstAt === null ? [] : [t('session.evidence.no-start', { time: time(firstAt) })],
  'has-gap': ({ missing, missingCount }, { t }) => {
    const ranges = missing.map(({ from, to }) => (from === to ? `${from}` : `${from}–${to}`)).join(', ');
    return [t('session.evidence.has-gap', { ranges, total: missingCount })];
  },
  'meter-reset': ({ falls, count }, { t, time, energy, each }) =>
    each(falls, count, ({ before, after }) => {
      const values = { time: time(after.at), before: energy(before.wh), after: energy(after.wh) };
      return t('session.evidence.meter-reset', values);
    }),
  suspect: ({ leaps, count }, { t, time, energy, power, each }) =>
    each(leaps, count, ({ before, after, watts, isCounted }) => {
      const registers = { before: energy(before.wh), after: energy(after.wh), power: power(watts) };
      const key = isCounted ? 'session.evidence.suspectCounted' : 'session.evidence.suspectNotCounted';
      return t(key, { time: time(after.at), ...registers });
    }),
  'relative-samples': ({ begin, end, firstSample, lastSample }, { t, energy }) => {
    const samples = { first: energy(firstSample.wh), last: energy(lastSample.wh) };
    return [t('session.evidence.relative-samples', { begin: energy(begin.wh), end: energy(end.wh), ...samples })];
  },
  'wrong-unit': ({ factor, begin, sample }, { t, time, energy }) => {
    const registers = { sample: energy(sample.wh), begin: energy(begin.wh) };
    return [t('session.evidence.wrong-unit', { time: time(sample.at), ...registers, factor })];
  },
  'split-samples': ({ moments, count }, { t, time, each }) =>
    each(moments, count, ({ at, phases }) =>
      t('session.evidence.split-samples', { time: time(at), phases: phases.join(', ') }),
    ),
  'seqno-unreliable': ({ events, count }, { t, time, each }) =>
    each(events, count, ({ seqNo, type, at }) =>
      t('session.evidence.seqno-unreliable', { seqNo: seqNo ?? '–', type, time: time(at) }),
    ),
  'was-offline': ({ events, from, to }, { t, time }) => [
    t('session.evidence.was-offline', { from: time(from), to: time(to), total: events }),
  ],
  'was-resumed': ({ resumes, count }, { t, time, each }) =>
    each(resumes, count, ({ at }) => t('session.evidence.was-resumed', { time: time(at) })),
  'several-ends': ({ ends, count }, { t, time, energy, reason, each }) =>
    each(ends, count, ({ at, registerWh, stopReason }) => {
      const values = { time: time(at), register: energy(registerWh), reason: reason(stopReason) };
      return t('session.evidence.several-ends', values);
    }),
  'ends-before-start': ({ startedAt, endedAt }, { t, time }) => [
    t('session.evidence.ends-before-start', { start: time(startedAt), end: time(endedAt) }),
  ],
  'clock-skew': ({ events, count }, { t, time, each }) =>
    each(events, count, ({ told, received }) =>
      t('session.evidence.clock-skew', { told: time(told), received: time(received) }),
    ),
  'clock-set-back': ({ before, after }, { t, time }) => [
    t('session.evidence.clock-set-back', { before: time(before), after: time(after) }),
  ],
  'unusable-value': ({ values, count }, { t, time, each }) =>
    each(values, count, ({ at, field, value }) =>
      t('session.evidence.unusable-value', { time: time(at), field, value }),
    ),
  conflict: ({ conflicts, count }, { t, time, each }) =>
    each(conflicts, count, ({ at, differences }) =>
      differences.map(({ field, first, second }) =>
        t('session.evidence.conflict', { time: time(at), field, first: shown(first), second: shown(second) }),
      ),
    ),
  overlaps: ({ others, count }, { t, time, each }) =>
    each(others, count, ({ ref, since }) => t('session.evidence.overlaps', { ref, since: time(since) })),
  'stop-matched': ({ orphanRef, stop, reasons }, words) => [
    matched(orphanRef, stop, words),
    ...(reasons.token === 'same' ? [words.t('session.evidence.sameToken')] : []),
    ...(reasons.evse === 'same' ? [words.t('session.evidence.sameEvse')] : []),
    ...(reasons.others > 0 ? [words.t('session.evidence.others', { count: reasons.others })] : []),
  ],
  'match-superseded': ({ orphanRef, stop }, words) => [matched(orphanRef, stop, words)],
  merged: ({ into }, { t }) => [t('session.evidence.merged', { into })],
  'closed-inferred': closed,
  'close-superseded': closed,
};

type End = EvidenceOf<'several-ends'>['ends'][number];

function matched(ref: string, { at, registerWh }: End, { t, time, energy }: Words): string {
  return t('session.evidence.stop-matched', { ref, time: time(at), register: energy(registerWh) });
}

function closed(evidence: EvidenceOf<'closed-inferred'>, { t, time }: Words): string[] {
  const { reason, since, lastHeardAt, decidedAt, asked } = evidence;
  return [
    t(`session.closeReason.${reason}`, { since: since === null ? '–' : time(since) }),
    t('session.evidence.heard', { heard: time(lastHeardAt), decided: time(decidedAt) }),
    ...asked.map(({ command, outcome }) => t('session.evidence.asked', { command, outcome })),
  ];
}

function shown(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '–');
}
