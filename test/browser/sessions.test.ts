import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SessionPage } from '#contract/sessions/session.ts';
import type { SimulatedSession } from '#simulator/session-fact.ts';
import { SimulatedStation } from '#simulator/station.ts';
import { openBrowser, openPage } from '../support/browser.ts';
import { scale } from '../support/scale.ts';
import { adminKey, startSigec as start, type TestSigec } from '../support/sigec.ts';
import { enterToken } from '../support/tokens.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

/** Lets every station in, and knows two cards. */
async function startSigec(): Promise<TestSigec> {
  const sigec = await start({ OCPP_UNKNOWN_STATIONS: 'accept' });
  for (const card of ['CARD-1', 'CARD-2']) await enterToken(sigec, card);
  return sigec;
}

test('a session appears by itself, changes in place, and a second one is announced', async () => {
  await using sigec = await startSigec();
  await using station = await simulate(sigec, 'CP-1');
  const { page, complaints } = await openPage(browser, `${sigec.addresses.api}/sessions`);
  await page.getByRole('heading', { name: 'No session yet' }).waitFor();
  await page.evaluate('window.sameAsBefore = true'); // a reload would forget it

  const first = station.begin(1);
  await row(page, 'CP-1 · EVSE 1').getByText('Charging').waitFor();
  station.charge(first, 1_500);
  await row(page, 'CP-1 · EVSE 1').getByText('1.50 kWh').waitFor();

  station.begin(2);
  const announced = page.getByRole('button', { name: '1 new session · Show' });
  await announced.waitFor();
  expect(await sessionNames(page)).toEqual(['CP-1 · EVSE 1']); // nothing is pushed under the pointer
  await announced.click();
  await row(page, 'CP-1 · EVSE 2').waitFor();
  expect(await sessionNames(page)).toEqual(['CP-1 · EVSE 2', 'CP-1 · EVSE 1']);

  station.end(first, 'EVDisconnected');
  await row(page, 'CP-1 · EVSE 1').getByText('unplugged at the vehicle').waitFor();
  expect(await sessionNames(page)).toEqual(['CP-1 · EVSE 2', 'CP-1 · EVSE 1']); // it ended where it stood
  expect(await page.evaluate('window.sameAsBefore')).toBe(true);
  expect(complaints).toEqual([]);
});

test('its page shows the curve growing, stops it, and says who asked and why it ended', async () => {
  await using sigec = await startSigec();
  await using station = await simulate(sigec, 'CP-1');
  const session = station.begin(1);
  station.charge(session, 500);
  const { page, complaints } = await openPage(browser, `${sigec.addresses.api}/sessions`);
  await row(page, 'CP-1').getByRole('link').first().click();
  await page.getByRole('link', { name: 'Open as a page' }).click();
  await page.getByRole('heading', { name: 'CP-1 · EVSE 1' }).waitFor();
  await page.getByText('Sign in to stop sessions.').waitFor();
  expect(await page.getByRole('button', { name: 'Stop' }).getAttribute('aria-disabled')).toBe('true');

  const curve = page.getByRole('slider', { name: 'Curve of the session' });
  await curve.waitFor();
  await expect.poll(() => pointsOf(page)).toBe(2); // the register at the start, and the one reading
  station.charge(session, 700);
  station.charge(session, 600);
  await expect.poll(() => pointsOf(page)).toBe(4);
  await page.getByText('1.80 kWh', { exact: true }).first().waitFor();
  await page.getByText('calculated from the meter readings').waitFor();
  await curve.focus();
  await page.keyboard.press('End');
  expect(await curve.getAttribute('aria-valuetext')).toContain('Energy 1.80 kWh');
  await page.keyboard.press('ArrowLeft');
  expect(await curve.getAttribute('aria-valuetext')).toContain('Energy 1.20 kWh');

  await signIn(page);
  await page.getByRole('button', { name: 'Stop', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox').fill('the bay is being cleaned');
  await dialog.getByRole('button', { name: 'Stop the session' }).click();
  await dialog.getByText('The session has ended: stopped remotely').waitFor();
  await dialog.getByRole('button', { name: 'Done' }).click();
  const end = page.getByText('Why it ended:').locator('..');
  await end.getByText(/It was stopped remotely\. .+ asked for it\./).waitFor();
  await end.getByText('“the bay is being cleaned”').waitFor();
  await page.getByText('The session ended: stopped remotely').waitFor(); // on the timeline
  await page.getByText('The session has ended already.').waitFor();
  expect(await page.getByRole('button', { name: 'Stop', exact: true }).getAttribute('aria-disabled')).toBe('true');
  expect(complaints).toEqual([]);
});

test('what cannot be done says why: offline, refused, not there', async () => {
  await using sigec = await startSigec();
  await using station = await simulate(sigec, 'CP-1');
  const session = station.begin(1);
  await expect.poll(async () => (await readSessions(sigec)).length).toBe(1);
  const [{ id } = { id: '' }] = await readSessions(sigec);
  const { page } = await openPage(browser, `${sigec.addresses.api}/sessions/${id}`);
  await signIn(page);
  const stop = page.getByRole('button', { name: 'Stop', exact: true });
  await expect.poll(() => stop.getAttribute('aria-disabled')).toBe('false');

  const { ref } = session;
  session.ref = 'another'; // the station does not know it by its name
  await stop.click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Stop the session' }).click();
  await dialog.getByText(/^The station refused.*Nothing changed\.$/).waitFor();
  await dialog.getByRole('button', { name: 'Done' }).click();
  session.ref = ref;

  station.simulated.loseNetwork();
  await page.getByText('The station is offline, so nobody can ask it to stop.').waitFor();
  expect(await stop.getAttribute('aria-disabled')).toBe('true');
  station.end(session, 'Local'); // told once it is back
  station.simulated.regainNetwork();
  await page.getByText('Why it ended:').waitFor();

  await page.goto(`${sigec.addresses.api}/sessions/00000000-0000-7000-8000-000000000000`);
  await page.getByRole('heading', { name: 'There is no such session' }).waitFor();
  await page.getByRole('link', { name: 'All sessions' }).click();
  await row(page, 'CP-1').waitFor();
});

test('a session is started from a connector, and leads back to its station', async () => {
  await using sigec = await startSigec();
  await using station = await simulate(sigec, 'CP-1');
  const { page, complaints } = await openPage(browser, `${sigec.addresses.api}/equipment`);
  const connector = page.getByRole('button', { name: /^1 Available/ });
  await connector.click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('No session runs here. Sign in to start sessions.').waitFor();
  await page.keyboard.press('Escape');
  await signIn(page);
  await connector.click();
  await dialog.getByRole('button', { name: 'Start' }).click();
  await dialog.getByText('Type the number of a card first.').waitFor();
  await dialog.getByRole('textbox', { name: 'Card' }).fill('CARD-1');
  await dialog.getByRole('button', { name: 'Start' }).click();
  await dialog.getByText('The session has begun.').waitFor();
  await dialog.getByRole('link', { name: 'Open the session' }).click();
  await page.getByRole('heading', { name: 'CP-1 · EVSE 1' }).waitFor();
  await page.getByText(/remotely, by/).waitFor();
  expect(station.simulated.sessions.running(1)?.token).toBe('CARD-1');

  await page.getByRole('link', { name: 'Show CP-1' }).click();
  await page.getByRole('region', { name: 'Connector 1' }).getByRole('link', { name: 'Open the session' }).click();
  await page.getByRole('heading', { name: 'CP-1 · EVSE 1' }).waitFor();
  expect(complaints).toEqual([]);
});

test('filters live in the address, and the export has the same', async () => {
  await using sigec = await startSigec();
  await using one = await simulate(sigec, 'CP-1');
  await using other = await simulate(sigec, 'CP-2');
  one.begin(1, 'CARD-1');
  const ended = other.begin(1, 'CARD-2');
  other.end(ended, 'Local');
  await expect.poll(async () => (await readSessions(sigec)).length).toBe(2);
  const { page, complaints } = await openPage(browser, `${sigec.addresses.api}/sessions`);
  await row(page, 'CP-1').waitFor();
  expect(await sessionNames(page)).toEqual(['CP-1 · EVSE 1', 'CP-2 · EVSE 1']); // running first

  await page.getByRole('button', { name: 'Ended', exact: true }).click();
  await row(page, 'CP-2').waitFor();
  await expect.poll(() => sessionNames(page)).toEqual(['CP-2 · EVSE 1']);
  expect(new URL(page.url()).search).toBe('?state=ended');
  await page.reload();
  await row(page, 'CP-2').waitFor();
  expect(await row(page, 'CP-1').count()).toBe(0);
  const href = await page.getByRole('link', { name: 'Download as CSV' }).getAttribute('href');
  const file = await (await fetch(`${sigec.addresses.api}${href}`)).text();
  expect(file).toContain('CP-2');
  expect(file).not.toContain('CP-1');

  await page.getByRole('combobox', { name: 'Station' }).fill('CP-1');
  await page.getByRole('heading', { name: 'No session fits these filters' }).waitFor();
  await page.getByRole('button', { name: 'Clear filters' }).first().click();
  expect(new URL(page.url()).search).toBe('');
  await page.getByRole('textbox', { name: 'Card' }).fill('CARD-2');
  await page.keyboard.press('Enter');
  await expect.poll(() => sessionNames(page)).toEqual(['CP-2 · EVSE 1']);
  expect(page.url()).toMatch(/token=tok_/);
  expect(page.url()).not.toContain('CARD-2'); // a card's number is nobody's address
  expect(complaints).toEqual([]);
});

test('all of it speaks Portuguese, and fits a phone', async () => {
  await using sigec = await startSigec();
  await using station = await simulate(sigec, 'CP-1');
  const session = station.begin(1);
  station.charge(session, 1_250);
  const { page } = await openPage(browser, `${sigec.addresses.api}/sessions`, {
    language: 'pt-BR',
    width: 390,
    height: 844,
  });
  await page.getByRole('heading', { name: 'Sessões' }).waitFor();
  await row(page, 'CP-1').getByText('1,25 kWh').waitFor();
  await row(page, 'CP-1').getByText('Carregando').waitFor();
  await row(page, 'CP-1').getByRole('link').first().click();
  await page.getByRole('link', { name: 'Abrir como página' }).click();
  station.end(session, 'EVDisconnected');
  await page.getByText('Por que terminou:').locator('..').getByText('O cabo foi retirado do veículo.').waitFor();
  await page.getByText('A sessão começou').waitFor();
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
});

test('many running sessions: only what is seen is drawn, and it is live to the last', async () => {
  const count = scale({ test: 250, soak: 1_000 });
  await using sigec = await startSigec();
  await using station = await simulate(sigec, 'CP-1');
  const all = Array.from({ length: count }, (_, index) => station.begin(index + 1));
  await expect.poll(() => runningCount(sigec)).toBe(count);
  const { page, complaints } = await openPage(browser, `${sigec.addresses.api}/sessions?state=running`);
  await page.getByRole('button', { name: `Running ${count.toLocaleString('en')}` }).waitFor();
  await row(page, 'CP-1').first().waitFor();
  expect((await sessionNames(page)).length).toBeLessThan(60);

  for (const session of all) station.charge(session, 1_000 * session.evseId);
  const kwh = (amount: number) => `${amount.toLocaleString('en', { minimumFractionDigits: 2 })} kWh`;
  await row(page, 'CP-1').first().getByText(kwh(count)).waitFor();
  const last = page.locator(`[aria-rowindex="${count + 1}"]`);
  await expect
    .poll(async () => {
      await page.keyboard.press('End');
      return (await page.getByText('That is all.').count()) + (await last.count());
    })
    .toBe(2);
  await page.getByText(`${count.toLocaleString('en')} sessions`).waitFor();
  await last.getByText(kwh(1), { exact: true }).waitFor();
  const [oldest] = all;
  if (oldest !== undefined) station.charge(oldest, 1_000);
  await last.getByText(kwh(2), { exact: true }).waitFor();
  expect((await sessionNames(page)).length).toBeLessThan(60);
  expect(complaints).toEqual([]);
});

/** A station whose sessions began an hour ago and go on by five minutes with every reading. */
async function simulate(sigec: TestSigec, id: string) {
  let now = Date.now() - 3_600_000;
  const simulated = new SimulatedStation({
    id,
    version: '2.0.1',
    url: sigec.addresses.ocpp.slice(0, -1),
    statusEverySeconds: 0,
    secondMs: 100,
    clock: { now: () => new Date(now) },
  });
  simulated.start();
  await expect.poll(() => simulated.state).toBe('accepted');
  return {
    simulated,
    begin(evseId: number, token = 'CARD-1') {
      now += 1_000;
      return simulated.sessions.start({ evseId, token });
    },
    charge(session: SimulatedSession, wh: number) {
      now += 300_000;
      simulated.sessions.charge(session, wh);
    },
    end(session: SimulatedSession, reason: string) {
      now += 60_000;
      simulated.sessions.stop(session, reason);
    },
    [Symbol.asyncDispose]: () => simulated.stop(),
  };
}

function row(page: Page, name: string): Locator {
  return page
    .getByRole('table', { name: /Sessions|Sessões/ })
    .getByRole('row')
    .filter({ has: page.getByRole('link', { name }) });
}

async function sessionNames(page: Page): Promise<string[]> {
  return await page.locator('.session-link').allTextContents();
}

/** How many points the energy curve is drawn through. */
async function pointsOf(page: Page): Promise<number> {
  const path = await page.locator('.curve-energy .curve-line').getAttribute('d');
  return path?.match(/[ML]/g)?.length ?? 0;
}

async function readSessions(sigec: TestSigec) {
  return (await sigec.api.get<SessionPage>('/api/sessions')).sessions;
}

async function runningCount(sigec: TestSigec): Promise<number> {
  const { total } = await sigec.api.get<SessionPage>('/api/sessions?state=running&limit=1&total=true');
  return total?.count ?? 0;
}

async function signIn(page: Page): Promise<void> {
  await page.getByRole('banner').getByRole('button', { name: 'Sign in' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Use a key instead' }).click();
  await dialog.getByRole('textbox', { name: 'Key' }).fill(adminKey);
  await dialog.getByRole('button', { name: 'Sign in' }).click();
  await dialog.waitFor({ state: 'detached' });
}
