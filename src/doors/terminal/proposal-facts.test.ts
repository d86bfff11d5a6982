import { expect, test } from 'vitest';
import { recordedTerminal } from '../../../test/support/terminal.ts';
import { factLines, outcomeLines } from './proposal-facts.ts';

const reset = {
  charge_point_id: 'CP-7',
  outcome: 'accepted',
  is_done: true,
  is_scheduled: false,
  verified_by: { event_kind: 'station-booted', event_id: '7', at: '2026-11-15T14:02:11.000Z' },
};

test('the outcome of a command is told in sentences, in both languages', () => {
  const now = '2026-11-15T14:03:30Z';
  expect(outcomeLines(recordedTerminal({ now }), reset)).toEqual([
    'The station accepted it.',
    'It is done.',
    expect.stringMatching(/^Seen since: station booted, 2026-11-1\d .* \(1 min\. ago\)$/) as string,
    'charge point id: CP-7',
  ]);
  expect(outcomeLines(recordedTerminal({ language: 'pt-BR', now }), { outcome: 'no-answer', is_done: false })).toEqual([
    'A estação não respondeu.',
    'Não está feito.',
  ]);
});

test('facts read as words: yes and no, none, and rows under each other', () => {
  const facts = { whole_charge_point: true, note: null, running_sessions: [], rows: [{ evse_id: 1, is_new: false }] };
  expect(factLines(recordedTerminal(), facts)).toEqual([
    'whole charge point: yes',
    'note: none',
    'running sessions: none',
    'rows:',
    '  - evse id: 1, is new: no',
  ]);
});

test('an outcome that is no word of ours stays a fact', () => {
  expect(outcomeLines(recordedTerminal(), { outcome: 'toString', verified_by: 7 })).toEqual([
    'outcome: toString',
    'verified by: 7',
  ]);
});
