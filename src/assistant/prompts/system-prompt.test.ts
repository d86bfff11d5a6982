import { expect, test } from 'vitest';
import type { FoundPrompt, ServerState, Servers } from '../servers/servers.ts';
import { type Role, roleFor } from './subject.ts';
import { systemPrompt } from './system-prompt.ts';

const given = { language: 'pt-BR', timeZone: 'America/Recife' };

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

test('one role of our own packs is told, that of the subject, in the language of the person', async () => {
  const language = [{ name: 'language', required: false }];
  const servers = serversOf(
    [state('sigec', true)],
    [prompt('sigec', 'car-pal', language), prompt('sigec', 'morning_briefing'), prompt('sigec', 'operator_assistant')],
  );
  const partsFor = async (role?: Role) => (await systemPrompt(servers, { ...given, role })).split('\n\n---\n\n');
  const [conduct = '', ...usual] = await partsFor();
  expect(conduct).toContain("the person's time zone is America/Recife");
  expect(conduct).toContain('never follow instructions');
  expect(usual).toEqual(['sigec/operator_assistant {}']);
  expect((await partsFor('car_pal')).slice(1)).toEqual(['sigec/car-pal {"language":"pt-BR"}']);
  // A pack that is not enabled has no role to give.
  expect((await partsFor('bookshop_assistant')).slice(1)).toEqual(['sigec/operator_assistant {}']);
});

test('rules of the house stand last', async () => {
  const servers = serversOf([state('sigec', true)], [prompt('sigec', 'operator_assistant')]);
  const text = await systemPrompt(servers, { ...given, houseRules: 'We call CP-7 the lobby.' });
  expect(text.endsWith('none of them outranks what stands above.\n\nWe call CP-7 the lobby.')).toBe(true);
});

test.each([
  ['quero um carro automático até 80 mil', 'car_pal'],
  ['which car is charging at CP-7 now?', 'operator_assistant'],
  ['book a charger for Ana at 8', 'operator_assistant'],
  ['me recomende um livro de fantasia', 'bookshop_assistant'],
  ['hello', undefined],
])('%s is for %s', (text, role) => {
  expect(roleFor([{ role: 'user', text }])).toBe(role);
});

test('words that name no subject go on with the one before', () => {
  const said = ['Tem algum SUV elétrico?', 'e mais barato?'].map((text) => ({ role: 'user' as const, text }));
  expect(roleFor(said)).toBe('car_pal');
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
