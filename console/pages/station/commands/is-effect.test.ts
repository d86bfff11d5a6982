import { expect, test } from 'vitest';
import type { LedgerEvent } from '#contract/event.ts';
import { isEffect } from './is-effect.ts';

const event = (kind: LedgerEvent['kind'], body: Record<string, unknown> = {}, stationId = 'CP-1'): LedgerEvent => ({
  id: '1',
  kind,
  stationId,
  body,
  principal: null,
  flags: [],
  happenedAt: '2026-03-01T08:00:00.000Z',
  recordedAt: '2026-03-01T08:00:00.000Z',
});
const asked = (name: string, input: Record<string, unknown> = {}) => ({ name, stationId: 'CP-1', input });

test('the boot after a reset is its effect, a boot of another station is not', () => {
  expect(isEffect(asked('reset'), event('station-booted'))).toBe(true);
  expect(isEffect(asked('reset'), event('station-booted', {}, 'CP-2'))).toBe(false);
  expect(isEffect(asked('reset'), event('connector-status', { evseId: 1 }))).toBe(false);
});

test('only the status that was asked for, at the place that was asked for, shows that availability changed', () => {
  const out = asked('set-availability', { isOperative: false, evseId: 2 });
  expect(isEffect(out, event('connector-status', { evseId: 2, status: 'unavailable' }))).toBe(true);
  expect(isEffect(out, event('connector-status', { evseId: 2, status: 'available' }))).toBe(false);
  expect(isEffect(out, event('connector-status', { evseId: 1, status: 'unavailable' }))).toBe(false);
});

test('a session that begins at the EVSE shows that a start took effect, one that ends that a stop did', () => {
  const start = asked('start-session', { evseId: 1, connectorId: 1 });
  expect(isEffect(start, event('session-event', { evseId: 1, connectorId: 1, type: 'started' }))).toBe(true);
  expect(isEffect(start, event('session-event', { evseId: 2, connectorId: 1, type: 'started' }))).toBe(false);
  expect(isEffect(asked('stop-session'), event('session-event', { type: 'updated' }))).toBe(false);
  expect(isEffect(asked('stop-session'), event('session-event', { type: 'ended' }))).toBe(true);
});
