import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser, openPage } from '../support/browser.ts';
import { ourCatalogueFile } from '../support/catalogue-file.ts';
import { startSigec } from '../support/sigec.ts';
import { openPlatform, platformProfile } from '../support/ucp-platform.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

test('a buyer whom a platform sends to our page sees books, address and sum, and pays in their own browser', async () => {
  await using platform = await openPlatform();
  await using sigec = await startSigec();
  await sigec.api.put('/api/books/catalogue', { content: await ourCatalogueFile() });
  const profile = platform.put('/profile.json', platformProfile({ version: '2026-04-08' }));
  const address = { address_locality: 'Recife', address_region: 'PE', postal_code: '50000-000', address_country: 'BR' };
  const made = await fetch(`${sigec.addresses.ucp}/checkout-sessions`, {
    method: 'POST',
    headers: { 'ucp-agent': `profile="${profile}"`, 'content-type': 'application/json' },
    body: JSON.stringify({
      line_items: [{ item: { id: 'tec-001' }, quantity: 1 }],
      buyer: { email: 'ana@example.com' },
      fulfillment: {
        methods: [{ type: 'shipping', destinations: [{ ...address, street_address: 'Rua <b>A</b>, 1' }] }],
      },
    }),
  });
  const { continue_url: url } = (await made.json()) as { continue_url: string };
  const { page, complaints } = await openPage(browser, url, { language: 'pt-BR' });
  await page.getByText('Rua <b>A</b>, 1, Recife, PE, 50000-000').waitFor();
  await page.getByText('R$ 104,80').waitFor();
  await page.getByRole('textbox', { name: 'Código do meio de pagamento' }).fill('success_token');
  await page.getByRole('button', { name: 'Confirmar e pagar' }).click();
  await page.getByText('Pago. Obrigado pela compra!').waitFor();
  expect(new URL(page.url()).pathname).toMatch(/^\/order\//);
  expect(complaints.filter((text) => !text.includes('favicon') && !text.includes('404'))).toEqual([]);
});
