import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { MessageList } from '../../src/contract/stations/message.ts';
import { openBrowser, openPage } from '../support/browser.ts';
import { type ModelServer, startModelServer } from '../support/model-servers/model-server.ts';
import { simulate } from '../support/operator.ts';
import { adminKey, startSigec as start, type TestSigec } from '../support/sigec.ts';

let browser: Browser;
let model: ModelServer;
/** Without a model, and with one whose words are scripted. */
let plain: TestSigec;
let modelled: TestSigec;

const withModel = () => ({
  LLM_PROVIDER: 'openai',
  LLM_INTERPRETER_FIRST: 'off',
  LLM_MODEL: model.model,
  LLM_BASE_URL: model.url,
  OPENAI_API_KEY: model.key,
  OCPP_UNKNOWN_STATIONS: 'accept',
});

beforeAll(async () => {
  [browser, model] = await Promise.all([openBrowser(), startModelServer('openai')]);
  [plain, modelled] = await Promise.all([start({ OCPP_UNKNOWN_STATIONS: 'accept' }), start(withModel())]);
});
afterAll(async () => {
  await Promise.all([browser.close(), plain[Symbol.asyncDispose](), modelled[Symbol.asyncDispose]()]);
  await model[Symbol.asyncDispose]();
});
beforeEach(() => void model.requests.splice(0));

test('asked in Portuguese without a model, it reads back, proposes, and does what its person approves there', async () => {
  await using _station = await simulate(plain, 'CP-7');
  const { page, complaints } = await visit(plain, '/sessions?station=CP-7', { language: 'pt-BR' });
  const opener = page.getByRole('banner').getByRole('button', { name: 'Assistente' });
  await opener.click();
  const panel = page.getByRole('complementary', { name: 'Assistente' });
  await panel.getByText('Responde o interpretador embutido, sem modelo de linguagem').waitFor();
  await panel.getByRole('button', { name: 'O que aconteceu com CP-7 hoje?' }).waitFor(); // it knows the page
  await ask(panel, 'reinicia ele agora');
  await panel.getByRole('strong').getByText('reiniciar CP-7 agora mesmo').waitFor();
  expect(await resets(plain)).toBe(0);
  await ask(panel, 'sim');
  const proposal = panel.getByRole('article', { name: 'Reiniciar uma estação' });
  await proposal.getByRole('button', { name: 'Aprovar e executar' }).click();
  await proposal.getByText('Executada', { exact: true }).waitFor();
  expect(await resets(plain)).toBe(1);

  await panel.getByRole('textbox', { name: 'Pergunta' }).press('Escape');
  await panel.waitFor({ state: 'detached' });
  await expect.poll(() => page.evaluate('document.activeElement?.id')).toBe('assistant-button');
  await page.keyboard.press('Control+i');
  await panel.getByRole('strong').getByText('reiniciar CP-7 agora mesmo').waitFor(); // and is where it was
  await page.getByRole('navigation', { name: 'Páginas' }).getByRole('link', { name: 'Negócios' }).click();
  await panel.getByRole('strong').getByText('reiniciar CP-7 agora mesmo').waitFor();
  expect(complaints).toEqual([]);
});

test('it sees which rows are ticked, and which session is open beside the list', async () => {
  for (const id of ['ROW-1', 'ROW-2']) await plain.api.post(`/api/stations/${id}/accept`, { withPassword: false });
  const { page, complaints } = await visit(plain, '/equipment?search=ROW');
  await page.getByRole('checkbox', { name: 'Select ROW-1' }).check();
  await page.getByRole('banner').getByRole('button', { name: 'Assistant' }).click();
  const about = page.getByRole('list', { name: 'The question is about' }).getByRole('listitem');
  await expect.poll(() => about.allInnerTexts()).toEqual(['Station ROW-1']);
  await page.getByRole('checkbox', { name: 'Select ROW-2' }).check();
  await expect.poll(() => about.allInnerTexts()).toEqual(['Station ROW-1', 'Station ROW-2']);
  await page.goto(`${plain.addresses.api}/sessions?open=01890a5d-ac96-774b-bcce-b302099a8057`);
  await expect.poll(() => about.allInnerTexts()).toEqual(['Session …099a8057']);
  expect(complaints.filter((each) => !each.includes('404'))).toEqual([]); // no such session
});

test('what a model wants to do waits for its person: once allowed, once proposed and carried out', async () => {
  await using _station = await simulate(modelled, 'CP-7');
  const { page, complaints } = await visit(modelled, '/sessions?station=CP-7');
  const panel = await openPanel(page);
  await panel.getByText(`Answered by openai ${model.model}`).waitFor();
  const answer =
    '| Station | State |\n| --- | --- |\n| CP-7 | **free** |\n\nSee [it](/equipment) or [this](https://evil.example/?q=1) <b>now</b>.';
  model.say(through('request_charge_point_report'), { text: [answer] });
  await ask(panel, 'Ask it for a report.');
  const approval = panel.getByRole('region', { name: /^Ask a station for a report/ });
  await approval.getByText('This changes something, so it waits for you.').waitFor();
  await approval.getByRole('button', { name: 'Allow once' }).click();
  await approval.getByText('Allowed once.').waitFor();
  await panel.getByRole('cell', { name: 'free' }).waitFor();
  expect(await panel.locator('a[href="/equipment"]').count()).toBe(1);
  expect(await panel.locator('a[href*=evil]').count()).toBe(0);
  await panel.getByText('https://evil.example/?q=1').waitFor(); // shown whole, and leads nowhere
  await panel.getByText('<b>now</b>', { exact: false }).waitFor();
  expect(model.requests[0]?.messages[0]?.text).toContain('{"kind":"station","id":"CP-7"}');

  model.say(through('reset_charge_point', { type: 'hard', wait_seconds: 60 }), { text: ['It waits for you.'] });
  await ask(panel, 'Restart it.');
  const proposal = panel.getByRole('article', { name: 'Restart a charge point' });
  await proposal.getByText('Assistant of ADMIN_KEY').waitFor();
  expect(await resets(modelled)).toBe(0);
  await proposal.getByRole('button', { name: 'Approve and execute' }).click();
  await proposal.getByText('it has booted again since').waitFor();
  expect(await resets(modelled)).toBe(1);
  await panel.getByText('Restart a charge point CP-7').click(); // the call, folded to one line
  await panel.getByText('reset_charge_point', { exact: true }).waitFor();
  await panel
    .getByText(/80 \+ 24 tokens/)
    .first()
    .waitFor();

  await panel.getByRole('link', { name: 'Open as a page' }).click();
  await page.getByRole('heading', { name: 'Ask it for a report.' }).waitFor();
  await page.getByRole('log').getByRole('article').getByText('Executed', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Rename' }).first().click();
  await page.getByRole('dialog').getByRole('textbox').fill('Reports');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await page.getByRole('heading', { name: 'Reports' }).waitFor();
  await page.getByRole('button', { name: 'Remove' }).first().click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await page.waitForURL(/\/assistant$/);
  expect(complaints).toEqual([]);
});

test('an answer is stopped, and asked for again', async () => {
  const { page } = await visit(modelled, '/equipment');
  const panel = await openPanel(page);
  model.say({ text: ['Let me think'], ending: 'never' }, { text: ['Here it is.'] });
  await ask(panel, 'Think hard.');
  await panel.getByText('Let me think').waitFor();
  await panel.getByRole('button', { name: 'Stop the answer' }).click();
  await panel.getByRole('button', { name: 'Ask again' }).click();
  await panel.getByText('Here it is.').first().waitFor();
  expect(await panel.locator('.assistant-question').filter({ hasText: 'Think hard.' }).count()).toBe(2);
});

test('an answer that comes while the page is read anew is heard whole, and once', async () => {
  const { page } = await visit(modelled, '/equipment');
  const panel = await openPanel(page);
  const { promise, resolve: goOn } = Promise.withResolvers<void>();
  model.say({ text: ['The first half, ', 'and the second.'], until: promise });
  await ask(panel, 'Tell me a long story.');
  await panel.getByText('The first half,').waitFor();
  await panel.getByRole('textbox').fill('not sent yet');
  await page.reload();
  await panel.getByText('The first half,').waitFor();
  await panel.getByRole('button', { name: 'Stop the answer' }).waitFor();
  goOn();
  await panel.locator('.markdown').getByText('The first half, and the second.', { exact: true }).waitFor();
  expect(await panel.getByText('Tell me a long story.').count()).toBe(1);
  expect(await panel.getByRole('textbox').inputValue()).toBe('not sent yet');
});

test('a server that goes away in the middle of an answer and comes back: what was said is there, and can be asked again', async () => {
  const installation = { ...withModel(), INSTALLATION_KEY: 'ab'.repeat(32) };
  await using sigec = await start(installation);
  const { page } = await visit(sigec, '/equipment');
  const panel = await openPanel(page);
  model.say({ text: ['A beginning'], ending: 'never' });
  await ask(panel, 'How are we doing?');
  await panel.getByText('A beginning').waitFor();
  const { port } = new URL(sigec.addresses.api);
  await sigec.stop();
  await panel
    .getByText('The connection is lost.')
    .or(panel.getByRole('button', { name: 'Ask again' }))
    .waitFor();
  await panel.getByRole('textbox').fill('And now?');
  await using _again = await start({ ...installation, API_PORT: port, DATABASE_URL: sigec.databaseUrl });
  model.say({ text: ['All is well.'] });
  await expect.poll(() => panel.getByRole('button', { name: 'Stop the answer' }).count()).toBe(0);
  await panel.getByRole('paragraph').getByText('A beginning').waitFor();
  expect(await panel.getByRole('textbox').inputValue()).toBe('And now?');
  await expect
    .poll(
      async () => {
        if ((await panel.getByRole('textbox').inputValue()) !== '') await panel.getByRole('textbox').press('Enter');
        return panel.getByText('All is well.').first().isVisible();
      },
      { interval: 500 },
    )
    .toBe(true);
});

test('whoever is not signed in is told why; on a telephone it lies over the whole screen, and gives the focus back', async () => {
  const looks = { width: 390, height: 800 };
  const { page } = await openPage(browser, `${plain.addresses.api}/equipment`, looks);
  const opener = page.getByRole('banner').getByRole('button', { name: 'Assistant' });
  await opener.click();
  const sheet = page.getByRole('dialog', { name: 'Assistant' });
  await sheet.getByText('The assistant works for whoever is signed in').waitFor();
  expect(await sheet.boundingBox()).toEqual({ x: 0, y: 0, ...looks });
  await sheet.getByRole('button', { name: 'Close the assistant' }).click();
  await sheet.waitFor({ state: 'detached' });
  await expect.poll(() => page.evaluate('document.activeElement?.id')).toBe('assistant-button');
});

/** A visitor who is signed in with the first key. */
async function visit(sigec: TestSigec, path: string, looks: { language?: 'en-US' | 'pt-BR' } = {}) {
  const opened = await openPage(browser, 'about:blank', looks);
  const signedIn = await opened.page.request.post(`${sigec.addresses.api}/api/sign-in`, { data: { key: adminKey } });
  expect(signedIn.ok()).toBe(true);
  await opened.page.goto(`${sigec.addresses.api}${path}`);
  return opened;
}

async function openPanel(page: Page): Promise<Locator> {
  await page.getByRole('banner').getByRole('button', { name: 'Assistant' }).click();
  return page.getByRole('complementary', { name: 'Assistant' });
}

async function ask(panel: Locator, text: string): Promise<void> {
  const field = panel.getByRole('textbox');
  await field.fill(text);
  await field.press('Enter');
  await expect.poll(() => field.inputValue()).toBe('');
}

function through(name: string, given: object = {}) {
  const call = { name, arguments: { charge_point_id: 'CP-7', ...given } };
  return { calls: [{ id: `call-${name}`, name: 'call_tool', arguments: call }] };
}

/** How many went over the wire. */
async function resets(sigec: TestSigec): Promise<number> {
  const path = '/api/stations/CP-7/messages?action=Reset&caller=system';
  return (await sigec.api.get<MessageList>(path)).messages.length;
}
