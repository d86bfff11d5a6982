import { readFile } from 'node:fs/promises';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { DriverList } from '#contract/access/driver.ts';
import type { WhoAmI } from '#contract/agents/principal.ts';
import type { TariffAssignmentList } from '#contract/billing/tariff.ts';
import { openBrowser, openPage } from '../support/browser.ts';
import { rowOf, signIn, simulate } from '../support/operator.ts';
import { startSigec as start } from '../support/sigec.ts';
import { enterToken } from '../support/tokens.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

const startSigec = () => start({ OCPP_UNKNOWN_STATIONS: 'accept' });

test('a card that another driver has is told of, and only the card is asked for again', async () => {
  await using sigec = await startSigec();
  await enterToken(sigec, 'TAKEN-1');
  const { page } = await openPage(browser, `${sigec.addresses.api}/access`);
  await signIn(page);
  await page.getByRole('button', { name: 'Add a driver' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Bruno Lima');
  await dialog.getByRole('textbox', { name: 'Card number' }).fill('TAKEN-1');
  await dialog.getByRole('button', { name: 'Add driver' }).click();
  await dialog.getByText('Only the card could not be added.').waitFor();
  expect(await dialog.getByRole('textbox', { name: 'Name' }).count()).toBe(0);
  await dialog.getByRole('textbox', { name: 'Card number' }).fill('FREE-1');
  await dialog.getByRole('button', { name: 'Add the card' }).click();
  await page.getByText('Bruno Lima was added and may charge with the card.').waitFor();
  const { drivers } = await sigec.api.get<DriverList>('/api/drivers');
  expect(drivers).toMatchObject([{ name: 'Bruno Lima', tokenCount: 1 }]); // once, not twice
});

test('a file of drivers is judged by line, taken with progress and a result per row, and nothing is lost', async () => {
  await using sigec = await startSigec();
  const { page } = await openPage(browser, `${sigec.addresses.api}/access?tab=import`);
  await signIn(page);
  const file = (csv: string) => ({ name: 'drivers.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) });
  const chooser = page.locator('input[type=file]');
  const many = Array.from({ length: 298 }, (_, nth) => `Driver ${nth},TAG-${nth},`);
  const csv = ['name,token,type', ...many, 'Bruno,CARD-2,plastic', '"Zoe, of line 301",CARD-3,'].join('\n');
  const row = (text: string) => rowOf(page, 'Result per row', text);
  const drivers = async () => (await sigec.api.get<DriverList>('/api/drivers?limit=1000')).drivers.length;
  await chooser.setInputFiles(file(csv));
  await page.getByText('1 row has a mistake').waitFor();
  await page.getByRole('checkbox', { name: 'Only rows with mistakes' }).check();
  expect(await row('Bruno').getByRole('cell').first().textContent()).toBe('300');
  await row('Bruno')
    .getByText(/^type: /)
    .waitFor();
  expect(await drivers()).toBe(0); // so far it was only looked at

  // The second piece does not arrive: what came before stays, and the rest goes on from there.
  let pieces = 0;
  await page.route('**/api/access/import', (route) => {
    pieces += 1;
    return pieces === 2 ? route.abort() : route.continue();
  });
  await page.getByRole('button', { name: 'Import the 299 good rows' }).click();
  await page.getByText('It stopped on the way: what was taken stays, the rest waits').waitFor();
  await page.getByText('250 of 300 rows').waitFor();
  expect(await drivers()).toBe(250);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByText('Done: 299 rows imported, 1 left out').waitFor();
  expect(await drivers()).toBe(299);
  await row('Bruno').getByText('Left out').waitFor();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save the row that was left out' }).click(),
  ]);
  expect(await readFile(await download.path(), 'utf8')).toBe('name,token,type\r\nBruno,CARD-2,plastic\r\n');

  await chooser.setInputFiles(file(csv.replace('plastic', 'iso14443'))); // mended, and dropped again
  await page.getByText('Everything can be taken').waitFor();
  await page.getByText('Drivers: 1 new, 0 changed. Cards: 1 new, 0 changed.').waitFor();
  await page.getByRole('button', { name: 'Import now' }).click();
  await page.getByText('Done: 300 rows imported, 0 left out').waitFor();
  expect(await drivers()).toBe(300);
});

test('forgetting a driver asks for their name, and says what is gone and what stays', async () => {
  await using sigec = await startSigec();
  const driver = await sigec.api.post<{ id: string }>('/api/drivers', { name: 'Ana Prado' });
  await enterToken(sigec, 'CARD-1', { driverId: driver.id });
  const { page } = await openPage(browser, `${sigec.addresses.api}/access/drivers/${driver.id}`);
  await signIn(page);
  await page.getByRole('button', { name: 'Erase personal data …' }).click();
  const dialog = page.getByRole('dialog');
  const submit = dialog.getByRole('button', { name: 'Erase for good' });
  expect(await submit.getAttribute('aria-disabled')).toBe('true');
  await dialog.getByRole('textbox').fill('Ana Prado');
  await submit.click();
  await dialog.getByText('1 card was removed.').waitFor();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('heading', { name: 'Erased person' }).waitFor();
  expect(await page.content()).not.toContain('Ana Prado');
});

test('a site is made, a station put there, and a place reserved and given back', async () => {
  await using sigec = await startSigec();
  const ana = await sigec.api.post<{ id: string }>('/api/drivers', { name: 'Ana Prado' });
  await enterToken(sigec, 'CARD-1', { driverId: ana.id });
  await using _station = await simulate(sigec, 'CP-1');
  const { page, complaints } = await openPage(browser, `${sigec.addresses.api}/sites`);
  await signIn(page);
  await page.getByRole('button', { name: 'Add a site' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Boa Viagem, térreo');
  await dialog.getByRole('button', { name: 'Add site' }).click();
  await page.getByRole('heading', { name: 'Boa Viagem, térreo' }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/sites/boa-viagem-terreo');
  await page.getByText('America/Sao_Paulo').waitFor(); // the zone of whoever made it
  await page.getByText('BRL').waitFor(); // and the money of that place

  await page.getByRole('button', { name: 'Add a station' }).click();
  await dialog.getByRole('combobox', { name: 'Station' }).fill('CP-1');
  await dialog.getByRole('button', { name: 'Add a station' }).click();
  await page.getByText('CP-1 stands at Boa Viagem, térreo.').waitFor();
  const energy = page.getByRole('region', { name: 'Energy' });
  await energy.getByText('Nobody has said how this site is fed and limited.').waitFor();
  expect(await energy.getByRole('link', { name: 'Draw' }).getAttribute('href')).toBe('/energy/boa-viagem-terreo');
  await rowOf(page, 'Stations', 'CP-1').getByText('Online').waitFor();
  expect(await page.getByRole('button', { name: 'Remove' }).getAttribute('aria-disabled')).toBe('true');

  await page.getByRole('link', { name: 'Sessions', exact: true }).click();
  await page.getByRole('link', { name: 'Reservations' }).click();
  await page.getByRole('button', { name: 'Reserve', exact: true }).click();
  await dialog.getByRole('combobox', { name: 'Station' }).fill('CP-1');
  await dialog.getByRole('textbox', { name: 'Card number' }).fill('NOBODYS');
  await dialog.getByRole('button', { name: 'Reserve', exact: true }).click();
  await dialog.getByText('No card with this number is known.').waitFor();
  await dialog.getByLabel('Driver or card').first().fill('Ana');
  await page.getByRole('option', { name: 'Ana Prado · …D-1' }).click();
  await dialog.getByRole('button', { name: 'Reserve', exact: true }).click();
  await page.getByText('CP-1 keeps the place free.').waitFor();
  await rowOf(page, 'Reservations', 'CP-1').getByText('Kept free', { exact: true }).waitFor();
  await rowOf(page, 'Reservations', 'CP-1').getByRole('link', { name: 'Ana Prado' }).waitFor();
  await page.getByRole('button', { name: /^Cancel reservation \d+ at CP-1$/ }).click();
  await dialog.getByRole('button', { name: 'Cancel the reservation' }).click();
  await rowOf(page, 'Reservations', 'CP-1').getByText('Cancelled', { exact: true }).waitFor();
  expect(complaints.filter((line) => !line.includes('404'))).toEqual([]); // the card that nobody knows
});

test('a new tariff takes the place of another one where somebody says so, in the form or as text', async () => {
  await using sigec = await startSigec();
  await sigec.api.post('/api/sites', { id: 'centre', name: 'Centre', timeZone: 'America/Recife', currency: 'BRL' });
  await sigec.api.post('/api/sites', { id: 'port', name: 'Port', timeZone: 'Europe/Lisbon', currency: 'EUR' });
  const { page, complaints } = await openPage(browser, `${sigec.addresses.api}/sites/centre`);
  await signIn(page);
  await page.getByRole('link', { name: 'None of its own' }).click();
  const where = page.getByRole('combobox', { name: 'Where does it apply?' });
  await expect.poll(() => where.inputValue()).toBe('centre');
  await page.getByRole('textbox', { name: 'Name' }).fill('Day');
  await page.getByRole('textbox', { name: 'Price per kWh' }).fill('1,90');
  await page.getByRole('tab', { name: 'As text' }).click();
  const text = page.getByRole('textbox', { name: 'Tariff as text' });
  await expect.poll(() => text.inputValue()).toMatch(/id: day[^]*1\.90/);
  await page.getByRole('list').getByText('R$1.90 per kWh').waitFor(); // the week is seen here too
  await text.fill((await text.inputValue()).replace('1.90', '2.10'));
  await page.getByRole('tab', { name: 'Simple' }).click();
  await expect.poll(() => page.getByRole('textbox', { name: 'Price per kWh' }).inputValue()).toBe('2.10');
  await where.selectOption('port');
  await page.getByText('Port takes tariffs in EUR.').waitFor();
  await where.selectOption('centre');
  await page.getByRole('button', { name: 'Save tariff' }).click();
  await page.getByText('day applies from now on: Centre.').waitFor();

  await page.getByRole('tab', { name: 'Try it' }).click();
  await page.getByText('By the clock of America/Recife').waitFor(); // of the site where it holds
  await page.getByLabel('Begins').fill('2027-03-01T21:00');
  await page.getByRole('button', { name: 'Calculate' }).click();
  await page.getByRole('table').getByText('21:00').first().waitFor();

  await sigec.api.post('/api/tariffs', { id: 'night', currency: 'BRL', perKwh: '1.00' });
  await page.goto(`${sigec.addresses.api}/tariffs/night?tab=where`);
  await page.getByRole('button', { name: 'Assign it' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox', { name: 'Place' }).selectOption('site');
  await dialog.getByText('day applies there now').waitFor();
  await dialog.getByRole('button', { name: 'Replace it from now' }).click();
  await page.getByText('night applies there from now on.').waitFor();
  const { assignments } = await sigec.api.get<TariffAssignmentList>('/api/tariff-assignments');
  expect(assignments).toMatchObject([{ tariffId: 'night', siteId: 'centre' }]);
  expect(complaints).toEqual([]);
});

test('the number of a card that nobody knows is typed once', async () => {
  await using sigec = await startSigec();
  await using _station = await simulate(sigec, 'CP-1');
  const { page } = await openPage(browser, `${sigec.addresses.api}/access?tab=try`);
  await signIn(page);
  await page.getByRole('textbox', { name: 'Card number' }).fill('NEW-CARD-1');
  await page.getByRole('combobox', { name: 'Station' }).fill('CP-1');
  await page.getByRole('button', { name: 'Try', exact: true }).click();
  await page.getByText('Nobody has entered this card yet.').waitFor();
  await page.getByRole('button', { name: 'Add the card' }).click();
  const dialog = page.getByRole('dialog');
  const number = dialog.getByRole('textbox', { name: 'Number' });
  expect(await number.inputValue()).toBe('NEW-CARD-1');
  await number.fill('');
  await dialog.getByText('Write the number, or let one be created.').waitFor();
  await number.fill('NEW-CARD-1');
  await dialog.getByRole('button', { name: 'Add card' }).click();
  await page.getByRole('heading', { name: 'It may charge' }).waitFor(); // it is tried again
  expect(page.url()).not.toContain('NEW-CARD');
});

test('whoever charges is named in the lists, and is forgotten only after the end', async () => {
  await using sigec = await startSigec();
  const driver = await sigec.api.post<{ id: string }>('/api/drivers', { name: 'Ana Prado' });
  await sigec.api.post('/api/drivers', { name: 'Bruno Lima' });
  await enterToken(sigec, 'CARD-1', { driverId: driver.id });
  await using station = await simulate(sigec, 'CP-1');
  station.begin('CARD-1');
  const { page } = await openPage(browser, `${sigec.addresses.api}/sessions`);
  await signIn(page);
  await rowOf(page, 'Sessions', 'CP-1').getByText('…D-1').waitFor();
  await rowOf(page, 'Sessions', 'CP-1').getByRole('link', { name: 'Ana Prado' }).click();
  await page.getByRole('heading', { name: 'Ana Prado' }).waitFor();
  const { principal } = await sigec.api.get<WhoAmI>('/api/me');
  await page.getByText(`by ${principal?.name}`).waitFor(); // by name, not by the id of a key
  await rowOf(page, 'Sessions', 'CP-1').getByText('Charging').waitFor();
  await page.getByRole('button', { name: 'Erase personal data …' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox').fill('Ana Prado');
  await dialog.getByRole('button', { name: 'Erase for good' }).click();
  await dialog.getByText('They are charging right now').waitFor();
  await dialog.getByRole('link', { name: 'CP-1' }).waitFor();
  await dialog.getByRole('button', { name: 'Stop' }).click();
  await dialog.getByText('Stopping the session at CP-1').waitFor();

  await page.goto(`${sigec.addresses.api}/access`);
  await rowOf(page, 'Drivers', 'Bruno Lima').getByText('No card').waitFor();
  await rowOf(page, 'Drivers', 'Ana Prado').getByText('May charge').waitFor();
  expect(await page.content()).not.toContain('CARD-1');
});

test('a session of a refused card says so, and has no receipt', async () => {
  await using sigec = await startSigec();
  await using station = await simulate(sigec, 'CP-1');
  const session = station.begin('STRANGER-1');
  station.end(session);
  const { page } = await openPage(browser, `${sigec.addresses.api}/sessions`);
  await rowOf(page, 'Sessions', 'CP-1').getByRole('link').first().click();
  await page.getByText('No receipt: the card was rejected.').waitFor();
  await page.getByRole('link', { name: 'The card was rejected (Card not known)' }).click();
  await page.getByRole('listitem').getByText('Card not known').waitFor();
  expect(page.url()).toContain('tab=refusals');
});

test('every page speaks Portuguese, fits a phone, and says what is missing while it is empty', async () => {
  await using sigec = await startSigec();
  const { page, complaints } = await openPage(browser, sigec.addresses.api, {
    language: 'pt-BR',
    width: 390,
    height: 844,
  });
  const pages = [
    { path: '/now', shows: 'Conecte um carregador' },
    { path: '/access', shows: 'Nenhum motorista ainda.' },
    { path: '/access?tab=tokens', shows: 'Nenhum cartão aqui.' },
    { path: '/access?tab=groups', shows: 'Nenhum grupo ainda.' },
    { path: '/access?tab=refusals', shows: 'Ninguém foi recusado.' },
    { path: '/access?tab=try', shows: 'Nada é gravado e ninguém é avisado.' },
    { path: '/access?tab=import', shows: 'Entre para alterar algo aqui.' },
    { path: '/tariffs', shows: 'Nenhuma tarifa ainda' },
    { path: '/tariffs/new', shows: 'Preencha os preços para ver a semana.' },
    { path: '/tariffs/nothing', shows: 'Esta tarifa não existe' },
    { path: '/sites', shows: 'Nenhum local ainda.' },
    { path: '/sites/nowhere', shows: 'Este local não existe' },
    { path: '/reservations', shows: 'Nenhuma reserva encontrada.' },
    { path: '/reports', shows: 'Nada foi recarregado neste período.' },
    { path: '/reports?tab=uptime', shows: 'Nenhum ponto esteve em serviço neste período.' },
    { path: '/reports?tab=outages', shows: 'Nenhuma indisponibilidade neste período.' },
    { path: '/reports?tab=refusals', shows: 'Ninguém foi recusado.' },
    { path: '/proposals', shows: 'Entre com a chave de uma pessoa' },
    { path: '/health', shows: 'Nada indica uma falha.' },
    { path: '/health?tab=closed', shows: 'Nenhum achado foi encerrado ainda.' },
    { path: '/health?tab=models', shows: 'Nenhuma estação informou seu modelo ainda.' },
    { path: '/tickets', shows: 'Nenhum chamado está aberto.' },
    { path: '/campaigns', shows: 'Nenhuma campanha ainda.' },
    { path: '/campaigns?tab=catalogue', shows: 'Nenhum firmware ainda.' },
    { path: '/energy', shows: 'Nunca desarmar um disjuntor' },
    { path: '/money', shows: 'Ninguém pagou ainda.' },
    { path: '/money?tab=open', shows: 'Nada em aberto: os livros estão em ordem.' },
    { path: '/money?tab=days', shows: 'Nenhum dia foi comparado ainda.' },
    { path: '/money?tab=invoices', shows: 'Ainda não há faturas.' },
    { path: '/money?tab=accounts', shows: 'Nada foi lançado ainda.' },
    { path: '/partners', shows: 'O roaming está desligado.' },
    { path: '/rules', shows: 'Nada acontece sozinho ainda.' },
    { path: '/notifications', shows: 'Notificações são de uma pessoa.' },
    { path: '/vehicles', shows: 'Veículos à venda.' },
    { path: '/books', shows: 'A loja em que agentes compram' },
    { path: '/devices', shows: 'Nenhum dispositivo ainda.' },
    { path: '/assistant', shows: 'Conversas' },
    { path: '/settings', shows: 'Quem entra e com quê' },
  ];
  for (const { path, shows } of pages) {
    await page.goto(`${sigec.addresses.api}${path}`);
    await page.getByText(shows).first().waitFor();
    expect({ path, width: await page.evaluate('document.documentElement.scrollWidth') }).toEqual({ path, width: 390 });
  }
  expect(complaints.filter((line) => !line.includes('404'))).toEqual([]); // the pages that are not there
});
