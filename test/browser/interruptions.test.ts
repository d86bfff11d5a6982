import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openBrowser, openPage } from '../support/browser.ts';
import { startSigec, type TestSigec } from '../support/sigec.ts';

// What stops a person in the middle of something: the page says so, goes on by itself or where it is asked to, and loses nothing that was typed.

vi.setConfig({ testTimeout: 120_000, hookTimeout: 90_000 });

const email = 'ana@north.example';
const password = 'four wet blue horses';

let browser: Browser;
let sigec: TestSigec;
let personId: string;
beforeAll(async () => {
  [browser, sigec] = await Promise.all([openBrowser(), startSigec({ ALLOWED_HOSTS: 'charging.example' })]);
  const { link } = await sigec.api.post<{ link: string }>('/api/invitations', { email, grants: [everything] });
  const code = new URL(link).hash.slice(1);
  await fetch(`${sigec.addresses.api}/api/invitations/accept`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: sigec.addresses.api },
    body: JSON.stringify({ code, name: 'Ana Prado', password }),
  });
  const { people } = await sigec.api.get<{ people: { id: string }[] }>('/api/people');
  personId = people[0]?.id ?? '';
});
afterAll(async () => {
  await browser.close();
  await sigec[Symbol.asyncDispose]();
});

const everything = { role: 'administrator', siteId: null };

/** Something typed that is sent later: where, how, and what is seen once it was taken. */
type Writing = {
  what: string;
  path: string;
  write(page: Page): Promise<Locator>;
  send(page: Page): Promise<void>;
  done(page: Page): Promise<void>;
};
const typed = (nth: number) => `Written ${nth}`;

const writings = (nth: number): Writing[] => [
  {
    what: 'a dialog',
    path: '/access',
    write: async (page) => {
      await page.getByRole('button', { name: 'Add a driver' }).click();
      return await fill(page.getByRole('dialog').getByRole('textbox', { name: 'Name' }), nth);
    },
    send: (page) => press(page.getByRole('dialog').getByRole('button', { name: 'Add driver' })),
    done: (page) => page.getByText(`${typed(nth)} was added.`).waitFor(),
  },
  {
    what: 'the editor of tariffs',
    path: '/tariffs/new?tab=draw',
    write: async (page) => {
      await page.getByRole('textbox', { name: 'Price per kWh' }).first().fill('1.90');
      return await fill(page.getByRole('textbox', { name: 'Name' }).first(), nth);
    },
    send: (page) => press(page.getByRole('button', { name: 'Save tariff' })),
    done: (page) => page.getByRole('heading', { name: `written-${nth}` }).waitFor(),
  },
  {
    what: 'a question to the assistant',
    path: '/assistant',
    write: (page) => fill(page.getByRole('textbox', { name: 'Question' }), nth),
    send: (page) => page.getByRole('textbox', { name: 'Question' }).press('Enter'),
    done: (page) => page.locator('.assistant-question').getByText(typed(nth)).waitFor(),
  },
  {
    what: 'the settings',
    path: '/settings?tab=keys',
    write: async (page) => {
      await page.getByRole('button', { name: 'Make a key' }).click();
      return await fill(page.getByRole('dialog').getByRole('textbox', { name: 'Name' }), nth);
    },
    send: (page) => press(page.getByRole('dialog').getByRole('button', { name: 'Make the key' })),
    done: (page) =>
      page
        .getByRole('row')
        .filter({ hasText: typed(nth) })
        .waitFor(),
  },
];

test('a session that has ended: nothing shows until the same person signs in, and then all is as it was', async () => {
  const page = await visit();
  for (const { what, path, write, send, done } of writings(1)) {
    await page.goto(`${sigec.addresses.api}${path}`);
    const field = await write(page);
    await sigec.api.delete(`/api/people/${personId}/sign-ins`);
    await send(page);
    await page.getByText('Your session has ended. Sign in again to go on where you were').waitFor();
    await expect.poll(async () => ({ what, isSeen: await field.isVisible() })).toEqual({ what, isSeen: false });
    await signInAs(page);
    await page.getByText('Your session has ended').waitFor({ state: 'detached' });
    expect({ what, text: await field.inputValue() }).toEqual({ what, text: typed(1) });
    await send(page);
    await done(page);
  }
});

test('a permission that is gone: the page says so, and what was typed can be sent once it is back', async () => {
  const page = await visit();
  for (const { what, path, write, send, done } of writings(2).filter(({ path: each }) => each !== '/assistant')) {
    // a viewer may ask
    await page.goto(`${sigec.addresses.api}${path}`);
    const field = await write(page);
    await sigec.api.post(`/api/people/${personId}`, { grants: [{ role: 'viewer', siteId: null }] });
    await send(page);
    await page
      .getByText(/You may not do this; ask an administrator\. What you typed stays|Your key has the role viewer/)
      .first()
      .waitFor();
    expect({ what, text: await field.inputValue() }).toEqual({ what, text: typed(2) });
    await sigec.api.post(`/api/people/${personId}`, { grants: [everything] });
    await page.getByText('Your key has the role viewer').first().waitFor({ state: 'detached', timeout: 60_000 }); // by itself
    await send(page);
    await done(page);
  }
});

test('a network that is cut: the page says so, is live again by itself, and what was typed can be sent', async () => {
  const page = await visit();
  for (const { what, path, write, send, done } of writings(3)) {
    await page.goto(`${sigec.addresses.api}${path}`);
    const field = await write(page);
    await page.context().setOffline(true);
    await send(page);
    await page.getByText('The server did not answer. What you typed stays').last().waitFor();
    expect({ what, text: await field.inputValue() }).toEqual({ what, text: typed(3) });
    await page.context().setOffline(false);
    await page.getByRole('status').getByText('Live', { exact: true }).waitFor();
    await send(page);
    await done(page);
  }
});

/** Whether or not the page has noticed already that it cannot be done. */
async function press(button: Locator): Promise<void> {
  await button.focus();
  await button.press('Enter');
}

async function fill(field: Locator, nth: number): Promise<Locator> {
  await field.fill(typed(nth));
  return field;
}

async function visit(): Promise<Page> {
  const { page } = await openPage(browser, sigec.addresses.api);
  await signInAs(page);
  await page.getByRole('heading', { name: 'Now', exact: true }).waitFor();
  return page;
}

async function signInAs(page: Page): Promise<void> {
  await page.getByRole('textbox', { name: 'E-mail' }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}
