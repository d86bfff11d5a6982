import { expect, test } from 'vitest';
import type { LedgerEvent } from '#contract/event.ts';
import { afterEvent, askedRows, hasFailed } from './bulk-rows.ts';

const reset = { name: 'reset', input: { when: 'idle' } };
const event = (kind: LedgerEvent['kind'], stationId: string, body: Record<string, unknown> = {}): LedgerEvent => ({
  id: '1',
  kind,
  stationId,
  body,
  principal: null,
  flags: [],
  happenedAt: '2026-03-01T08:00:00.000Z',
  recordedAt: '2026-03-01T08:00:00.000Z',
});

function heard(...events: LedgerEvent[]) {
  const rows = askedRows(['CP-1', 'CP-2']);
  for (const each of events) {
    const row = afterEvent(rows, reset, each);
    if (row !== undefined) rows.set(row.stationId, row);
  }
  return rows;
}

test('a station is asked, the command leaves, it is answered, and its effect is seen', () => {
  const asked = event('command-asked', 'CP-1', { commandId: 'a', name: 'reset' });
  expect(heard(asked).get('CP-1')).toMatchObject({ step: 'sent' });
  const ended = event('command-ended', 'CP-1', {
    commandId: 'a',
    name: 'reset',
    status: 'accepted',
    code: null,
    reason: null,
  });
  expect(heard(asked, ended).get('CP-1')).toMatchObject({ step: 'ended', outcome: { status: 'accepted' } });
  const rows = heard(asked, ended, event('station-booted', 'CP-1'));
  expect(rows.get('CP-1')?.effectAt).toBe('2026-03-01T08:00:00.000Z');
  expect(rows.get('CP-2')).toMatchObject({ step: 'asked', effectAt: null });
});

test('a command that somebody else asked of the same station changes nothing here', () => {
  const other = event('command-asked', 'CP-1', { commandId: 'b', name: 'unlock' });
  const ended = event('command-ended', 'CP-1', { commandId: 'b', status: 'rejected' });
  expect(heard(other, ended).get('CP-1')).toMatchObject({ step: 'asked', outcome: null });
});

test('whatever was not accepted has failed, with its reason', () => {
  const asked = event('command-asked', 'CP-1', { commandId: 'a', name: 'reset' });
  const ended = event('command-ended', 'CP-1', {
    commandId: 'a',
    status: 'not-sent',
    code: 'CoolingDown',
    reason: 'just now',
  });
  const row = heard(asked, ended).get('CP-1');
  expect(row?.outcome).toEqual({ status: 'not-sent', code: 'CoolingDown', reason: 'just now' });
  expect(row !== undefined && hasFailed(row)).toBe(true);
});
