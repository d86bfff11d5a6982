import { readFile } from 'node:fs/promises';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SupportBundle } from '../../src/contract/installation.ts';
import { openBrowser, openPage } from '../support/browser.ts';
import { tabTo } from '../support/keyboard.ts';
import { type ModelServer, startModelServer } from '../support/model-servers/model-server.ts';
import { rowOf, signIn } from '../support/operator.ts';
import { adminKey, startSigec, type TestSigec } from '../support/sigec.ts';

let browser: Browser;
let model: ModelServer;
let sigec: TestSigec;
beforeAll(async () => {
  [browser, model] = await Promise.all([openBrowser(), startModelServer('openai')]);
  sigec = await startSigec({
    LLM_PROVIDER: 'openai',
    LLM_MODEL: model.model,
    OPENAI_API_KEY: model.key,
    LLM_BASE_URL: model.url,
    PACKS: 'charging,vehicles',
  });
});
afterAll(async () => {
  await browser.close();
  await sigec[Symbol.asyncDispose]();
  await model[Symbol.asyncDispose]();
});

async function open(tab: string) {
  const visit = await openPage(browser, `${sigec.addresses.api}/settings?tab=${tab}`);
  await signIn(visit.page);
  return visit;
}

test('the test of the provider really asks it, and shows its answer or the reason, by keyboard alone', async () => {
  const { page, complaints } = await open('model');
  model.say({ text: ['Ready.'] }, { refusal: 'key' });
  const button = page.getByRole('button', { name: 'Test', exact: true });
  await tabTo(page, button);
  await page.keyboard.press('Enter');
  await page.getByText('Ready.').waitFor();
  await page.getByText('Works', { exact: true }).waitFor();
  await tabTo(page, button);
  await page.keyboard.press('Enter');
  await page.getByText(/does not accept the key\. Check OPENAI_API_KEY/).waitFor();
  await page.getByText('Does not work', { exact: true }).waitFor();
  expect(complaints).toEqual([]);
});

test('agents are told where to connect, each in its own way', async () => {
  const { page, complaints } = await open('agents');
  await page.getByText(sigec.addresses.mcp, { exact: true }).first().waitFor();
  await page.getByLabel('Which agent').selectOption('VS Code');
  await page.getByText('"servers"').waitFor();
  await page.getByLabel('Which agent').selectOption('Claude Code');
  await page.getByText(`claude mcp add --transport http sigec ${sigec.addresses.mcp}`).waitFor();
  expect(complaints).toEqual([]);
});

test('packs, settings and the kill switch are shown as they are, and secrets never', async () => {
  const { page, complaints } = await open('packs');
  await page.getByText('PACKS=charging,vehicles').waitFor();
  await page.getByText('Add bookshop to PACKS and start again to switch it on.').waitFor();
  await page.getByRole('tab', { name: 'System' }).click();
  await page.getByRole('searchbox', { name: 'Search settings' }).fill('api key');
  await page.getByRole('searchbox', { name: 'Search settings' }).fill('OPENAI_API_KEY');
  await rowOf(page, 'Settings of the process', 'OPENAI_API_KEY').getByText('••••••').waitFor();
  expect(await page.content()).not.toContain(`>${model.key}<`);
  await page.getByRole('region', { name: 'Kill switch' }).getByRole('button', { name: 'Kill switch …' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Switch on' }).click();
  await page.getByRole('region', { name: 'Kill switch' }).getByText('On', { exact: true }).waitFor();
  await page.getByRole('region', { name: 'Kill switch' }).getByRole('button', { name: 'Switch off' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Switch off' }).click();
  await page.getByRole('region', { name: 'Kill switch' }).getByText('Off', { exact: true }).waitFor();
  expect(complaints).toEqual([]);
});

test('a tolerance rule is switched off for a model, and on again', async () => {
  const { page, complaints } = await open('quirks');
  const rules = page.getByRole('table', { name: 'Tolerance rules' });
  const off = rules.getByRole('button', { name: /^Switch off …/ }).first();
  await off.click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Name vendor and model as the station reports them.').waitFor();
  await dialog.getByLabel('Vendor').fill('ACME');
  await dialog.getByLabel('Model').fill('Fast 50');
  await dialog.getByRole('button', { name: 'Switch off' }).click();
  const row = rowOf(page, 'Switched off', 'ACME Fast 50');
  await row.getByRole('button', { name: 'On again' }).click();
  await row.waitFor({ state: 'detached' });
  expect(complaints).toEqual([]);
});

test('about tells what runs, and the support bundle is a file without secrets', async () => {
  const { page, complaints } = await open('about');
  await page.getByText('Apache-2.0').waitFor();
  await page.getByText(/PostgreSQL \d+/).waitFor();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^sigec-support-\d{4}-\d\d-\d\d\.json$/);
  const text = await readFile(await download.path(), 'utf8');
  const bundle = JSON.parse(text) as SupportBundle;
  expect(bundle.settings.length).toBeGreaterThan(50);
  for (const secret of [adminKey, `"${model.key}"`, sigec.databaseUrl]) expect(text).not.toContain(secret);
  expect(complaints).toEqual([]);
});
