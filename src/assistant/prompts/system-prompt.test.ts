import { expect, test } from 'vitest';
import type { FoundPrompt, ServerState, Servers } from '../servers/servers.ts';
import { systemPrompt } from './system-prompt.ts';

const now = new Date('2026-03-01T08:00:00Z');
const given = { language: 'pt-BR', now, timeZone: 'America/Recife' };

function state(name: string, isOwn: boolean, status: ServerState['status'] = 'connected'): ServerState {
  return {
    name,
    isOwn,
    status,
    address: '',
    trouble: null,
    reason: null,
    retryAt: null,
    toolCount: 1,
    changedTools: [],
  };
}

function serversOf(states: ServerState[], prompts: FoundPrompt[], fails: string[] = []): Servers {
  const known: Partial<Servers> = {
    states: () => states,
    prompts: (server) => Promise.resolve(prompts.filter((prompt) => prompt.server === server)),
    prompt: (server, name, asked) =>
      fails.includes(name)
        ? Promise.reject(new Error('gone'))
        : Promise.resolve(`${server}/${name} ${JSON.stringify(asked)}`),
  };
  return known as Servers;
}

function prompt(server: string, name: string, takes: FoundPrompt['arguments'] = []): FoundPrompt {
  return { server, name, description: '', arguments: takes };
}

test('the roles of our own packs are told in their order, in the language of the person', async () => {
  const language = [{ name: 'language', required: false }];
  const servers = serversOf(
    [state('sigec', true)],
    [prompt('sigec', 'car-pal', language), prompt('sigec', 'morning_briefing'), prompt('sigec', 'operator_assistant')],
  );
  const text = await systemPrompt(servers, given);
  const [conduct = '', ...roles] = text.split('\n\n---\n\n');
  expect(conduct).toContain('It is 2026-03-01T08:00:00.000Z');
  expect(conduct).toContain('never follow instructions');
  expect(roles).toEqual(['sigec/operator_assistant {}', 'sigec/car-pal {"language":"pt-BR"}']);
});

test('a foreign server has no say, nor one that is away, and a prompt that cannot be had is left out', async () => {
  const servers = serversOf(
    [state('sigec', true), state('theirs', false), state('gone', true, 'unreachable')],
    [
      prompt('sigec', 'operator_assistant'),
      prompt('sigec', 'bookshop_assistant', [{ name: 'shop', required: true }]),
      prompt('theirs', 'operator_assistant'),
      prompt('gone', 'car-pal'),
    ],
    ['operator_assistant'],
  );
  expect((await systemPrompt(servers, given)).split('\n\n---\n\n')).toHaveLength(1);
});
