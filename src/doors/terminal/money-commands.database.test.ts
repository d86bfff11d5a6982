import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { reservationList } from '#contract/access/reservation.ts';
import { bill } from '#contract/billing/bill.ts';
import { receipt } from '#contract/billing/receipt.ts';
import { tariffDetail, tariffTrialAnswer } from '#contract/billing/tariff.ts';
import { report } from '#contract/reports/report.ts';
import { sessionPage } from '#contract/sessions/session.ts';
import { outageList } from '#contract/stations/outage.ts';
import { connectAnswering } from '../../../test/support/answering-station.ts';
import { adminKey } from '../../../test/support/api.ts';
import { type House, openHouse } from '../../../test/support/house.ts';
import { type SessionStation, sessionStation } from '../../../test/support/session-station.ts';
import { recordedTerminal } from '../../../test/support/terminal.ts';
import { enterToken } from '../../../test/support/tokens.ts';
import { runSigec } from './run.ts';

let product: House;
let folder: string;
beforeAll(async () => {
  product = await openHouse({ OCPP_UNKNOWN_STATIONS: 'accept', TIME_ZONE: 'UTC' });
  folder = await mkdtemp(join(tmpdir(), 'sigec-money-'));
});
afterAll(async () => {
  await product[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

async function sigecWith(given: Parameters<typeof recordedTerminal>[0], ...args: string[]) {
  const env = { SIGEC_URL: 'http://127.0.0.1', SIGEC_KEY: adminKey };
  const terminal = recordedTerminal({
    env,
    server: product,
    language: args.includes('pt-BR') ? 'pt-BR' : 'en',
    ...given,
  });
  const exitCode = await runSigec(args, terminal);
  return { exitCode, ...terminal.shown };
}
const sigec = (...args: string[]) => sigecWith({}, ...args);

async function fileOf(name: string, text: string): Promise<string> {
  const file = join(folder, name);
  await writeFile(file, text);
  return file;
}

const city = `id: city
currency: BRL
prices:
  - name: Day
    hours: 06:00-22:00
    perKwh: 1.90
    perIdleMinute: 0.50
  - name: Night
    hours: 22:00-06:00
    perKwh: 1.20
idleGraceMinutes: 15
sessionFee: 2
`;

test('what is wrong with a tariff is told with file, line and what to write', async () => {
  const file = await fileOf(
    'typo.yaml',
    city.replace('perKwh: 1.20', 'perKhw: 1.20').replace('22:00-06:00', '23:00-06:00'),
  );
  const { exitCode, out, err } = await sigec('tariff', 'check', file);
  expect({ exitCode, out }).toEqual({ exitCode: 2, out: '' });
  const lines = err.trimEnd().split('\n');
  expect(lines).toHaveLength(2);
  for (const line of lines) expect(line).toMatch(/^\S+typo\.yaml:\d+: .+ → .+$/);
  expect(err).toMatch(/typo\.yaml:10: .*perKhw.* → perKwh\n/);
  expect((await sigec('tariff', 'set', file)).exitCode).toBe(2);
  expect(await sigec('tariff', 'show', 'city')).toMatchObject({ exitCode: 4 });
  const told = await sigec('tariff', 'check', file, '--json');
  expect(JSON.parse(told.out)).toMatchObject({ problems: [{ line: expect.any(Number) as number }, {}] });
});

test('a tariff is checked, taken, tried, given to places and retired', async () => {
  const file = await fileOf('city.yaml', city);
  const checked = await sigec('tariff', 'check', file, '--lang', 'pt-BR');
  expect(checked.out).toMatch(/a tarifa city pode ser lida.*\n\n.*\nDay +06:00-22:00 +R\$ 1,90 +R\$ 0,00 +R\$ 0,50\n/);
  expect(await sigec('tariff', 'show', 'city')).toMatchObject({ exitCode: 4 }); // only looked at

  const set = await sigec('tariff', 'set', file);
  expect(set.out).toMatch(/^city: version 1 holds from /);
  expect(set.err).toContain('sigec tariff assign city --everywhere');
  const later = await sigecWith({ piped: city.replace('1.90', '2.10') }, 'tariff', 'set', '-', '--from', '2099-01-01');
  expect(later).toMatchObject({
    exitCode: 0,
    out: expect.stringMatching(/^city: version 2 holds from 2099-01-01/) as string,
  });

  const tried = [
    'tariff',
    'try',
    'city',
    '--at',
    '2026-03-01T21:00:00Z',
    '--minutes',
    '120',
    '--kwh',
    '20',
    '--idle',
    '30',
  ];
  const steps = await sigec(...tried);
  expect(steps.out).toMatch(
    /energy: Day +13\.333333 kWh +R\$1\.90 +R\$25\.33\nenergy: Night +6\.666667 kWh +R\$1\.20 +R\$8\.00\n/,
  );
  expect(steps.out).toMatch(/fee per session +R\$2\.00\ntotal +R\$35\.33\n/);
  const read = tariffTrialAnswer.parse(JSON.parse((await sigec(...tried, '--json')).out));
  expect(read).toMatchObject({ total: '35.33', version: 1 });

  expect(await sigec('tariff', 'assign', 'city')).toMatchObject({ exitCode: 2 });
  expect(await sigec('tariff', 'assign', 'city', '--connector', '1')).toMatchObject({ exitCode: 2 });
  await sigec('site', 'add', 'north', '--name', 'Norte', '--time-zone', 'America/Recife', '--currency', 'BRL');
  expect((await sigec('tariff', 'assign', 'city', '--site', 'north')).out).toBe(
    'city holds at site north from now on.\n',
  );
  const shown = await sigec('tariff', 'show', 'city');
  expect(shown.out).toMatch(/Fee per session +R\$2\.00\nFree idle minutes +15\n/);
  expect(shown.out).toMatch(/\n +2 +2099-01-01 .* begins later .*\n +1 +\S+ .* in force /);
  expect(shown.out).toMatch(/Where it holds\n.*\nat site north +everyone +since /);
  const detail = tariffDetail.loose().parse(JSON.parse((await sigec('tariff', 'show', 'city', '--json')).out));
  const [assignment] = detail['assignments'] as { id: string }[];
  expect((await sigec('tariff', 'unassign', assignment?.id ?? '', '--lang', 'pt-BR')).out).toBe(
    'city não vale mais: no local north.\n',
  );
  expect((await sigec('tariff', 'assignments')).err).toContain('No tariff holds anywhere');
  await sigec('tariff', 'assign', 'city', '--everywhere');
  const refused = await sigec('tariff', 'retire', 'city');
  expect(refused.exitCode).not.toBe(0);
  expect(refused.err).toContain('still holds: assignment: ');
  expect((await sigec('tariff', 'retire', 'city', '--force')).out).toBe('city is archived: nobody gets it any more.\n');
  await sigecWith({ piped: 'id: old\ncurrency: BRL\nperKwh: 1\n' }, 'tariff', 'set', '-');
  expect((await sigec('tariff', 'retire', 'old')).out).toBe('old is archived: nobody gets it any more.\n');
  expect((await sigec('tariff', 'list')).out).toMatch(/old +R\$1\.00 per kWh +nowhere yet +1 +archived/);
});

const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString();

async function billedSession(station: SessionStation, id: string): Promise<string> {
  const ref = await station.start({ token: 'CARD-M', registerWh: 1000, at: inSeconds(0) });
  await station.end(ref, { registerWh: 1100, reason: 'Remote', at: inSeconds(60) });
  const read = async () => sessionPage.parse(await product.api.get(`/api/sessions?stationId=${id}`)).sessions[0];
  await expect.poll(async () => (await read())?.cost?.state, { timeout: 20_000 }).toBe('final');
  return (await read())?.id ?? '';
}

test('a session is shown with its cost, corrected, given a receipt, and counted', async () => {
  await enterToken(product, 'CARD-M');
  await sigecWith(
    { piped: 'id: flat\ncurrency: EUR\nperKwh: 50\ntaxes: [{ name: VAT, percent: "23" }]\n' },
    'tariff',
    'set',
    '-',
  );
  await using station = await sessionStation(product.addresses.ocpp, 'CP-M', '2.0.1');
  await sigec('tariff', 'assign', 'flat', '--station', 'CP-M');
  const id = await billedSession(station, 'CP-M');

  const shown = await sigec('session', 'show', id);
  expect(shown.out).toMatch(/Cost: €5\.00, booked\nTariff flat, version 1 \(holds at CP-M\)\n/);
  expect(shown.out).toMatch(/energy +0\.1 kWh +€50\.00 +€5\.00\ncontains tax: VAT +23% +\(€0\.93\)\ntotal +€5\.00\n/);
  expect(shown.out).toMatch(/Why it ended +stopped remotely\n/); // and not "remotely" once more
  expect((await sigec('session', 'list', '--station', 'CP-M', '--lang', 'pt-BR')).out).toMatch(/0,100 kWh +€ 5,00/);
  const whole = JSON.parse((await sigec('session', 'show', id, '--json')).out) as { bill: unknown };
  expect(bill.parse(whole.bill)).toMatchObject({ state: 'final', total: '5.00' });

  const corrected = await sigec('session', 'correct', id, '-1,50', '--reason', 'cable broken');
  expect(corrected).toMatchObject({ exitCode: 0, out: 'Corrected. The driver pays €3.50 now.\n' });
  expect(await sigec('session', 'correct', id, 'much', '--reason', 'because')).toMatchObject({ exitCode: 2 });
  expect(await sigec('session', 'correct', id, '1', '--resaon', 'x', '--reason', 'because')).toMatchObject({
    exitCode: 2,
  });
  expect(await sigec('session', 'correct', id, '1')).toMatchObject({ exitCode: 2 });

  const printed = await sigec('session', 'receipt', id, '--lang', 'pt-BR');
  expect(printed.out).toMatch(/^Recibo \S+\n/);
  expect(printed.out).toMatch(/corrigido +-€ 1,50 +\S.* +cable broken\nO motorista paga: € 3,50\n/);
  expect(receipt.parse(JSON.parse((await sigec('session', 'receipt', id, '--json')).out)).sessionId).toBe(id);
  const page = join(folder, 'receipt.html');
  expect(await sigec('session', 'receipt', id, '--out', page)).toMatchObject({
    exitCode: 0,
    err: `Written to ${page}.\n`,
  });
  expect(await readFile(page, 'utf8')).toMatch(/^<!doctype html>/i);
  expect(await sigec('session', 'receipt', id, '--out', page)).toMatchObject({ exitCode: 2 }); // never over a file

  const by = await sigec('report', '--by', 'station', '--station', 'CP-M');
  expect(by.out).toMatch(/CP-M +1 +0\.100 kWh +€3\.50 +€0\.65 /);
  expect(by.out).toMatch(/\ntotal +1 +0\.100 kWh +€3\.50 /);
  expect(report.parse(JSON.parse((await sigec('report', '--json')).out)).by).toBe('day');
  const csv = join(folder, 'stations.csv');
  await sigec('report', '--by', 'station', '--out', csv);
  expect(await readFile(csv, 'utf8')).toMatch(/^station,/);
  expect((await sigec('report', '--format', 'html', '--lang', 'pt-BR')).out).toMatch(
    /^<!doctype html>\s*<html lang="pt-BR"/i,
  );
});

test('the export of sessions shows how far it is, and how many were written', async () => {
  const file = join(folder, 'month.csv');
  const args = ['report', 'sessions', '--station', 'CP-M', '--out'];
  const written = await sigecWith({ screen: { columns: 100, rows: 30 } }, ...args, file);
  expect(written).toMatchObject({ exitCode: 0, err: `1 sessions written to ${file}.\n` });
  expect(written.out).toContain(' of 1 (');
  const lines = (await readFile(file, 'utf8')).split('\r\n');
  expect(lines).toHaveLength(3); // a header, the session, and the end
  expect(lines[1]).toContain(',CP-M,');
  const json = await sigec('report', 'sessions', '--station', 'CP-M', '--json');
  expect(JSON.parse(json.out)).toMatchObject({ stationId: 'CP-M', total: '3.50' });
});

test.each([
  [['report', '--month', '2026-13'], '--month cannot be "2026-13"'],
  [['report', '--month', '2026-03', '--from', '2026-03-01'], 'Give the period once'],
  [['report', '--format', 'table', '--out', 'x'], '--format csv, json or html'],
  [['report', 'uptme'], 'There is no command "uptme".'],
  [['report', '--driver', 'Nobody', '--by', 'shoe'], '--by <what> accepts day, month'],
  [['outage', 'exclude', 'x', 'rain', '--why', 'it rained'], 'reason accepts utility-outage'],
  [['reservation', 'add', 'CP-M', 'CARD-M', '--minutes', '0'], '--minutes cannot be "0"'],
  [['tariff', 'try', 'city', '--minutes', '10', '--kwh', 'ten'], '--kwh cannot be "ten"'],
])('%j is wrong use', async (args, sentence) => {
  const { exitCode, out, err } = await sigec(...args);
  expect({ exitCode, out }).toEqual({ exitCode: 2, out: '' });
  expect(err).toContain(sentence);
});

test('uptime and outages: an outage is excluded with a reason, and counts again', async () => {
  await using station = await connectAnswering(product.addresses.ocpp, { stationId: 'CP-OUT', version: '2.0.1' });
  const status = (connectorStatus: string) =>
    station.call('StatusNotification', {
      timestamp: new Date().toISOString(),
      connectorStatus,
      evseId: 1,
      connectorId: 1,
    });
  await status('Available');
  await status('Faulted');
  const list = ['outage', 'list', '--station', 'CP-OUT', '--since', '1h'];
  await expect
    .poll(async () => (await sigec(...list)).out, { timeout: 15_000 })
    .toMatch(/CP-OUT +1 +faulted .* lasts .* yes\n/);
  const [outage] = outageList.parse(JSON.parse((await sigec(...list, '--json')).out)).outages;
  const id = outage?.id ?? '';
  const excluded = await sigec('outage', 'exclude', id, 'vandalism', '--why', 'cable cut');
  expect(excluded).toMatchObject({ exitCode: 0, out: expect.stringContaining('does not count') as string });
  await expect
    .poll(async () => (await sigec('report', 'outages', '--station', 'CP-OUT', '--lang', 'pt-BR')).out)
    .toMatch(/falha .* não: vandalismo, cable cut\n/);
  expect((await sigec('outage', 'include', id, '--why', 'it was us')).out).toContain('counts again');
  const uptime = await sigec('report', 'uptime', '--station', 'CP-OUT');
  expect(uptime.out).toMatch(/CP-OUT +1 +\d+\.\d{3}% .*faulted/);
  expect(uptime.err).toMatch(/^1 ports, uptime /);
  expect((await sigec('report', 'refusals', '--station', 'CP-OUT')).err).toBe('Nobody was refused.\n');
});

test('a reservation is made, listed and given back; a refusal has its own exit code', async () => {
  await enterToken(product, 'CARD-R');
  await using station = await connectAnswering(product.addresses.ocpp, { stationId: 'CP-R', version: '2.0.1' });
  await station.call('StatusNotification', {
    timestamp: new Date().toISOString(),
    connectorStatus: 'Available',
    evseId: 1,
    connectorId: 1,
  });
  const made = await sigec('reservation', 'add', 'CP-R', 'CARD-R', '--evse', '1', '--minutes', '20');
  expect(made).toMatchObject({ exitCode: 0 });
  expect(made.out).toMatch(/^Reservation \d+ at CP-R: the station keeps the place free, until /);
  const [first] = reservationList.parse(
    JSON.parse((await sigec('reservation', 'list', '--station', 'CP-R', '--json')).out),
  ).reservations;
  const number = String(first?.id);
  expect((await sigec('reservation', 'list', '--station', 'CP-R', '--lang', 'pt-BR')).out).toMatch(/CP-R +1 +mantida /);
  const cancelled = await sigec('reservation', 'cancel', 'CP-R', number);
  expect(cancelled).toMatchObject({ exitCode: 0, out: expect.stringContaining('given back') as string });

  await using other = await connectAnswering(product.addresses.ocpp, {
    stationId: 'CP-NO',
    version: '2.0.1',
    answers: { ReserveNow: () => ({ status: 'Occupied' }) },
  });
  await other.call('StatusNotification', {
    timestamp: new Date().toISOString(),
    connectorStatus: 'Available',
    evseId: 1,
    connectorId: 1,
  });
  const refused = await sigec('reservation', 'add', 'CP-NO', 'CARD-R', '--evse', '1', '--lang', 'pt-BR');
  expect(refused).toMatchObject({ exitCode: 6, err: expect.stringContaining('Occupied') as string });
});

test('a start that the station refuses comes with advice', async () => {
  await enterToken(product, 'CARD-S');
  await using _station = await connectAnswering(product.addresses.ocpp, {
    stationId: 'CP-S',
    version: '2.0.1',
    answers: { RequestStartTransaction: () => ({ status: 'Rejected' }) },
  });
  const refused = await sigec('session', 'start', 'CP-S', '--token', 'CARD-S');
  expect(refused).toMatchObject({ exitCode: 6 });
  expect(refused.out).toMatch(/^CP-S: refused by the station: Rejected\n {2}→ .*Plug the vehicle in/);
});

test('events of the books are sentences in both languages', async () => {
  const events = async (...args: string[]) => (await sigec('event', 'list', '--limit', '1000', ...args)).out;
  await expect.poll(() => events()).toMatch(/CP-M: session \S+ was billed, €5\.00/);
  const portuguese = await events('--lang', 'pt-BR');
  expect(portuguese).toMatch(/CP-M: sessão \S+ cobrada, € 5,00/);
  expect(portuguese).toMatch(/CP-M soube que um token, tok_\S+, pode recarregar/);
  expect(portuguese).toMatch(/a tarifa flat foi criada/);
  expect(portuguese).not.toMatch(
    /(token|tariff|site|reservation|command)-(accepted|refused|added|changed|assigned|asked|ended)/,
  );
});
