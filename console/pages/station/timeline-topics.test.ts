import { expect, test } from 'vitest';
import type { LedgerEvent } from '#contract/event.ts';
import { topicOf } from './timeline-topics.ts';

const event = (kind: LedgerEvent['kind'], body: Record<string, unknown> = {}): LedgerEvent => ({
  ...{ id: '1', kind, stationId: 'CP-1', body, principal: null, flags: [] },
  ...{ happenedAt: '2026-03-01T08:00:00.000Z', recordedAt: '2026-03-01T08:00:00.000Z' },
});

test('a connector that faults is a fault, one that is free again is not', () => {
  expect(topicOf(event('connector-status', { status: 'faulted' }))).toBe('faults');
  expect(topicOf(event('connector-status', { status: 'available' }))).toBe('other');
});

test('events are found under what they are about', () => {
  expect(topicOf(event('security-event'))).toBe('faults');
  expect(topicOf(event('station-booted'))).toBe('connection');
  expect(topicOf(event('command-ended'))).toBe('commands');
  expect(topicOf(event('session-event'))).toBe('sessions');
  expect(topicOf(event('variables-set'))).toBe('other');
});
