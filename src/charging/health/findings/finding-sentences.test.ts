import { expect, test } from 'vitest';
import { inWords } from '#contract/problems/problem-words.ts';
import { findingKinds } from '#contract/word-lists.ts';
import { whyOf } from './finding-sentences.ts';
import type { FindingRow } from './finding-store.ts';

type Changes = Partial<Pick<FindingRow, 'kind' | 'detector'>> & { signal?: string };

function why({ kind = 'relay-failing', detector = 'ewma', signal = '' }: Changes) {
  const figures = { count: 8, of: 20, hours: 1, now: 31, usual: 11 };
  const evidence = [{ eventId: null, sessionRef: null, stationId: 'CP-1', at: '', signal, value: 1 }];
  const said = whyOf({ kind, detector, figures, evidence: signal === '' ? [] : evidence });
  return [inWords(said, { language: 'en' }), inWords(said, { language: 'pt-BR' })];
}

test('what was counted chooses the sentence, so that seconds are no signs', () => {
  expect(why({ signal: 'seconds-to-energy' })[0]).toBe('Energy comes 31 s after the start; 11 s is usual there.');
  expect(why({ signal: 'no-energy' })[0]).toMatch(/^8 signs of a worn contactor/);
  expect(why({ kind: 'memory-leak', signal: 'restarted' })[0]).toMatch(/^It restarted 8 times/);
  expect(why({ kind: 'lock-failing', signal: 'start-failed' })[0]).toMatch(/^8 of the last 20 sessions failed/);
  expect(why({ kind: 'link-unstable', signal: 'link-lost', detector: 'threshold' })[0]).toMatch(
    /^Nothing has been heard/,
  );
  expect(why({ kind: 'safety', signal: 'fault' })[0]).toMatch(/danger to people/);
});

test('every kind has its words in both languages, also without evidence', () => {
  for (const kind of findingKinds) expect(why({ kind }).every((text) => typeof text === 'string')).toBe(true);
});
