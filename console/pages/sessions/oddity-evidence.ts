import type { TFunction } from 'i18next';
import type { SessionOddity } from '#contract/sessions/oddity.ts';
import { energyText, powerText } from '../../text/quantities.ts';
import { exactTime } from '../../text/time.ts';

export type Saying = { t: TFunction; language: string; reason: (word: string | null) => string | null };

type EvidenceOf<Flag extends SessionOddity['flag']> = Extract<SessionOddity, { flag: Flag }>['evidence'];
type Teller = { [Flag in SessionOddity['flag']]: (evidence: EvidenceOf<Flag>, saying: Saying) => string[] };

/** What shows that a session is odd, in sentences. */
export function evidenceLines(oddity: SessionOddity, saying: Saying): string[] {
  // The table has one teller per flag; TypeScript cannot see that flag and evidence belong together.
  const tell = tellers[oddity.flag] as (evidence: SessionOddity['evidence'], saying: Saying) => string[];
  return tell(oddity.evidence, saying);
}

const tellers: Teller = {
  'no-start': ({ firstAt }, { t, language }) =>
    firstAt === null ? [] : [t('session.evidence.no-start', { time: exactTime(firstAt, language) })],
  'has-gap': ({ missing, missingCount }, { t }) => {
    const ranges = missing.map(({ from, to }) => (from === to ? `${from}` : `${from}–${to}`)).join(', ');
    return [t('session.evidence.has-gap', { ranges, total: missingCount })];
  },
  'meter-reset': ({ falls, count }, saying) =>
    listed(falls, { count, saying }, ({ before, after }, { t, language }) => [
      t('session.evidence.meter-reset', {
        time: exactTime(after.at, language),
        before: energyText(before.wh, language),
        after: energyText(after.wh, language),
      }),
    ]),
  suspect: ({ leaps, count }, saying) =>
    listed(leaps, { count, saying }, ({ before, after, watts, isCounted }, { t, language }) => [
      t(isCounted ? 'session.evidence.suspectCounted' : 'session.evidence.suspectNotCounted', {
        time: exactTime(after.at, language),
        before: energyText(before.wh, language),
        after: energyText(after.wh, language),
        power: powerText(watts, language),
      }),
    ]),
  'relative-samples': ({ begin, end, firstSample, lastSample }, { t, language }) => [
    t('session.evidence.relative-samples', {
      begin: energyText(begin.wh, language),
      end: energyText(end.wh, language),
      first: energyText(firstSample.wh, language),
      last: energyText(lastSample.wh, language),
    }),
  ],
  'wrong-unit': ({ factor, begin, sample }, { t, language }) => [
    t('session.evidence.wrong-unit', {
      time: exactTime(sample.at, language),
      sample: energyText(sample.wh, language),
      begin: energyText(begin.wh, language),
      factor,
    }),
  ],
  'split-samples': ({ moments, count }, saying) =>
    listed(moments, { count, saying }, ({ at, phases }, { t, language }) => [
      t('session.evidence.split-samples', { time: exactTime(at, language), phases: phases.join(', ') }),
    ]),
  'seqno-unreliable': ({ events, count }, saying) =>
    listed(events, { count, saying }, ({ seqNo, type, at }, { t, language }) => [
      t('session.evidence.seqno-unreliable', { seqNo: seqNo ?? '–', type, time: exactTime(at, language) }),
    ]),
  'was-offline': ({ events, from, to }, { t, language }) => [
    t('session.evidence.was-offline', {
      from: exactTime(from, language),
      to: exactTime(to, language),
      total: events,
    }),
  ],
  'was-resumed': ({ resumes, count }, saying) =>
    listed(resumes, { count, saying }, ({ at }, { t, language }) => [
      t('session.evidence.was-resumed', { time: exactTime(at, language) }),
    ]),
  'several-ends': ({ ends, count }, saying) =>
    listed(ends, { count, saying }, ({ at, registerWh, stopReason }, { t, language, reason }) => [
      t('session.evidence.several-ends', {
        time: exactTime(at, language),
        register: registerText(registerWh, saying),
        reason: reason(stopReason) ?? t('session.unknown'),
      }),
    ]),
  'ends-before-start': ({ startedAt, endedAt }, { t, language }) => [
    t('session.evidence.ends-before-start', {
      start: exactTime(startedAt, language),
      end: exactTime(endedAt, language),
    }),
  ],
  'clock-skew': ({ events, count }, saying) =>
    listed(events, { count, saying }, ({ told, received }, { t, language }) => [
      t('session.evidence.clock-skew', { told: exactTime(told, language), received: exactTime(received, language) }),
    ]),
  'clock-set-back': ({ before, after }, { t, language }) => [
    t('session.evidence.clock-set-back', { before: exactTime(before, language), after: exactTime(after, language) }),
  ],
  'unusable-value': ({ values, count }, saying) =>
    listed(values, { count, saying }, ({ at, field, value }, { t, language }) => [
      t('session.evidence.unusable-value', { time: exactTime(at, language), field, value }),
    ]),
  conflict: ({ conflicts, count }, saying) =>
    listed(conflicts, { count, saying }, ({ at, differences }, { t, language }) =>
      differences.map(({ field, first, second }) =>
        t('session.evidence.conflict', {
          time: exactTime(at, language),
          field,
          first: shown(first),
          second: shown(second),
        }),
      ),
    ),
  overlaps: ({ others, count }, saying) =>
    listed(others, { count, saying }, ({ ref, since }, { t, language }) => [
      t('session.evidence.overlaps', { ref, since: exactTime(since, language) }),
    ]),
  'stop-matched': ({ orphanRef, stop, reasons }, saying) => [
    matched(orphanRef, stop, saying),
    ...(reasons.token === 'same' ? [saying.t('session.evidence.sameToken')] : []),
    ...(reasons.evse === 'same' ? [saying.t('session.evidence.sameEvse')] : []),
    ...(reasons.others > 0 ? [saying.t('session.evidence.others', { count: reasons.others })] : []),
  ],
  'match-superseded': ({ orphanRef, stop }, saying) => [matched(orphanRef, stop, saying)],
  merged: ({ into }, { t }) => [t('session.evidence.merged', { into })],
  'closed-inferred': closed,
  'close-superseded': closed,
};

type End = EvidenceOf<'several-ends'>['ends'][number];

function matched(ref: string, { at, registerWh }: End, saying: Saying): string {
  const { t, language } = saying;
  return t('session.evidence.stop-matched', {
    ref,
    time: exactTime(at, language),
    register: registerText(registerWh, saying),
  });
}

function closed(evidence: EvidenceOf<'closed-inferred'>, { t, language }: Saying): string[] {
  const { reason, since, lastHeardAt, decidedAt, asked } = evidence;
  return [
    t(`session.closeReason.${reason}`, { since: since === null ? '–' : exactTime(since, language) }),
    t('session.evidence.heard', {
      heard: exactTime(lastHeardAt, language),
      decided: exactTime(decidedAt, language),
    }),
    ...asked.map(({ command, outcome }) => t('session.evidence.asked', { command, outcome })),
  ];
}

/** Long lists come cut; how many were left out is said. */
function listed<Item>(
  items: readonly Item[],
  { count, saying }: { count: number; saying: Saying },
  tell: (item: Item, saying: Saying) => string[],
): string[] {
  const lines = items.flatMap((item) => tell(item, saying));
  const leftOut = count - items.length;
  return leftOut > 0 ? [...lines, saying.t('session.evidence.more', { count: leftOut })] : lines;
}

function registerText(wh: number | null, { t, language }: Saying): string {
  return wh === null ? t('session.unknown') : energyText(wh, language);
}

function shown(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '–');
}
