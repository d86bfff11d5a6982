import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser, openPage } from '../support/browser.ts';
import { addressOf, openPost, priceEverywhere } from '../support/guest.ts';
import { seriousFindings } from '../support/serious-findings.ts';
import { startSigec, type TestSigec } from '../support/sigec.ts';

let browser: Browser;
let sigec: TestSigec;
beforeAll(async () => {
  browser = await openBrowser();
  sigec = await startSigec({ OCPP_UNKNOWN_STATIONS: 'accept', PAYMENT_PROVIDER: 'simulated' });
  await priceEverywhere(sigec);
});
afterAll(async () => {
  await browser.close();
  await sigec[Symbol.asyncDispose]();
});

const phone = { width: 360, height: 740 };

test('with a phone somebody without an account pays, charges and has a receipt after four taps, in Portuguese', async () => {
  await using station = await openPost(sigec, { id: 'FONE-1', version: '2.0.1' });
  const address = await addressOf(sigec, 'FONE-1');
  const { page, complaints } = await openPage(browser, address, { ...phone, language: 'pt-BR' });
  const isOnePhoneWide = () => page.evaluate('document.documentElement.scrollWidth <= window.innerWidth');
  let taps = 0;
  const tap = async (name: string, role: 'button' | 'link' = 'button') => {
    await page.getByRole(role, { name }).click();
    taps += 1;
  };
  await page.getByRole('heading', { name: 'Recarregue e pague aqui' }).waitFor();
  await page.getByText('R$ 2,00 por kWh').waitFor();
  await page.getByText('R$ 0,50 por minuto depois que a recarga terminou, a partir de 10 minutos depois').waitFor();
  expect([await seriousFindings(page), await isOnePhoneWide()]).toEqual([[], true]);

  await tap('Pagar com Pix');
  await page.getByRole('img', { name: 'QR code do seu pagamento' }).waitFor();
  expect(await page.getByLabel('Código de pagamento').inputValue()).toMatch(/^SIMULATED:/);
  expect([await seriousFindings(page), await isOnePhoneWide()]).toEqual([[], true]);
  await tap('Pagar agora (teste)');

  // From here on the page follows by itself.
  await page.getByRole('heading', { name: 'Recarregando' }).waitFor();
  const [session] = station.sessions.all;
  if (session === undefined) throw new Error('nothing began');
  station.sessions.charge(session, 3_000);
  await page.getByText('3,000 kWh').waitFor();
  expect([await seriousFindings(page), await isOnePhoneWide()]).toEqual([[], true]);
  await tap('Parar a recarga');
  const stoppedAt = performance.now();
  await page.getByText('Devolvido a você').waitFor();
  await page.getByText('R$ 23,00').waitFor();
  expect([await seriousFindings(page), await isOnePhoneWide()]).toEqual([[], true]);
  await tap('Ver o recibo', 'link');
  await page.getByRole('heading', { name: /^Recibo/ }).waitFor();
  await page.getByText('R$ 7,00').first().waitFor();
  expect(performance.now() - stoppedAt).toBeLessThan(60_000); // the promise to drivers, not a limit on work
  expect([await seriousFindings(page), await isOnePhoneWide()]).toEqual([[], true]);
  expect(taps).toBeLessThanOrEqual(4);
  expect(complaints).toEqual([]);
});

test('the other language is one tap away, and the code can be copied', async () => {
  await using _station = await openPost(sigec, { id: 'FONE-2', version: '1.6' });
  const { page, complaints } = await openPage(browser, await addressOf(sigec, 'FONE-2'), {
    ...phone,
    language: 'pt-BR',
  });
  await page.getByRole('link', { name: 'English' }).click();
  await page.getByRole('heading', { name: 'Charge and pay here' }).waitFor();
  await page.getByLabel('20 kWh').check({ force: true });
  await page.getByRole('button', { name: 'Pay by Pix' }).click();
  await page.getByRole('heading', { name: 'Pay to start' }).waitFor();
  await page.getByRole('button', { name: 'Copy the code' }).click();
  await page.getByRole('button', { name: 'Copied' }).waitFor();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('heading', { name: 'Nothing was paid' }).waitFor();
  expect(await seriousFindings(page)).toEqual([]);
  expect(complaints).toEqual([]);
});

test('without scripts the page works as well', async () => {
  await using station = await openPost(sigec, { id: 'FONE-3', version: '2.1' });
  const address = await addressOf(sigec, 'FONE-3');
  const visitor = await browser.newContext({ javaScriptEnabled: false, viewport: phone, locale: 'en-US' });
  const page = await visitor.newPage();
  await page.goto(address);
  await page.getByLabel('Another amount').fill('12.50');
  await page.getByRole('button', { name: 'Pay by Pix' }).click();
  await page.getByText('At most R$12.50').waitFor();
  await page.getByRole('button', { name: 'Pay now (trial)' }).click();
  await page.getByRole('heading', { name: 'Charging', exact: true }).waitFor({ timeout: 60_000 });
  expect(station.sessions.all).toHaveLength(1);
});
