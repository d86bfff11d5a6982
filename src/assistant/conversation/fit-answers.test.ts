import { expect, test } from 'vitest';
import { serversOf, talk } from '../../../test/support/agent-parts.ts';
import { scriptedMind } from '../providers/scripted.ts';
import { fitAnswers } from './fit-answers.ts';
import type { Message } from './message.ts';

const answer = (length: number): Message => ({
  role: 'tool',
  callId: 'c',
  name: 'find',
  isError: false,
  text: 'x'.repeat(length),
});

test('what fits stays whole, and the longest give way first', () => {
  expect(fitAnswers([answer(10), answer(20)], 100)).toEqual([answer(10), answer(20)]);
  const [short, long, longer] = fitAnswers([answer(100), answer(5_000), answer(9_000)], 2_100);
  expect(short).toEqual(answer(100));
  for (const each of [long, longer]) expect(each?.text).toMatch(/^x{1000}\n\[cut: /);
});

test('sixty calls at one step send a model no more than it can read, and none is left without an answer', async () => {
  const servers = serversOf({ name: 'find', run: () => ({ text: 'y'.repeat(23_000) }) });
  const calls = Array.from({ length: 60 }, (_, at) => ({ name: 'find', arguments: { at } }));
  const person = talk({ mind: scriptedMind([{ calls }, { say: 'Enough.' }]), servers });
  expect(await person.ask('Look at all of them.')).toMatchObject({ reason: 'done' });
  const told = person.conversation.messages.flatMap((message) => (message.role === 'tool' ? [message.text] : []));
  expect(told).toHaveLength(60);
  expect(servers.calls).toHaveLength(16);
  expect(told.join('').length).toBeLessThan(75_000);
  expect(told.at(-1)).toMatch(/^Not made: 16 calls are the most/);
});
