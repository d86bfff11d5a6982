import { expect, test } from 'vitest';
import type { Finding } from '#contract/findings/finding.ts';
import { sentenceOf } from '#contract/problems/problem-words.ts';
import { listedFinding } from './finding-for-agents.ts';

test('ten findings with all their evidence fit into an answer that is shown whole, and none of it is hidden', () => {
  const id = '0192f0c1-aaaa-7000-8000-000000000001';
  const sign = { eventId: '9007199254.123456', sessionRef: id, stationId: 'S'.repeat(48), signal: 'contactor-fault' };
  const finding = {
    id,
    kind: 'relay-failing',
    stationId: 'S'.repeat(48),
    evseId: 1,
    connectorId: 1,
    cohort: null,
    code: 'C'.repeat(50),
    severity: 'critical',
    risk: 0.99,
    horizonHours: 72,
    cause: 'relay',
    action: 'ask-status',
    verdict: null,
    title: sentenceOf('finding-relay-failing', { place: 'S'.repeat(60) }),
    why: { code: 'finding-why-relay-failing', values: { count: 12, of: 0, hours: 100, now: 12, usual: 3 } },
    advice: sentenceOf('remedy-ask-status'),
    openedAt: '2026-03-01T08:00:00.000Z',
    evidence: Array.from({ length: 12 }, () => ({ ...sign, at: '2026-03-01T08:00:00.000Z', value: 1 })),
  } as unknown as Finding;
  const listed = listedFinding(finding);
  expect(listed).toMatchObject({ evidence_count: 12 });
  expect(10 * JSON.stringify(listed).length).toBeLessThan(20_000);
});
