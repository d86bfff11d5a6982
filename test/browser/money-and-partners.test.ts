import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Invoice } from '#contract/billing/invoice.ts';
import { connectPartners, openPair } from '../roaming/roaming-pair.ts';
import { openBrowser, openPage } from '../support/browser.ts';
import { addressOf, buyAt, openPost, priceEverywhere } from '../support/guest.ts';
import { pressOn, tabTo, typeInto } from '../support/keyboard.ts';
import { rowOf, signIn, simulate } from '../support/operator.ts';
import { seriousFindings } from '../support/serious-findings.ts';
import { adminKey, startSigec } from '../support/sigec.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

test('a payment is followed from its list to a refund, and the day equals the statement', async () => {
  await using sigec = await startSigec({ OCPP_UNKNOWN_STATIONS: 'accept', PAYMENT_PROVIDER: 'simulated' });
  await priceEverywhere(sigec);
  await using station = await openPost(sigec, { id: 'CP-PAY', version: '2.0.1' });
  const guest = await buyAt(await addressOf(sigec, 'CP-PAY'));
  await guest.press('trial');
  await expect.poll(() => station.sessions.all.length, { timeout: 60_000 }).toBe(1);
  const [session] = station.sessions.all;
  if (session !== undefined) station.sessions.charge(session, 3_000);
  await guest.until('Charging');
  await guest.press('stop');
  await guest.until('Done');

  const { page, complaints } = await openPage(browser, `${sigec.addresses.api}/money`);
  await signIn(page);
  await page.getByText('Providers for trials: simulated. No real money moves.').waitFor();
  await rowOf(page, 'Payments', 'settled').getByText('R$7.00').waitFor();
  expect(await seriousFindings(page)).toEqual([]);
  await pressOn(page, rowOf(page, 'Payments', 'settled').getByRole('link'));
  await page.getByRole('table', { name: 'Money moved' }).getByText('received').waitFor();
  await pressOn(page, page.getByRole('button', { name: 'Refund' }));
  const dialog = page.getByRole('dialog');
  await typeInto(page, dialog.getByRole('textbox', { name: 'Amount' }), '2,50');
  await typeInto(page, dialog.getByRole('textbox', { name: 'Reason, kept with the bill' }), 'the cable was stuck');
  expect(await seriousFindings(page)).toEqual([]);
  await page.keyboard.press('Enter');
  await page.getByText('R$2.50 will be refunded to the payer.').waitFor();
  await page.getByText('R$4.50').waitFor();

  await page.goto(`${sigec.addresses.api}/money?tab=open`);
  await page.getByText('Nothing is open: the books are in order.').waitFor();
  await tabTo(page, page.getByRole('tab', { name: 'Open items' }));
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await pressOn(page, page.getByRole('button', { name: 'Compare a day' }));
  await pressOn(page, page.getByRole('dialog').getByRole('button', { name: 'Compare', exact: true }));
  const day = new Date().toISOString().slice(0, 10);
  await rowOf(page, 'Reconciliation', day).getByText('R$4.50').first().waitFor();
  await page.getByRole('tab', { name: 'Accounts' }).click();
  await rowOf(page, 'Accounts', 'in transit to us').getByText('R$4.50').waitFor();
  expect(await seriousFindings(page)).toEqual([]);
  expect(complaints).toEqual([]);
});

test('an invoice is made, printed, paid in part and listed, in Portuguese', async () => {
  await using sigec = await startSigec({ OCPP_UNKNOWN_STATIONS: 'accept' });
  await priceEverywhere(sigec);
  const driver = await sigec.api.post<{ id: string }>('/api/drivers', { name: 'Ana Souza' });
  await sigec.api.post('/api/tokens', { value: 'ANACARD', driverId: driver.id });
  await using station = await simulate(sigec, 'CP-INV');
  const session = station.begin('ANACARD');
  station.charge(session, 10_000);
  station.end(session);
  const invoices = async () => (await sigec.api.get<{ invoices: Invoice[] }>('/api/invoices')).invoices;
  await expect
    .poll(
      async () => {
        await sigec.api.post('/api/invoices', { until: new Date().toISOString() });
        return (await invoices()).length;
      },
      { timeout: 60_000 },
    )
    .toBe(1);
  const [made] = await invoices();
  const { page, complaints } = await openPage(browser, `${sigec.addresses.api}/money?tab=invoices`, {
    language: 'pt-BR',
  });
  await page.getByRole('banner').getByRole('button', { name: 'Entrar' }).click();
  const signing = page.getByRole('dialog');
  await signing.getByRole('button', { name: 'Usar uma chave' }).click();
  await signing.getByRole('textbox', { name: 'Chave' }).fill(adminKey);
  await signing.getByRole('button', { name: 'Entrar' }).click();
  await signing.waitFor({ state: 'detached' });
  const row = rowOf(page, 'Faturas', 'Ana Souza');
  await row.getByText('em aberto').waitFor();
  await pressOn(page, row.getByRole('button', { name: `Lançar um pagamento de ${made?.name}` }));
  await typeInto(page, page.getByRole('dialog').getByRole('textbox', { name: 'Valor' }), '1,00');
  await page.keyboard.press('Enter');
  await page.getByText(`${made?.name}: o pagamento foi lançado.`).waitFor();
  expect((await invoices())[0]).toMatchObject({
    open: (Number(made?.total) - 1).toFixed(2),
    state: 'open',
  });
  expect(await seriousFindings(page)).toEqual([]);
  const print = await row.getByRole('link', { name: made?.name ?? '' }).getAttribute('href');
  await page.goto(`${sigec.addresses.api}${print}`);
  await page.getByRole('heading', { name: `Fatura ${made?.name}` }).waitFor();
  await page.getByText('Ana Souza').waitFor();
  expect(await seriousFindings(page)).toEqual([]);
  expect(complaints).toEqual([]);
});

test('a partner is added with a token that is shown once, and messages with a connected one can be read', async () => {
  await using pair = await openPair();
  const { page, complaints } = await openPage(browser, `${pair.home.addresses.api}/partners`);
  await signIn(page);
  await pressOn(page, page.getByRole('button', { name: 'Add a partner' }));
  await typeInto(page, page.getByRole('dialog').getByRole('textbox', { name: 'Partner' }), 'Elsewhere');
  await typeInto(page, page.getByRole('dialog').getByRole('textbox', { name: 'Its parties' }), 'NL-ELS');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').getByText('Give the partner this address and this token.').waitFor();
  expect(await page.getByRole('dialog').locator('code').last().textContent()).toMatch(/^\S{30,64}$/);
  expect(await seriousFindings(page)).toEqual([]);
  await pressOn(page, page.getByRole('dialog').getByRole('button', { name: 'Done' }));
  await page.getByRole('heading', { name: 'Elsewhere' }).waitFor();

  const { here } = await connectPartners(pair.home, pair.away);
  await page.goto(`${pair.home.addresses.api}/partners/${here}`);
  await page.getByText('2.3.0').first().waitFor();
  await tabTo(page, page.getByRole('tab', { name: 'State' }));
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  const list = page.getByRole('list', { name: 'Messages' });
  await list.getByText('/credentials').first().waitFor();
  await pressOn(page, list.locator('summary').first());
  await list.locator('pre').first().waitFor();
  expect(await list.textContent()).not.toMatch(/"token": "(?!\*)/);
  expect(await seriousFindings(page)).toEqual([]);
  await pressOn(page, page.getByRole('button', { name: 'Sync everything' }));
  await page.getByText(/\d+ read, 0 left out/).waitFor();
  expect(complaints).toEqual([]);
});

test('without OCPI_PARTY the page says how roaming is switched on', async () => {
  await using sigec = await startSigec();
  const { page, complaints } = await openPage(browser, `${sigec.addresses.api}/partners`);
  await page.getByText('Roaming is off.').waitFor();
  expect(complaints.filter((each) => !each.includes('404'))).toEqual([]);
});
