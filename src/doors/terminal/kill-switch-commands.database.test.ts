import { afterAll, beforeAll, expect, test } from 'vitest';
import { killSwitch } from '#contract/agents/kill-switch.ts';
import { adminKey } from '../../../test/support/api.ts';
import { type House, openHouse } from '../../../test/support/house.ts';
import { recordedTerminal } from '../../../test/support/terminal.ts';
import { runSigec } from './run.ts';

let product: House;
beforeAll(async () => {
  product = await openHouse();
});
afterAll(() => product[Symbol.asyncDispose]());

async function sigec(...args: string[]) {
  const env = { SIGEC_URL: 'http://127.0.0.1', SIGEC_KEY: adminKey };
  const terminal = recordedTerminal({ env, server: product, language: args.includes('pt-BR') ? 'pt-BR' : 'en' });
  const exitCode = await runSigec(args, terminal);
  return { exitCode, ...terminal.shown };
}

test('the kill switch is on and let go from the terminal, in both languages, and everybody sees it', async () => {
  expect((await sigec('kill-switch', 'status')).out).toContain('the kill switch is off');
  const on = await sigec('kill-switch', 'on', '--why', 'smoke at the depot');
  expect(on).toMatchObject({
    exitCode: 0,
    out: expect.stringMatching(/switched on by .+Why: smoke at the depot/) as string,
  });
  expect((await sigec('kill-switch', 'status', '--lang', 'pt-BR')).out).toMatch(/ligado por .+Motivo: smoke/);
  expect((await sigec()).out).toContain('The kill switch was switched on');
  const metrics = await product.fetch('/metrics');
  expect(await metrics.text()).toContain('sigec_kill_switch_on 1');
  await expect.poll(async () => (await sigec('event', 'list')).out).toContain('the kill switch was switched on');
  const off = await sigec('kill-switch', 'off', '--json');
  expect(killSwitch.parse(JSON.parse(off.out))).toMatchObject({ isOn: false });
  expect(await (await product.fetch('/metrics')).text()).toContain('sigec_kill_switch_on 0');
});

test('a word that is none is told', async () => {
  expect(await sigec('kill-switch', 'sideways')).toMatchObject({ exitCode: 2 });
});
