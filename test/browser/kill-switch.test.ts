import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { KillSwitchState } from '#contract/agents/kill-switch.ts';
import { openBrowser, openPage } from '../support/browser.ts';
import { signIn } from '../support/operator.ts';
import { startSigec } from '../support/sigec.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

test('an operator uses the kill switch; everybody sees it on every page, and an administrator lifts it', async () => {
  await using sigec = await startSigec();
  const { page, complaints } = await openPage(browser, sigec.addresses.api);
  const { page: other } = await openPage(browser, `${sigec.addresses.api}/sites`, { language: 'pt-BR' });
  await signIn(page);
  await page
    .getByRole('banner')
    .getByRole('button', { name: /^Signed in as/ })
    .click();
  await page.getByRole('menuitem', { name: 'Kill switch …' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: /Why/ }).fill('smoke at the depot');
  await dialog.getByRole('button', { name: 'Switch on' }).click();
  const banner = page.getByRole('alert').filter({ hasText: 'The kill switch is on: no commands to stations.' });
  await banner.getByText('Why: smoke at the depot').waitFor();
  expect(await sigec.api.get<KillSwitchState>('/api/kill-switch')).toMatchObject({
    isOn: true,
    why: 'smoke at the depot',
  });
  await other.getByText('O bloqueio geral está ligado: nenhum comando às estações.').waitFor(); // by itself, and without a key
  await other.getByText('Um administrador pode desligá-lo.').waitFor();
  await page.getByRole('navigation').getByRole('link', { name: 'Business' }).click();
  await banner.getByRole('button', { name: 'Switch off' }).click();
  await dialog.getByRole('button', { name: 'Switch off' }).click();
  await banner.waitFor({ state: 'detached' });
  await other.getByText('O bloqueio geral está ligado: nenhum comando às estações.').waitFor({ state: 'detached' });
  expect(await sigec.api.get<KillSwitchState>('/api/kill-switch')).toMatchObject({ isOn: false });
  expect(complaints).toEqual([]);
});
