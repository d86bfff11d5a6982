import { afterAll, beforeAll, expect, test } from 'vitest';
import { stationPlaybook } from '#contract/automation/playbook.ts';
import { adminKey } from '../../../test/support/api.ts';
import { type House, openHouse } from '../../../test/support/house.ts';
import { bootPayload, connectRaw } from '../../../test/support/raw-station.ts';
import { recordedTerminal } from '../../../test/support/terminal.ts';
import { scripted } from '../../../test/support/use-case.ts';
import { runSigec } from './run.ts';

let product: House;
beforeAll(async () => {
  product = await openHouse({ OCPP_UNKNOWN_STATIONS: 'accept' });
  await using station = scripted(await connectRaw(product.addresses.ocpp, 'CP-7', { protocols: ['ocpp1.6'] }));
  await station.call('BootNotification', bootPayload['1.6']);
  await station.call('StatusNotification', { connectorId: 1, status: 'Faulted', errorCode: 'ConnectorLockFailure' });
});
afterAll(() => product[Symbol.asyncDispose]());

async function sigec(...args: string[]) {
  const env = { SIGEC_URL: 'http://127.0.0.1', SIGEC_KEY: adminKey };
  const terminal = recordedTerminal({ env, server: product, language: args.includes('pt-BR') ? 'pt-BR' : 'en' });
  const exitCode = await runSigec(args, terminal);
  return { exitCode, ...terminal.shown };
}

test('a ticket goes from its evidence to its end in the terminal, by the number that people call it by', async () => {
  const opened = await sigec('ticket', 'open', 'CP-7', 'No lock', '--connector', '1', '--evidence', 'event:7.1');
  const [, number = ''] = /Ticket (\d+) is open/.exec(opened.out) ?? [];
  await sigec('ticket', 'note', number, 'The key was lost');
  await sigec('ticket', 'part', number, 'Latch', '--number', 'L-7', '--count', '2');
  await sigec('ticket', 'change', `#${number}`, '--part', 'Screw', '--assign', 'Ana', '--evidence', 'session:s-1');
  expect(await sigec('ticket', 'close', number, '--cause', 'lock')).toMatchObject({ exitCode: 0 });
  const { out } = await sigec('ticket', 'show', number);
  for (const told of [
    'No lock',
    'CP-7',
    'closed',
    'lock',
    'Ana',
    '2 × Latch (L-7)',
    '1 × Screw',
    'event:7.1',
    'session:s-1',
  ])
    expect(out).toContain(told);
  expect(out).toMatch(/: The key was lost$/m);
  expect((await sigec('ticket', 'show', number, '--lang', 'pt-BR')).out).toContain('Aos cuidados de');
  expect((await sigec('ticket', 'list', '--state', 'closed')).out).toMatch(
    new RegExp(`^ *${number} +CP-7 +No lock`, 'm'),
  );
  expect((await sigec('ticket', 'export')).out).toMatch(/^number,station,evse,title,[^]*\n.*,CP-7,1,No lock,/);
  expect((await sigec('ticket', 'repairs')).out).toMatch(/^Repairs: 1, .+\n[^]*lock +1/);
});

test('a number that no ticket has, and a word that is none, are told', async () => {
  expect(await sigec('ticket', 'show', '4711')).toMatchObject({
    exitCode: 4,
    err: expect.stringContaining('There is no ticket 4711.') as string,
  });
  expect(await sigec('ticket', 'list', '--state', 'broken')).toMatchObject({ exitCode: 2 });
  expect(await sigec('ticket', 'change', '1')).toMatchObject({ exitCode: 2 });
});

test('the playbook of a station is listed in its order, and what a run tried is told with why it came to nothing', async () => {
  const { steps, isFaulted } = stationPlaybook.parse(
    JSON.parse((await sigec('playbook', 'list', 'CP-7', '--json')).out),
  );
  expect(isFaulted).toBe(true);
  expect(steps.map(({ step }) => step)).toEqual(expect.arrayContaining(['ask-status', 'unlock', 'soft-reset']));
  expect((await sigec('playbook', 'list', 'CP-7')).out).toMatch(/ask-status +never tried/);
  const run = await sigec('playbook', 'run', 'CP-7', '--steps', '1');
  expect(run).toMatchObject({ exitCode: 1, out: expect.stringContaining('CP-7 is not repaired.') as string });
  expect(await sigec('playbook', 'run', 'CP-99')).toMatchObject({ exitCode: 4 });
});
