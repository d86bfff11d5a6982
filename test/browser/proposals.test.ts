import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CreatedKey } from '../../src/contract/agents/principal.ts';
import type { Proposal } from '../../src/contract/agents/proposal.ts';
import { openBrowser, openPage } from '../support/browser.ts';
import { rowOf, signIn, simulate } from '../support/operator.ts';
import { proposingAgent } from '../support/proposing-agent.ts';
import { startSigec as start, type TestSigec } from '../support/sigec.ts';
import { enterToken } from '../support/tokens.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

const startSigec = () => start({ OCPP_UNKNOWN_STATIONS: 'accept' });
const stateOf = async (sigec: TestSigec, id: string) => (await sigec.api.get<Proposal>(`/api/proposals/${id}`)).state;
const proposals = (page: Page) => page.getByRole('article', { name: 'Restart a charge point' });

test('what an agent wants to do appears by itself, is approved and carried out, and its answer stays in place', async () => {
  await using sigec = await startSigec();
  await enterToken(sigec, 'CARD-1');
  await using station = await simulate(sigec, 'CP-1');
  const session = station.begin('CARD-1');
  station.charge(session, 4_200);
  await using agent = await proposingAgent(sigec);
  const { page, complaints } = await openPage(browser, `${sigec.addresses.api}/sessions`);
  await signIn(page);
  await page.getByRole('link', { name: /^CP-1/ }).first().waitFor(); // the session is known

  const { proposal_id: first } = await agent.proposeReset('CP-1', { why: 'Screen frozen' });
  const navigation = page.getByRole('navigation', { name: 'Pages' });
  await navigation.getByRole('link', { name: 'Assistant 1 pending' }).click(); // the count came live, on another page
  await page.getByRole('navigation', { name: 'Assistant' }).getByRole('link', { name: 'Proposals 1 pending' }).click();
  const card = proposals(page);
  await card.getByText('Restarts the whole charge point at once and ends the one session').waitFor();
  await card.getByText('Scout').waitFor();
  expect(await card.getByRole('timer').textContent()).toMatch(/^expires in 1[45]:\d\d$/);
  const cut = card.getByRole('table', { name: 'Running sessions' }).getByRole('row').nth(1);
  expect(await cut.textContent()).toContain('4.2');
  expect(await cut.getByRole('link').first().getAttribute('href')).toMatch(/^\/sessions\/.+/);
  expect(await card.getByRole('link', { name: 'CP-1' }).getAttribute('href')).toBe('/equipment/CP-1');
  await card.getByText('Parameters (reset_charge_point)').click();
  await card.getByText('Screen frozen').waitFor();

  const second = (await agent.proposeReset('CP-1', { type: 'soft' })).proposal_id;
  await expect.poll(() => proposals(page).count()).toBe(2);
  await navigation.getByRole('link', { name: 'Assistant 2 pending' }).waitFor();
  const [one, other] = [proposals(page).nth(0), proposals(page).nth(1)]; // what is new comes last
  const place = await one.boundingBox();
  await one.getByRole('button', { name: 'Approve and execute' }).click();
  await one.getByText('The charge point restarted: it has booted again since.').waitFor();
  await one.getByText('Executed', { exact: true }).waitFor();
  expect(await one.getByRole('region', { name: 'Result' }).textContent()).toContain('station-booted');
  expect(await stateOf(sigec, first)).toBe('applied');
  expect((await one.boundingBox())?.y).toBe(place?.y); // decided, and still where it stood

  await other.getByRole('button', { name: 'Deny …' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox').fill('Once a day is enough');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter'); // by the keyboard alone: past Cancel to Deny
  await other.getByText('Once a day is enough').waitFor();
  expect(await stateOf(sigec, second)).toBe('denied');
  await navigation.getByRole('link', { name: 'Assistant', exact: true }).waitFor();

  await page.getByRole('tab', { name: 'History' }).click();
  const history = page.getByRole('list', { name: 'History' });
  expect(await history.getByRole('listitem').count()).toBe(2);
  await history.getByText('Executed').click();
  await history
    .getByText(/by .*, in the console/)
    .filter({ visible: true })
    .waitFor();
  await page.getByRole('tab', { name: 'Audit' }).click();
  await rowOf(page, 'Audit', 'proposal:approve').getByText('Done').waitFor();
  await rowOf(page, 'Audit', 'tool:reset_charge_point').filter({ hasText: 'Scout' }).first().waitFor();
  expect(complaints).toEqual([]);
});

test('an approved one waits for the agent, who carries it out while a person looks on', async () => {
  await using sigec = await startSigec();
  await using _station = await simulate(sigec, 'CP-2');
  await using agent = await proposingAgent(sigec);
  const { proposal_id: id } = await agent.proposeReset('CP-2');
  const { page } = await openPage(browser, `${sigec.addresses.api}/proposals`);
  await page.getByText('Sign in with the key of a person').waitFor();
  await signIn(page);
  const card = proposals(page);
  await card.getByRole('button', { name: 'Approve', exact: true }).click();
  await card.getByText('Approved', { exact: true }).waitFor();
  expect(await card.getByRole('button', { name: 'Execute now' }).getAttribute('aria-disabled')).toBe('false');
  expect((await agent.apply(id)).isError).not.toBe(true);
  await card.getByText('Executed', { exact: true }).waitFor();
  await card.getByText('it has booted again since').waitFor();
});

test('whoever may not decide is told why, and a viewer sees no audit', async () => {
  await using sigec = await startSigec();
  await using _station = await simulate(sigec, 'CP-3');
  await using ana = await proposingAgent(sigec, { kind: 'person', name: 'Ana' });
  await ana.proposeReset('CP-3');
  const { page } = await openPage(browser, `${sigec.addresses.api}/proposals?tab=audit`);
  await signInWith(page, ana.secret);
  const approve = proposals(page).getByRole('button', { name: 'Approve and execute' });
  expect(await approve.getAttribute('aria-disabled')).toBe('true');
  expect(await approve.getAttribute('aria-description')).toContain('Your key asked for this itself.');
  expect(await page.getByRole('tab').allTextContents()).toEqual(['Pending', 'History']);
});

test('in Portuguese, on a phone, nothing is wider than the screen', async () => {
  await using sigec = await startSigec();
  await enterToken(sigec, 'CARD-1');
  await using station = await simulate(sigec, 'CP-4');
  station.begin('CARD-1');
  await using agent = await proposingAgent(sigec);
  const person = await sigec.api.post<CreatedKey>('/api/keys', { kind: 'person', role: 'operator', name: 'Ana' });
  const { page } = await openPage(browser, `${sigec.addresses.api}/proposals`, {
    language: 'pt-BR',
    width: 390,
    height: 844,
  });
  await signInWith(page, person.secret, { open: 'Entrar', byKey: 'Usar uma chave', key: 'Chave' });
  await page.getByText('Nada pendente.').waitFor();
  await agent.proposeReset('CP-4');
  const card = page.getByRole('article', { name: 'Reiniciar uma estação' });
  await card.getByRole('button', { name: 'Aprovar e executar' }).waitFor();
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
});

async function signInWith(
  page: Page,
  secret: string,
  words = { open: 'Sign in', byKey: 'Use a key instead', key: 'Key' },
): Promise<void> {
  await page.getByRole('banner').getByRole('button', { name: words.open }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: words.byKey }).click();
  await dialog.getByRole('textbox', { name: words.key }).fill(secret);
  await dialog.getByRole('button', { name: words.open }).click();
  await dialog.waitFor({ state: 'detached' });
}
