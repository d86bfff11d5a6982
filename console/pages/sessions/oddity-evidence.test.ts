import i18next from 'i18next';
import { expect, test } from 'vitest';
import { type SessionOddity, sessionFlags } from '#contract/sessions/oddity.ts';
import { en } from '../../text/texts.generated.ts';
import { ptBR } from '../../text/texts-pt-BR.generated.ts';
import { evidenceLines } from './oddity-evidence.ts';

const at = '2026-03-01T08:00:00.000Z';
const reading = { at, wh: 1_000 };
const end = { seqNo: 4, at, registerWh: null, stopReason: 'Local' };
const close: Extract<SessionOddity, { flag: 'closed-inferred' }>['evidence'] = {
  reason: 'connector-free',
  decidedAt: at,
  lastHeardAt: at,
  since: at,
  asked: [{ command: 'get-session-status', outcome: 'no-answer', isOngoing: null, hasQueuedMessages: null }],
};

const oddities: SessionOddity[] = [
  { flag: 'no-start', evidence: { firstSeq: 3, firstAt: at } },
  {
    flag: 'has-gap',
    evidence: {
      missing: [
        { from: 1, to: 3 },
        { from: 7, to: 7 },
      ],
      missingCount: 4,
    },
  },
  { flag: 'meter-reset', evidence: { falls: [{ before: reading, after: { at, wh: 0 } }], count: 30 } },
  {
    flag: 'suspect',
    evidence: {
      leaps: [
        { before: reading, after: reading, watts: 2e6, isCounted: true },
        { before: reading, after: reading, watts: 2e6, isCounted: false },
      ],
      count: 2,
    },
  },
  { flag: 'seqno-unreliable', evidence: { events: [{ seqNo: 0, type: 'ended', at }], count: 1 } },
  { flag: 'relative-samples', evidence: { begin: reading, end: reading, firstSample: reading, lastSample: reading } },
  { flag: 'wrong-unit', evidence: { factor: 1000, begin: reading, sample: reading } },
  { flag: 'split-samples', evidence: { moments: [{ at, phases: ['L1', 'L2'] }], count: 1 } },
  { flag: 'was-offline', evidence: { events: 2, from: at, to: at } },
  { flag: 'was-resumed', evidence: { resumes: [{ seqNo: 4, at }], count: 1 } },
  { flag: 'several-ends', evidence: { ends: [end, { ...end, stopReason: null }], count: 2 } },
  { flag: 'ends-before-start', evidence: { startedAt: at, endedAt: at } },
  { flag: 'clock-skew', evidence: { events: [{ seqNo: null, told: at, received: at }], count: 1 } },
  { flag: 'clock-set-back', evidence: { before: at, after: at } },
  { flag: 'overlaps', evidence: { others: [{ ref: 'T2', since: at }], count: 1 } },
  { flag: 'unusable-value', evidence: { values: [{ seqNo: 1, at, field: 'register', value: 2 ** 63 }], count: 1 } },
  {
    flag: 'conflict',
    evidence: {
      conflicts: [{ type: 'ended', seqNo: 4, at, differences: [{ field: 'registers', first: 1, second: [2] }] }],
      count: 1,
    },
  },
  {
    flag: 'stop-matched',
    evidence: {
      orphanRef: '-1',
      stop: end,
      reasons: { token: 'same', evse: 'same', seconds: 60, energyWh: 5, others: 2 },
    },
  },
  { flag: 'match-superseded', evidence: { orphanRef: '-1', stop: end } },
  { flag: 'merged', evidence: { into: 'S-1' } },
  { flag: 'closed-inferred', evidence: close },
  { flag: 'close-superseded', evidence: { ...close, since: null } },
];

async function sayingIn(language: 'en' | 'pt-BR') {
  const translation = language === 'en' ? en : ptBR;
  const i18n = i18next.createInstance({ lng: language, resources: { [language]: { translation } } });
  await i18n.init();
  return { t: i18n.t, language, reason: (word: string | null) => word };
}

test('the evidence of every flag is told in both languages, with nothing left open', async () => {
  expect(oddities.map(({ flag }) => flag).toSorted()).toEqual(sessionFlags.toSorted());
  for (const language of ['en', 'pt-BR'] as const) {
    const saying = await sayingIn(language);
    const untold = oddities.filter((oddity) => {
      const told = evidenceLines(oddity, saying).join(' ');
      return told === '' || /\{\{|undefined|session\.(evidence|closeReason)/.test(told);
    });
    expect(untold).toEqual([]);
  }
});

test('every flag has a name and a sentence of its own', () => {
  expect(Object.keys(en.session.flag).toSorted()).toEqual(sessionFlags.toSorted());
});

test('ranges, and what was cut from a long list, are told', async () => {
  const saying = await sayingIn('en');
  const lines = oddities.slice(1, 3).map((oddity) => evidenceLines(oddity, saying));
  expect(lines[0]?.[0]).toBe('Missing by the station’s count: 1–3, 7 (4 in all).');
  expect(lines[1]?.[1]).toBe('And 29 more.');
});
