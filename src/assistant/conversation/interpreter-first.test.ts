import { expect, test } from 'vitest';
import { systemClock } from '#base/clock.ts';
import { serversOf, type Talk, talk } from '../../../test/support/agent-parts.ts';
import { interpreterMind } from '../interpreter/interpreter-mind.ts';
import { type ScriptStep, scriptedMind } from '../providers/scripted.ts';

const stations = { charge_points: [{ charge_point_id: 'CP-7', connection: 'offline', connectors: [] }] };

function both(...script: ScriptStep[]): Talk {
  const servers = serversOf({
    name: 'list_charge_points',
    run: () => ({ text: JSON.stringify(stations), data: stations }),
  });
  const interpreter = interpreterMind({ clock: systemClock, timeZone: 'UTC', language: 'en' });
  return talk({ mind: scriptedMind(script), interpreter, servers });
}

test('what the interpreter understands to the last word never reaches the model, and costs nothing', async () => {
  const person = both();
  const ending = await person.ask('which stations are offline?');
  expect(ending).toMatchObject({ reason: 'done', answeredBy: 'interpreter' });
  expect(ending.usage).toEqual({ inputTokens: 0, outputTokens: 0, cachedTokens: 0 });
  expect(person.shown()).toContain('CP-7');
});

test('one word that it cannot use, and the model answers', async () => {
  const person = both({ say: 'None of them sings.' });
  const ending = await person.ask('which stations are offline and singing sopranos?');
  expect(ending).toMatchObject({ reason: 'done', answeredBy: 'model' });
  expect(person.shown()).toBe('None of them sings.');
});

test('what answers a question of the model goes to the model, however clear it is alone', async () => {
  const person = both({ say: 'Shall I list all, or which stations?' }, { say: 'The offline ones, then.' });
  await person.ask('tell me something about the weather over the network');
  await person.ask('which stations are offline?');
  expect(person.shown()).toBe('The offline ones, then.');
});

test('a follow-up belongs to the answer right before it', async () => {
  const person = both({ say: 'A poem.' }, { say: 'Another poem.' });
  await person.ask('which stations are offline?');
  await person.ask('write a poem about dolphins');
  expect(await person.ask('and online?')).toMatchObject({ answeredBy: 'model' });
});

test('while the model is away the interpreter says what it can, and why it is not more', async () => {
  const person = both({ problem: { code: 'unreachable', message: 'The model is away.' } });
  const ending = await person.ask('which stations are offline and singing sopranos?');
  expect(ending).toMatchObject({ reason: 'failed', about: 'The model is away.', answeredBy: 'interpreter' });
  expect(person.shown()).toContain('sopranos');
});
