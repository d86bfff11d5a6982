import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '#base/config.ts';
import { serversOf, talk } from '../../../test/support/agent-parts.ts';
import { costOf } from '../conversation/budget.ts';
import { mindOf } from './model-of.ts';
import { noPrices, priceOf, readPrices } from './read-prices-file.ts';
import { scriptedMind } from './scripted.ts';

let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'sigec-minds-'));
});
afterAll(() => rm(root, { recursive: true }));

const interpreter = { ...scriptedMind([]), name: 'interpreter', isModel: false };
const chosen = (env: Record<string, string>) => mindOf(readConfig({ env }), { interpreter: () => interpreter });

test('the settings choose who answers; without any it is the interpreter', async () => {
  expect(await chosen({})).toBe(interpreter);
  const env = { LLM_PROVIDER: 'deepseek', LLM_MODEL: 'm', DEEPSEEK_API_KEY: 'k' };
  expect(await chosen(env)).toMatchObject({ name: 'deepseek m', isModel: true });
});

test('what is missing is one sentence', async () => {
  await expect(chosen({ LLM_PROVIDER: 'openai', LLM_MODEL: 'm' })).rejects.toMatchObject({
    code: 'key-missing',
    message: 'LLM_PROVIDER is openai, and OPENAI_API_KEY is not set.',
  });
  await expect(chosen({ LLM_PROVIDER: 'openai-compatible', LLM_MODEL: 'm' })).rejects.toMatchObject({
    code: 'other',
    message: 'LLM_PROVIDER is openai-compatible, and LLM_BASE_URL is not set.',
  });
  await expect(chosen({ LLM_PROVIDER: 'scripted' })).rejects.toMatchObject({
    message: 'LLM_PROVIDER is scripted, and LLM_MODEL does not name the file with the script.',
  });
});

test('a script in a file speaks, calls, and uses what tools answered', async () => {
  const path = join(root, 'script.json');
  const steps = [
    { calls: [{ name: 'reset' }] },
    { calls: [{ name: 'apply', arguments: { proposal_id: { found: 'proposal ([A-Z]-[0-9]+)' }, note: 'x' } }] },
    { say: 'It is done.' },
  ];
  await writeFile(path, JSON.stringify(steps));
  const mind = await chosen({ LLM_PROVIDER: 'scripted', LLM_MODEL: path });
  const servers = serversOf(
    { name: 'reset', risk: 'proposes', run: () => ({ text: 'proposal P-1, then proposal P-2' }) },
    { name: 'apply', risk: 'proposes' },
  );
  const person = talk({ mind, servers });
  await person.ask('Reset it.');
  expect(servers.calls.at(-1)).toEqual({ name: 'apply', given: { proposal_id: 'P-2', note: 'x' } });
  expect(person.shown()).toBe('It is done.');
  await person.ask('And?');
  expect(person.shown()).toBe('The script has no more to say.');
});

test.each([
  ['that is not there', undefined, /no such file/],
  ['that is no JSON', '[', /JSON/],
  ['with a step nobody knows', '[{"sing": "la"}]', /sing/],
])('a script %s is named with its reason', async (_, text, reason) => {
  const path = join(root, 'odd-script.json');
  await rm(path, { force: true });
  if (text !== undefined) await writeFile(path, text);
  await expect(chosen({ LLM_PROVIDER: 'scripted', LLM_MODEL: path })).rejects.toMatchObject({
    message: expect.stringMatching(reason) as string,
  });
});

test('prices come from a file of whoever pays', async () => {
  const path = join(root, 'prices.json');
  await writeFile(path, JSON.stringify({ currency: 'BRL', models: { 'openai/m': { input: 10, output: 40 } } }));
  const prices = await readPrices(path);
  expect(prices.currency).toBe('BRL');
  const price = priceOf(prices, 'openai', 'm');
  expect(costOf({ inputTokens: 200_000, outputTokens: 50_000, cachedTokens: 0 }, price)).toBe(4);
  expect(priceOf(prices, 'openai', 'toString')).toBeUndefined();
  expect(costOf({ inputTokens: 1, outputTokens: 1, cachedTokens: 0 }, priceOf(noPrices, 'openai', 'm'))).toBeNull();
  expect(await readPrices('')).toBe(noPrices);
  await writeFile(path, JSON.stringify({ models: { m: { input: -1, output: 40 } } }));
  await expect(readPrices(path)).rejects.toMatchObject({
    code: 'CANNOT_START',
    message: expect.stringContaining(path) as string,
  });
});
