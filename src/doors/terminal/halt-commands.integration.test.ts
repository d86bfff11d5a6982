import { afterAll, beforeAll, expect, test } from 'vitest';
import { halt } from '#contract/agents/halt.ts';
import { adminKey, startSigec, type TestSigec } from '../../../test/support/sigec.ts';
import { recordedTerminal } from '../../../test/support/terminal.ts';
import { runSigec } from './run.ts';

let product: TestSigec;
beforeAll(async () => {
  product = await startSigec();
});
afterAll(() => product[Symbol.asyncDispose]());

async function sigec(...args: string[]) {
  const env = { SIGEC_URL: product.addresses.api, SIGEC_KEY: adminKey };
  const terminal = recordedTerminal({ env, language: args.includes('pt-BR') ? 'pt-BR' : 'en' });
  const exitCode = await runSigec(args, terminal);
  return { exitCode, ...terminal.shown };
}

test('commands are halted and let go from the terminal, in both languages, and everybody sees it', async () => {
  expect((await sigec('halt', 'status')).out).toContain('nothing is halted');
  const on = await sigec('halt', 'on', '--why', 'smoke at the depot');
  expect(on).toMatchObject({
    exitCode: 0,
    out: expect.stringMatching(/halted by .+Why: smoke at the depot/) as string,
  });
  expect((await sigec('halt', 'status', '--lang', 'pt-BR')).out).toMatch(/suspensos por .+Motivo: smoke/);
  expect((await sigec()).out).toContain('Commands to stations are halted');
  const metrics = await fetch(`${product.addresses.api}/metrics`);
  expect(await metrics.text()).toContain('sigec_commands_halted 1');
  await expect.poll(async () => (await sigec('event', 'list')).out).toContain('commands to stations were halted');
  const off = await sigec('halt', 'off', '--json');
  expect(halt.parse(JSON.parse(off.out))).toMatchObject({ isOn: false });
  expect(await (await fetch(`${product.addresses.api}/metrics`)).text()).toContain('sigec_commands_halted 0');
});

test('a word that is none is told', async () => {
  expect(await sigec('halt', 'sideways')).toMatchObject({ exitCode: 2 });
});
