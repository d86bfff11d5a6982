import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { FindingList } from '#contract/findings/finding.ts';
import { SimulatedStation } from '#simulator/station.ts';
import { openBrowser, openPage } from '../support/browser.ts';
import { chooseIn, pressOn, tabTo, typeInto } from '../support/keyboard.ts';
import { rowOf } from '../support/operator.ts';
import { seriousFindings } from '../support/serious-findings.ts';
import { adminKey, startSigec, type TestSigec } from '../support/sigec.ts';

// Findings, tickets, rules, notifications, campaigns and logs, as an operator goes through them; one server for all.

vi.setConfig({ testTimeout: 180_000, hookTimeout: 90_000 });

let browser: Browser;
let sigec: TestSigec;
let station: SimulatedStation;
beforeAll(async () => {
  [browser, sigec] = await Promise.all([
    openBrowser(),
    startSigec({ OCPP_UNKNOWN_STATIONS: 'accept', INSTALLATION_KEY: 'ef'.repeat(32) }),
  ]);
  station = new SimulatedStation({
    id: 'CP-1',
    version: '1.6',
    url: sigec.addresses.ocpp.slice(0, -1),
    statusEverySeconds: 0,
    secondMs: 50,
  });
  station.start();
  await vi.waitFor(() => expect(station.state).toBe('accepted'), { timeout: 60_000 });
});
afterAll(async () => {
  await station.stop();
  await browser.close();
  await sigec[Symbol.asyncDispose]();
});

test('a finding opens its evidence, becomes a ticket, and is closed with what was the case', async () => {
  await reportFault(({ findings }) => findings.length > 0);
  const { page, complaints } = await visit('/now');
  await pressOn(page, page.getByRole('link', { name: /^See why/ }).first());
  const dialog = page.getByRole('dialog');
  await dialog.getByText('What to do').waitFor();
  await pressOn(page, dialog.getByRole('button', { name: /^Event/ }).first());
  await dialog
    .getByText(/CP-1.*[Ff]ault/)
    .first()
    .waitFor(); // the event itself, in a sentence
  expect(await seriousFindings(page)).toEqual([]);
  await pressOn(page, dialog.getByRole('button', { name: 'Open a ticket' }));
  await typeInto(page, dialog.getByRole('textbox', { name: 'MREC code' }), '14');
  await dialog.getByText('A code such as CX014, or nothing').first().waitFor();
  await typeInto(page, dialog.getByRole('textbox', { name: 'MREC code' }), 'cx014');
  await pressOn(page, dialog.getByRole('button', { name: 'Open a ticket' }));
  await page.getByText('Ticket 1 is open.').waitFor();
  await page.getByRole('link', { name: /^Finding:/ }).waitFor(); // its evidence came along

  await typeInto(page, page.getByRole('textbox', { name: 'Note' }), 'I go there at ten');
  await pressOn(page, page.getByRole('button', { name: 'Add note' }));
  await page.getByRole('listitem').filter({ hasText: 'I go there at ten' }).waitFor();
  await pressOn(page, page.getByRole('button', { name: 'Add a part' }));
  await typeInto(page, dialog.getByRole('textbox', { name: 'Part', exact: true }), 'Residual current device');
  await pressOn(page, dialog.getByRole('button', { name: 'Add a part' }));
  await rowOf(page, 'Parts', 'Residual current device').waitFor();
  await pressOn(page, page.getByRole('button', { name: 'Change' }));
  await chooseIn(page, dialog.getByRole('combobox', { name: 'State' }), 'Resolved');
  await chooseIn(page, dialog.getByRole('combobox', { name: 'Cause' }), 'Cable');
  await pressOn(page, dialog.getByRole('button', { name: 'Save' }));
  await page.getByText('Saved: Resolved.').waitFor();
  expect(await seriousFindings(page)).toEqual([]);

  await page.getByRole('link', { name: 'Tickets' }).first().click();
  await page.getByText('No ticket is open.').waitFor();
  await page.getByRole('button', { name: 'Show all' }).click();
  await page.getByRole('button', { name: 'Only open ones' }).waitFor();
  await page.getByText('repair took').waitFor();
  const file = page.getByRole('link', { name: 'Download as CSV' });
  const [download] = await Promise.all([page.waitForEvent('download'), file.click()]);
  expect(await readFile(await download.path(), 'utf8')).toContain('1 × Residual current device');

  await page.goto(`${sigec.addresses.api}/health`);
  await pressOn(page, page.locator('.finding-link').first());
  await pressOn(page, dialog.getByRole('button', { name: 'Close finding' }));
  await pressOn(page, dialog.getByRole('radio').first(), 'ArrowDown');
  await dialog.getByRole('radio', { name: 'False alarm' }).and(page.locator(':checked')).waitFor();
  await pressOn(page, dialog.getByRole('button', { name: 'Close finding' }));
  await page.getByText('The finding is closed.').waitFor();
  await page.getByRole('tab', { name: 'Closed' }).click();
  await page.getByText('False alarm').waitFor();
  await page.getByText('1 alarm was judged; 0 right.').waitFor();
  expect(complaints).toEqual([]);
});

test('a rule in words is tried on history, approved and seen to have run; the bell tells, and a webhook hears it later', async () => {
  const { page, complaints } = await visit('/rules');
  const dialog = page.getByRole('dialog');
  const read = async (words: string) => {
    await pressOn(page, page.getByRole('button', { name: 'New rule' }));
    await typeInto(page, dialog.getByRole('textbox', { name: 'In your words' }), words);
    await pressOn(page, dialog.getByRole('button', { name: 'Fill in the form' }));
  };
  for (const [words, why] of [
    ['bring me a coffee', 'A rule would lose these words: bring, me, coffee'],
    ['restart CP-1 at 3am', 'It does not say when'],
  ] as const) {
    await read(words);
    await dialog.getByText(why).waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  }
  await read('when CP-1 faults, restart it');
  await expect.poll(() => dialog.getByRole('textbox', { name: 'Stations' }).inputValue()).toBe('CP-1');
  await pressOn(page, dialog.getByRole('button', { name: 'What would it have done?' }));
  await dialog.getByText('In the last 30 days it would have').waitFor();
  expect(await seriousFindings(page)).toEqual([]);
  await pressOn(page, dialog.getByRole('button', { name: 'Save' }));
  await dialog.getByText('At most 20 runs a day').waitFor(); // what acts waits for a person
  await pressOn(page, dialog.getByRole('button', { name: 'Approve' }));
  const rule = rowOf(page, 'Rules', 'when CP-1 faults');
  await rule.getByText('On', { exact: true }).waitFor();
  await pressOn(page, rule.getByRole('button', { name: /^Switch off/ }));
  await page.getByText(/: Off\.$/).waitFor();

  await using receiver = await webhookReceiver();
  await page.goto(`${sigec.addresses.api}/notifications?tab=webhooks`);
  await page.getByRole('button', { name: 'Add a webhook' }).click();
  await dialog.getByText('Give it a name.').waitFor();
  await dialog.getByRole('textbox', { name: 'Name' }).fill('operations');
  await dialog.getByRole('textbox', { name: 'Address' }).fill(receiver.address);
  await dialog.getByRole('button', { name: 'Add a webhook' }).click();
  await page.getByText(/^whsec_/).waitFor();

  await page.goto(`${sigec.addresses.api}/rules`);
  await read('tell me when CP-1 goes offline');
  await pressOn(page, dialog.getByRole('button', { name: 'Save' }));
  await dialog.waitFor({ state: 'detached' });
  const bell = page.locator('.bell-count');
  const untilNow = (await bell.count()) === 0 ? 0 : Number(await bell.innerText());
  station.loseNetwork();
  await page
    .getByRole('link', { name: new RegExp(`^${untilNow + 1} `) })
    .filter({ has: bell })
    .waitFor();
  await rowOf(page, 'What rules did', 'Told: done').waitFor();
  station.regainNetwork();
  await page.locator('.bell').click();
  await page.getByRole('table', { name: 'Notifications' }).getByText(/CP-1/).first().waitFor();
  expect(await seriousFindings(page)).toEqual([]);
  await page.getByRole('button', { name: 'Mark all as read' }).click();
  await page.getByText('All are marked as read.').waitFor();
  await expect.poll(() => page.locator('.bell-count').count()).toBe(0);
  await vi.waitFor(() => expect(receiver.heard.join()).toContain('station-went-offline'), { timeout: 60_000 });
  await page.getByRole('tab', { name: 'Webhooks' }).click();
  await rowOf(page, 'Webhooks', 'operations').getByText('Takes them').waitFor();

  await page.getByRole('tab', { name: 'What, when and how' }).click();
  await page.getByRole('textbox', { name: 'Time zone' }).fill('Nowhere');
  await page.getByText('Not a time zone').waitFor();
  await page.getByRole('textbox', { name: 'Time zone' }).fill('America/Recife');
  await page.getByRole('checkbox', { name: 'Quiet hours' }).check();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saved.').waitFor();
  expect(await seriousFindings(page)).toEqual([]);
  expect(complaints).toEqual([]);
});

test('firmware goes from the catalogue to the canary, is paused, resumed and stopped', async () => {
  await vi.waitFor(() => expect(station.state).toBe('accepted'), { timeout: 60_000 });
  const { page, complaints } = await visit('/campaigns');
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'Start a campaign' }).click();
  await dialog.getByText('No firmware is ready yet.').waitFor();
  await dialog.getByRole('link', { name: 'Firmware catalogue' }).click();
  await page.getByRole('button', { name: 'Add firmware' }).click();
  await dialog.getByText('Choose the file first').waitFor();
  const bytes = Buffer.alloc(600_000, 7); // two parts
  const file = { name: 'of the maker.bin', mimeType: 'application/octet-stream', buffer: bytes };
  await dialog.locator('input[type=file]').setInputFiles(file);
  await dialog.getByRole('textbox', { name: 'Vendor' }).fill(station.nameplate.vendor);
  await dialog.getByRole('textbox', { name: 'Version' }).fill('9.9');
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByText('9.9 is ready.').waitFor();
  await rowOf(page, 'Firmware catalogue', '600.0 kB').waitFor();
  expect(await seriousFindings(page)).toEqual([]);

  await page.getByRole('button', { name: 'Start a campaign' }).click();
  await dialog.getByRole('combobox', { name: 'Firmware' }).selectOption({ index: 1 });
  await dialog.getByText('1 station: CP-1.').waitFor(); // before anything begins
  await dialog.getByRole('textbox', { name: 'Name' }).fill('To 9.9');
  await dialog.getByRole('textbox', { name: 'Only from' }).fill('03:00');
  await dialog.getByRole('textbox', { name: /^until/ }).fill('03:01');
  await dialog.getByRole('button', { name: 'Start', exact: true }).click();
  await page.getByText('To 9.9 has started for 1 station.').waitFor();
  for (const [order, state] of [
    ['Pause', 'Paused'],
    ['Resume', 'Running'],
    ['Stop', 'Stopped'],
  ] as const) {
    await pressOn(page, page.getByRole('button', { name: order, exact: true }));
    await pressOn(page, dialog.getByRole('button', { name: order, exact: true }));
    await page.getByText(`To 9.9: ${state}.`).waitFor();
  }
  expect(await seriousFindings(page)).toEqual([]);
  expect(complaints).toEqual([]);
});

test('a station brings its log, which is read on its page', async () => {
  await vi.waitFor(() => expect(station.state).toBe('accepted'), { timeout: 60_000 });
  const { page, complaints } = await visit('/equipment/CP-1?tab=maintenance');
  const dialog = page.getByRole('dialog');
  await pressOn(page, page.getByRole('button', { name: 'Fetch a log' }));
  await pressOn(page, dialog.getByRole('button', { name: 'Fetch a log' }));
  const row = page.getByRole('table', { name: 'Log files' }).getByRole('row');
  await row.getByText('Here', { exact: true }).waitFor(); // by itself, once it has come
  await pressOn(page, row.getByRole('button', { name: /^Open / }));
  await dialog.getByText('connector temperature 78 C').waitFor();
  await dialog.getByRole('table', { name: 'Found' }).getByRole('row').nth(1).waitFor();
  await tabTo(page, dialog.getByRole('region', { name: 'What it says' }));
  expect(await seriousFindings(page)).toEqual([]);
  expect(complaints).toEqual([]);
});

test('who only reads is told why nothing can be changed', async () => {
  const wanted = { name: 'reads', kind: 'person', role: 'viewer', scopes: [], expiresAt: null };
  const { secret } = await sigec.api.post<{ secret: string }>('/api/keys', wanted);
  const { page } = await visit('/campaigns', secret);
  for (const [path, button] of [
    ['campaigns', 'Start a campaign'],
    ['rules', 'New rule'],
    ['tickets', 'Open a ticket'],
  ]) {
    await page.goto(`${sigec.addresses.api}/${path}`);
    await page.getByText('Your key has the role viewer').waitFor();
    const blocked = page.getByRole('button', { name: button ?? '' });
    expect(await blocked.getAttribute('aria-disabled')).toBe('true');
  }
});

/** The same fault again and again, until the detectors are sure. */
async function reportFault(isEnough: (list: FindingList) => boolean): Promise<void> {
  const [connector] = station.connectors.all.filter(({ evseId }) => evseId > 0);
  if (connector === undefined) throw new Error('The station has no connector.');
  const fault = { code: 'GroundFailure', info: '', vendorCode: '' } as const;
  let isFaulted = false;
  await expect
    .poll(
      async () => {
        isFaulted = !isFaulted;
        const state = isFaulted
          ? ({ status: 'faulted', fault } as const)
          : ({ status: 'available', fault: null } as const);
        station.changeConnector(connector, { ...state, activity: null });
        return isEnough(await sigec.api.get<FindingList>('/api/findings'));
      },
      { timeout: 90_000, interval: 500 },
    )
    .toBe(true);
}

async function visit(path: string, key = adminKey): Promise<{ page: Page; complaints: string[] }> {
  const opened = await openPage(browser, 'about:blank');
  await opened.page.request.post(`${sigec.addresses.api}/api/sign-in`, { data: { key } });
  await opened.page.goto(`${sigec.addresses.api}${path}`);
  return opened;
}

async function webhookReceiver() {
  const heard: string[] = [];
  const server: Server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      heard.push(Buffer.concat(chunks).toString());
      response.writeHead(204).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    heard,
    address: `http://127.0.0.1:${port}/hook`,
    [Symbol.asyncDispose]: () => new Promise<void>((resolve) => void server.close(() => resolve())),
  };
}
