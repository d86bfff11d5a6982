import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PersonList } from '#contract/agents/person.ts';
import { stationTabs } from '../../console/pages/station/station-filter.ts';
import { openBrowser, openPage } from '../support/browser.ts';
import { addAuthenticator, rowOf, signIn, simulate } from '../support/operator.ts';
import { startSigec as start, type TestSigec } from '../support/sigec.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

const stationPages = stationTabs.map((tab) => `equipment/N-1?tab=${tab}`);
const pagesOfOneSite = [
  ...['now', 'equipment', 'sites', 'sites/north', 'sessions', 'reservations', 'tariffs', 'reports'],
  ...['vehicles', 'books', 'assistant', 'proposals', 'account', ...stationPages],
];

/** Browsers know passkeys for names alone. */
const byName = (sigec: TestSigec) => sigec.addresses.api.replace('127.0.0.1', 'localhost');

test('somebody is invited to one site, comes in with a passkey, and sees only that', async () => {
  await using sigec = await start({ OCPP_UNKNOWN_STATIONS: 'accept' });
  for (const [site, station] of [
    ['north', 'N-1'],
    ['south', 'S-1'],
  ] as const) {
    await sigec.api.post('/api/sites', {
      id: site,
      name: `${site} garage`,
      timeZone: 'America/Sao_Paulo',
      currency: 'BRL',
    });
    await using simulated = await simulate(sigec, station);
    await sigec.api.put(`/api/sites/${site}/stations/${station}`, {});
    simulated.begin('04A2B3C4');
    await expect
      .poll(
        async () =>
          (await sigec.api.get<{ sessions: unknown[] }>(`/api/sessions?stationId=${station}`)).sessions.length,
      )
      .toBe(1);
  }

  // An administrator invites, and copies the link.
  const { page: office } = await openPage(browser, byName(sigec));
  await signIn(office);
  await office.getByRole('navigation').getByRole('link', { name: 'Settings' }).click();
  await office.getByRole('button', { name: 'Invite somebody' }).click();
  const dialog = office.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'E-mail' }).fill('ana@north.example');
  await dialog.getByRole('combobox', { name: 'Role' }).selectOption('operator');
  await dialog.getByRole('combobox', { name: 'Where' }).selectOption('north');
  await dialog.getByRole('button', { name: 'Make the link' }).click();
  await office.getByText('This link is shown this once.').waitFor();
  const link = await office.getByRole('dialog').locator('code').innerText();
  expect(link).toMatch(/^http:\/\/localhost:\d+\/invitation#/);
  await office.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();
  await rowOf(office, 'Open invitations', 'ana@north.example').getByText('operator · north garage').waitFor();

  // The invited opens it elsewhere, and keeps a passkey on the device.
  const { page, complaints } = await openPage(browser, 'about:blank');
  const refused: string[] = [];
  page.on('response', (response) => {
    if (response.status() === 403) refused.push(`${new URL(page.url()).pathname} asked for ${response.url()}`);
  });
  await addAuthenticator(page);
  await page.goto(link);
  await page.getByText('You will sign in as ana@north.example.').waitFor();
  await page.getByRole('textbox', { name: 'Name' }).fill('Ana Prado');
  await page.getByRole('button', { name: 'Continue with a passkey' }).click();
  await page.getByRole('button', { name: 'Signed in as Ana Prado' }).waitFor();

  // Only what is of the one site is there.
  await page.getByText('N-1', { exact: true }).first().waitFor();
  expect(await page.getByText('S-1', { exact: true }).count()).toBe(0);
  const pages = page.getByRole('navigation', { name: 'Pages' });
  expect(await pages.getByRole('link').allInnerTexts()).not.toContain('Settings');
  await pages.getByRole('link', { name: 'Equipment' }).click();
  await page.getByRole('navigation', { name: 'Equipment' }).getByRole('link', { name: 'Sites' }).click();
  await page.getByRole('link', { name: 'north garage' }).waitFor();
  expect(await page.getByText('south garage').count()).toBe(0);
  await pages.getByRole('link', { name: 'Sessions' }).click();
  const table = page.getByRole('table', { name: 'Sessions' });
  await table.getByText('N-1').first().waitFor();
  expect(await table.getByText('S-1').count()).toBe(0);

  // No page asks for what she may not read.
  const [{ id: sessionId } = { id: '' }] = (
    await sigec.api.get<{ sessions: { id: string }[] }>('/api/sessions?stationId=N-1')
  ).sessions;
  for (const path of [...pagesOfOneSite, `sessions/${sessionId}`]) {
    await page.goto(`${byName(sigec)}/${path}`);
    await page.locator('h1').first().waitFor();
    await page.locator('.mantine-Skeleton-root').first().waitFor({ state: 'detached' });
  }

  // Out, and in again with the passkey alone.
  await page.getByRole('button', { name: 'Signed in as Ana Prado' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.getByRole('banner').getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Continue with a passkey' }).click();
  await page.getByRole('button', { name: 'Signed in as Ana Prado' }).waitFor();
  await page.getByRole('button', { name: 'Signed in as Ana Prado' }).click();
  await page.getByRole('menuitem', { name: 'My account' }).click();
  await rowOf(page, 'Passkeys', 'This device').getByText('just now').waitFor();
  await rowOf(page, 'Where you are signed in', 'this one').getByText('passkey').waitFor();

  const { people } = await sigec.api.get<PersonList>('/api/people');
  expect(people).toMatchObject([{ name: 'Ana Prado', grants: [{ role: 'operator', siteId: 'north' }], passkeys: 1 }]);
  expect(refused).toEqual([]);
  expect(complaints).toEqual([]);

  // The administrator disables her: the next thing she does tells her so.
  await office.reload();
  await rowOf(office, 'People', 'Ana Prado').getByRole('button').first().click();
  await office.getByRole('dialog').getByRole('button', { name: 'Disable' }).click();
  await rowOf(office, 'People', 'Ana Prado').getByText('disabled').waitFor();
  await page.reload();
  await page.getByRole('banner').getByRole('button', { name: 'Sign in' }).waitFor();
});

test('somebody with a password sets up an app, and signs in with its code', async () => {
  await using sigec = await start();
  const { link } = await sigec.api.post<{ link: string }>('/api/invitations', {
    email: 'rui@north.example',
    grants: [{ role: 'viewer', siteId: null }],
  });
  const { page, complaints } = await openPage(browser, link, { language: 'pt-BR', width: 390, height: 844 });
  await page.getByRole('textbox', { name: 'Nome' }).fill('Rui');
  await page.getByRole('textbox', { name: 'Senha' }).fill('four wet blue horses');
  await page.getByRole('button', { name: 'Continuar com esta senha' }).click();
  await page.getByRole('button', { name: 'Conectado como Rui' }).click();
  await page.getByRole('menuitem', { name: 'Minha conta' }).click();
  await page.getByRole('button', { name: 'Configurar um aplicativo' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Continuar' }).click();
  await dialog.getByRole('img', { name: 'Código QR para o aplicativo' }).waitFor();
  const secret = await dialog.locator('code').innerText();
  const { TOTP } = await import('otpauth');
  const totp = new TOTP({ secret });
  await dialog.getByRole('textbox', { name: 'Código' }).fill(totp.generate());
  await dialog.getByRole('button', { name: 'Confirmar' }).click();
  await page.getByRole('heading', { name: 'Códigos de recuperação' }).waitFor();
  const recovery = (await page.locator('code').last().innerText()).split('\n').filter((code) => code !== '');
  expect(recovery).toHaveLength(10);
  await page.getByRole('button', { name: 'Já guardei' }).click();
  await page.getByRole('button', { name: 'Conectado como Rui' }).click();
  await page.getByRole('menuitem', { name: 'Sair' }).click();

  await page.getByRole('banner').getByRole('button', { name: 'Entrar' }).click();
  await page.getByRole('dialog').getByRole('textbox', { name: 'E-mail' }).fill('rui@north.example');
  await page.getByRole('dialog').getByRole('textbox', { name: 'Senha' }).fill('four wet blue horses');
  await page.getByRole('dialog').getByRole('button', { name: 'Entrar', exact: true }).click();
  await page
    .getByRole('dialog')
    .getByRole('textbox', { name: 'Código' })
    .fill(recovery[0] ?? '');
  await page.getByRole('dialog').getByRole('button', { name: 'Entrar', exact: true }).click();
  await page.getByRole('button', { name: 'Conectado como Rui' }).waitFor();
  expect(complaints.filter((line) => !line.includes('401'))).toEqual([]);
});
