import { expect, test } from 'vitest';
import type { AssistantEvent, AssistantMessage } from '#contract/agents/assistant.ts';
import { type Entry, entriesOf, withEvent } from './entries.ts';

const after = (...events: AssistantEvent[]): Entry[] =>
  events.reduce<Entry[]>((entries, event) => withEvent(entries, event), []);
const asked: AssistantEvent = { type: 'asked', text: 'Restart it', about: [{ kind: 'station', id: 'CP-7' }] };
const call = { id: 'c1', name: 'sigec__call_tool', arguments: { charge_point_id: 'CP-7' } };
const started: AssistantEvent = {
  type: 'call-started',
  call,
  server: 'sigec',
  tool: 'reset_charge_point',
  title: 'Restart',
};
const question = {
  id: 'c1',
  arguments: {},
  because: 'changes' as const,
  choices: ['once' as const, 'deny' as const],
  tool: { name: 'reset_charge_point', server: 'sigec', title: 'Restart', description: '' },
};
const ended: AssistantEvent = {
  type: 'ended',
  ending: {
    reason: 'cancelled',
    about: null,
    usage: { inputTokens: 0, outputTokens: 0, cachedTokens: 0 },
    turns: 1,
    tookMs: 5,
    cost: null,
    answeredBy: 'model',
  },
};

test('words that come one by one are one text, and a call keeps its place when its answer comes', () => {
  const entries = after(
    ...([asked, { type: 'text', text: 'One ' }, { type: 'text', text: 'moment.' }, started] as AssistantEvent[]),
    { type: 'text', text: 'Done.' },
    { type: 'call-ended', callId: 'c1', isError: false, text: 'ok', tookMs: 38 },
  );
  expect(entries).toMatchObject([
    { kind: 'question', text: 'Restart it' },
    { kind: 'text', text: 'One moment.' },
    { kind: 'call', tool: 'reset_charge_point', state: 'done', tookMs: 38, text: 'ok' },
    { kind: 'text', text: 'Done.' },
  ]);
});

test('what waits for a person waits until it is decided, and no longer than the answer', () => {
  const waiting = after(asked, { type: 'approval-asked', question });
  expect(waiting.at(-1)).toMatchObject({ kind: 'approval', decision: 'waiting' });
  const decided = withEvent(waiting, { type: 'approval-decided', id: 'c1', decision: 'once' });
  expect(decided.at(-1)).toMatchObject({ decision: 'once' });
  const over = withEvent(withEvent(waiting, started), ended);
  expect(over.slice(1)).toMatchObject([{ decision: 'over' }, { kind: 'call', state: 'failed' }, { kind: 'ending' }]);
});

test('what was kept shows the same: calls by way of another, with their time, and proposals with their id', () => {
  const id = '0192f0c1-0000-7000-8000-000000000001';
  const given = { name: 'reset_charge_point', arguments: { charge_point_id: 'CP-7' } };
  const answer = `Proposed.\n${JSON.stringify({ tool: 'reset_charge_point', data: { status: 'proposed', proposal_id: id } })}`;
  const messages: AssistantMessage[] = [
    { role: 'user', text: 'Restart it' },
    { role: 'assistant', text: '', calls: [{ id: 'c1', name: 'call_tool', arguments: given }] },
    { role: 'tool', callId: 'c1', name: 'call_tool', text: answer, isError: false, tookMs: 12 },
    { role: 'assistant', text: 'Proposed.', calls: [] },
  ];
  expect(entriesOf(messages)).toMatchObject([
    { kind: 'question' },
    { kind: 'call', tool: 'reset_charge_point', given: { charge_point_id: 'CP-7' }, state: 'done', tookMs: 12 },
    { kind: 'proposal', id },
    { kind: 'text', text: 'Proposed.' },
  ]);
});
