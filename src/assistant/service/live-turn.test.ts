import { expect, test } from 'vitest';
import type { AssistantEvent } from '#contract/agents/assistant.ts';
import { serversOf, talk, toolOf } from '../../../test/support/agent-parts.ts';
import { scriptedMind } from '../providers/scripted.ts';
import { LiveTurn } from './live-turn.ts';

const asked = { text: 'Reset it.', about: [{ kind: 'station' as const, id: 'CP-7' }] };
const first = { type: 'asked' as const, ...asked };
const forever = new AbortController().signal;
const approval = {
  id: 'a',
  tool: toolOf({ name: 'reset' }),
  arguments: {},
  because: 'changes' as const,
  choices: ['once', 'deny'] as const,
};

async function all(turn: LiveTurn, from = 0): Promise<AssistantEvent[]> {
  const heard: AssistantEvent[] = [];
  for await (const { event } of turn.follow(from, AbortSignal.timeout(10_000))) heard.push(event);
  return heard;
}

const ended = {
  type: 'ended' as const,
  ending: {
    reason: 'done' as const,
    about: null,
    usage: { inputTokens: 0, outputTokens: 0, cachedTokens: 0 },
    turns: 1,
    tookMs: 1,
    cost: null,
    answeredBy: 'model' as const,
  },
};

test('whoever comes late hears everything, whoever comes back what they missed, and nothing follows the end', async () => {
  const turn = new LiveTurn(asked);
  const early = all(turn);
  turn.emit({ type: 'text', text: 'one' });
  turn.emit({ type: 'text', text: 'two' });
  const back = all(turn, 1);
  turn.emit(ended);
  turn.emit({ type: 'text', text: 'too late' });
  const whole = [first, { type: 'text', text: 'one' }, { type: 'text', text: 'two' }, ended];
  expect([await early, await back, await all(turn)]).toEqual([whole, whole.slice(1), whole]);
});

test('a listener that leaves is let go, and the answer goes on', async () => {
  const turn = new LiveTurn(asked);
  const leaving = new AbortController();
  const listening = turn.follow(1, leaving.signal).next();
  leaving.abort();
  await expect(listening).rejects.toThrow();
  turn.emit(ended);
  expect(await all(turn)).toEqual([first, ended]);
});

test('a decision is one of the choices, is given once, and is asked for no longer when it is cancelled', async () => {
  const turn = new LiveTurn(asked);
  const decided = turn.person.decide(approval, forever);
  expect(turn.waiting.approvals).toMatchObject([{ id: 'a', choices: ['once', 'deny'] }]);
  expect(() => turn.decide('a', 'always')).toThrow('give once or deny');
  expect(() => turn.decide('b', 'once')).toThrow('Nothing with this id waits');
  turn.decide('a', 'once');
  expect(await decided).toBe('once');
  expect(() => turn.decide('a', 'once')).toThrow('Nothing with this id waits');
  const cancelled = turn.person.decide(approval, turn.signal);
  turn.cancel();
  await expect(cancelled).rejects.toThrow();
  expect(turn.waiting.approvals).toEqual([]);
});

test('what a server asks during a call is answered by the person, by the id that was told', async () => {
  const turn = new LiveTurn(asked);
  const servers = serversOf({
    name: 'reserve',
    async run(_given, { onQuestion }) {
      const schema = { type: 'object' };
      const said = await onQuestion?.({
        server: 'sigec',
        isForeign: false,
        message: 'For how long?',
        schema,
        url: undefined,
      });
      return { text: JSON.stringify(said) };
    },
  });
  const mind = scriptedMind([{ calls: [{ name: 'reserve' }] }, { say: 'Reserved.' }]);
  const asking = talk({
    mind,
    servers,
    onEvent: turn.emit,
    answer: (question) => turn.person.answer(question, forever),
  });
  const done = asking.ask('Reserve it.');
  await expect
    .poll(() => turn.waiting.questions)
    .toMatchObject([{ id: 'call-0-0', message: 'For how long?', url: null }]);
  turn.answer('call-0-0', { action: 'accept', content: { minutes: 30 } });
  await done;
  expect(asking.conversation.messages).toContainEqual(
    expect.objectContaining({ role: 'tool', text: '{"action":"accept","content":{"minutes":30}}' }),
  );
  expect((await all(turn)).map(({ type }) => type)).toEqual([
    ...['asked', 'call-started', 'question-asked', 'question-answered', 'call-ended', 'text', 'ended'],
  ]);
});

test('what providers alone are told leaves with no event', async () => {
  const turn = new LiveTurn(asked);
  const call = { id: 'c', name: 'reset', arguments: {}, providerOptions: { google: { thoughtSignature: 'secret' } } };
  turn.emit({ type: 'call-started', call, server: 'sigec', tool: 'reset', title: 'Reset' });
  turn.emit({ type: 'call-ended', callId: 'c', isError: false, text: 'x'.repeat(100_000), tookMs: 1 });
  turn.emit(ended);
  const text = JSON.stringify(await all(turn));
  expect(text).not.toContain('secret');
  expect(text.length).toBeLessThan(30_000);
});
