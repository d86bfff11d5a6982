import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Halt } from '#contract/agents/halt.ts';
import { openBrowser, openPage } from '../support/browser.ts';
import { signIn } from '../support/operator.ts';
import { startSigec } from '../support/sigec.ts';

vi.setConfig({ testTimeout: 90_000 });

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

test('an operator halts all commands; everybody sees it on every page, and an administrator lifts it', async () => {
  await using sigec = await startSigec();
  const { page, complaints } = await openPage(browser, sigec.addresses.api);
  const { page: other } = await openPage(browser, `${sigec.addresses.api}/sites`, { language: 'pt-BR' });
  await signIn(page);
  await page
    .getByRole('banner')
    .getByRole('button', { name: /^Signed in as/ })
    .click();
  await page.getByRole('menuitem', { name: 'Halt all commands …' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: /Why/ }).fill('smoke at the depot');
  await dialog.getByRole('button', { name: 'Halt all commands' }).click();
  const banner = page.getByRole('alert').filter({ hasText: 'Commands to stations are halted.' });
  await banner.getByText('Why: smoke at the depot').waitFor();
  expect(await sigec.api.get<Halt>('/api/halt')).toMatchObject({ isOn: true, why: 'smoke at the depot' });
  await other.getByText('Os comandos às estações estão suspensos.').waitFor(); // by itself, and without a key
  await other.getByText('Um administrador pode retomá-los.').waitFor();
  await page.getByRole('navigation').getByRole('link', { name: 'Reports' }).click();
  await banner.getByRole('button', { name: 'Let commands go on' }).click();
  await dialog.getByRole('button', { name: 'Let commands go on' }).click();
  await banner.waitFor({ state: 'detached' });
  await other.getByText('Os comandos às estações estão suspensos.').waitFor({ state: 'detached' });
  expect(await sigec.api.get<Halt>('/api/halt')).toMatchObject({ isOn: false });
  expect(complaints).toEqual([]);
});
