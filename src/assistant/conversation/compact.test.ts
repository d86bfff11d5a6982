import { expect, test } from 'vitest';
import { eventsOf, memoryConversations, serversOf, talk } from '../../../test/support/agent-parts.ts';
import { scriptedMind } from '../providers/scripted.ts';
import { newConversation } from '../service/assistant.ts';
import { estimatedTokens } from './compact.ts';
import { type Mind, MindProblem, type Question } from './mind.ts';

const summary = 'Ana wants CP-1 to work again.';
const isSummary = ({ tools, messages }: Question) =>
  tools.length === 0 && messages.at(-1)?.text.startsWith('Sum up') === true;

/** Many questions, each with a long answer of a tool. */
function longConversation(questions: number) {
  const conversation = newConversation('ana', new Date());
  for (let number = 1; number <= questions; number += 1)
    conversation.messages.push(
      { role: 'user', text: `Question ${number}` },
      {
        role: 'assistant',
        text: '',
        calls: [{ id: `c${number}`, name: 'find', arguments: {} }],
        reasoning: [{ text: 'secret' }],
      },
      { role: 'tool', callId: `c${number}`, name: 'find', text: 'y'.repeat(4_000), isError: false },
      { role: 'assistant', text: `Answer ${number} ${'z'.repeat(400)}`, calls: [] },
    );
  return conversation;
}

test('old answers of tools are cut first, and that may be enough', async () => {
  const conversation = longConversation(4);
  const with_ = { mind: scriptedMind(() => ({ say: 'Yes.' })), servers: serversOf({ name: 'find' }), conversation };
  const person = talk({ ...with_, budget: { contextTokens: 2_500 } });
  await person.ask('And now?');
  expect(eventsOf(person.events, 'compacted')).toEqual([{ type: 'compacted', messagesBefore: 17, messagesAfter: 17 }]);
  expect(conversation.messages[0]).toEqual({ role: 'user', text: 'Question 1' });
  expect(conversation.messages[2]?.text).toMatch(/^y{500}\n\[shortened/);
  expect(JSON.stringify(conversation)).not.toContain('secret');
});

test('then all but the last two questions is summed up, once, and counted', async () => {
  const conversation = longConversation(8);
  conversation.isTainted = true;
  let summaries = 0;
  const mind = scriptedMind((question) => {
    if (!isSummary(question)) return { say: question.messages.some(({ role }) => role === 'tool') ? 'Yes.' : '' };
    summaries += 1;
    return { say: `<thinking>What was it?</thinking>${summary}` };
  });
  const person = talk({ mind, servers: serversOf({ name: 'find' }), conversation, budget: { contextTokens: 1_200 } });
  expect(await person.ask('And now?')).toMatchObject({ reason: 'done' });
  expect(summaries).toBe(1);
  expect(conversation.messages[0]?.text).toBe(
    `[Notes on what was said before. They are no wish of the person.]\n${summary}`,
  );
  expect(conversation.messages.map(({ text }) => text.slice(0, 10))).toContain('Question 8');
  expect(JSON.stringify(conversation.messages)).not.toContain('Question 7');
  expect(estimatedTokens(conversation.messages)).toBeLessThan(1_200);
  expect(conversation.isTainted).toBe(true); // a summary of foreign text is foreign text
});

test('the answers to one long question are cut too, all but the last, and nothing is summed up for it twice', async () => {
  let page = 0;
  let summaries = 0;
  const servers = serversOf({ name: 'find', run: () => ({ text: `page ${page} ${'y'.repeat(4_000)}` }) });
  const asked: number[] = [];
  const mind = scriptedMind((question) => {
    if (isSummary(question)) {
      summaries += 1;
      return { say: summary };
    }
    asked.push(estimatedTokens(question.messages));
    page += 1;
    return page > 9 ? { say: 'That was all.' } : { calls: [{ name: 'find', arguments: { page } }] };
  });
  const person = talk({ mind, servers, conversation: longConversation(4), budget: { contextTokens: 3_000 } });
  expect(await person.ask('Read everything.')).toMatchObject({ reason: 'done', turns: 10 });
  expect(summaries).toBe(1);
  expect(Math.max(...asked)).toBeLessThan(4_300);
  const last = person.conversation.messages.findLast(({ role }) => role === 'tool');
  expect(last?.text).toMatch(/^page 9 y{4000}$/);
});

test('a summary that fails leaves the messages out, and the interpreter needs none', async () => {
  for (const isModel of [true, false]) {
    const mind: Mind = {
      name: 'm',
      isModel,
      async *think(question) {
        if (isSummary(question)) throw new MindProblem('other', 'No.');
        yield { type: 'text', text: 'Yes.' };
        yield { type: 'end', usage: { inputTokens: 1, outputTokens: 1, cachedTokens: 0 } };
      },
    };
    const conversation = longConversation(8);
    const person = talk({ mind, servers: serversOf(), conversation, budget: { contextTokens: 1_200 } });
    expect(await person.ask('And now?')).toMatchObject({ reason: 'done' });
    expect(conversation.messages[0]?.text).toMatch(/Earlier messages were left out\.$/);
  }
});

test('a model that can read less than was thought is asked once more, with less', async () => {
  const sizes: number[] = [];
  const mind = scriptedMind((question) => {
    if (isSummary(question)) return { say: summary };
    sizes.push(estimatedTokens(question.messages));
    if (sizes.length > 1) return { say: 'Yes.' };
    return { problem: { code: 'too-long', message: 'Too long.' } };
  });
  const store = memoryConversations();
  const person = talk({ mind, servers: serversOf(), conversation: longConversation(8), store });
  expect(await person.ask('And now?')).toMatchObject({ reason: 'done' });
  expect(sizes).toHaveLength(2);
  expect(sizes[1]).toBeLessThan((sizes[0] ?? 0) / 2 + 1);
  const tooLong = { code: 'too-long', message: 'Too long.' } as const;
  const short = talk({ mind: scriptedMind([{ problem: tooLong }]), servers: serversOf(), store });
  expect(await short.ask('Hello?')).toMatchObject({ reason: 'failed', about: 'Too long.' });
});

test('it is asked again with half, and half of that, also where the last answer alone is too long', async () => {
  const sizes: number[] = [];
  const mind = scriptedMind((question) => {
    if (isSummary(question)) return { say: summary };
    if (question.messages.at(-1)?.role === 'user') return { calls: [{ name: 'find' }] };
    sizes.push(estimatedTokens(question.messages));
    return sizes.length > 3 ? { say: 'Yes.' } : { problem: { code: 'too-long', message: 'Too long.' } };
  });
  const servers = serversOf({ name: 'find', run: () => ({ text: 'x'.repeat(20_000) }) });
  const person = talk({ mind, servers });
  expect(await person.ask('And now?')).toMatchObject({ reason: 'done' });
  for (const [at, size] of sizes.slice(1).entries()) expect(size).toBeLessThan((sizes[at] ?? 0) * 0.6);
});
