import { expect, test } from 'vitest';
import type { AttentionItem } from '#contract/attention.ts';
import { rankAttention } from './rank-attention.ts';

const offline = (stationId: string, since: string, severity: AttentionItem['severity'] = 'warning'): AttentionItem => ({
  id: `offline:${stationId}`,
  kind: 'offline',
  severity,
  since,
  stationId,
  reason: 'no-answer',
});
const pending = (stationId: string, since: string): AttentionItem => ({
  id: `pending:${stationId}`,
  kind: 'pending',
  severity: 'warning',
  since,
  stationId,
  reason: 'unknown-station',
  version: null,
  address: '10.0.0.1',
  attempts: 1,
  vendor: null,
  model: null,
  isKnown: false,
});
const faulted = (stationId: string, since: string): AttentionItem => ({
  id: `faulted:${stationId}`,
  kind: 'faulted',
  severity: 'critical',
  since,
  stationId,
  connectors: [],
});
const ranked = (...items: AttentionItem[]) => rankAttention(items).map(({ id }) => id);

test('what keeps somebody from charging stands before what waits, and that before what is offline', () => {
  const day = '2026-03-01T08:00:00.000Z';
  expect(ranked(offline('A', day), pending('B', day), faulted('C', day))).toEqual([
    ...['faulted:C', 'pending:B', 'offline:A'],
  ]);
});

test('the newest fault stands first, and of those that wait the one that has waited longest', () => {
  const [early, late] = ['2026-03-01T08:00:00.000Z', '2026-03-01T09:00:00.000Z'];
  expect(ranked(faulted('A', early), faulted('B', late))).toEqual(['faulted:B', 'faulted:A']);
  expect(ranked(pending('A', late), pending('B', early))).toEqual(['pending:B', 'pending:A']);
});

test('a station that never connected can wait, however long it has', () => {
  const [early, late] = ['2026-03-01T08:00:00.000Z', '2026-03-01T09:00:00.000Z'];
  expect(ranked(offline('A', late, 'notice'), offline('B', early))).toEqual(['offline:B', 'offline:A']);
});
