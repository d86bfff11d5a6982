import { afterAll, beforeAll, expect, test } from 'vitest';
import { localList } from '#contract/access/local-list.ts';
import { startFleet } from '#simulator/fleet.ts';
import { SimulatedStation } from '#simulator/station.ts';
import { adminKey, startSigec, type TestSigec } from '../../../test/support/sigec.ts';
import { recordedTerminal } from '../../../test/support/terminal.ts';
import { runSigec } from './run.ts';

let product: TestSigec;
beforeAll(async () => {
  product = await startSigec({ OCPP_UNKNOWN_STATIONS: 'accept', STATIONS_IN_SYNC: 'on' });
});
afterAll(() => product[Symbol.asyncDispose]());

async function sigec(...args: string[]) {
  const env = { SIGEC_URL: product.addresses.api, SIGEC_KEY: adminKey };
  const terminal = recordedTerminal({ env, language: args.includes('pt-BR') ? 'pt-BR' : 'en' });
  const exitCode = await runSigec(args, terminal);
  return { exitCode, ...terminal.shown };
}

test('a local list is brought into sync, or it is said why not', async () => {
  const url = product.addresses.ocpp.slice(0, -1);
  const station = new SimulatedStation({ id: 'CP-LIST', version: '2.0.1', url, statusEverySeconds: 0 });
  station.start();
  const linkOf = async () =>
    (await product.api.get<{ stations: { id: string; link: { state: string } }[] }>('/api/stations')).stations.find(
      ({ id }) => id === 'CP-LIST',
    )?.link.state;
  await expect.poll(linkOf).toBe('online');
  await sigec('token', 'add', 'CARDLIST');
  const synced = await sigec('station', 'local-list', 'sync', 'CP-LIST', '--mode', 'auto');
  expect(synced).toMatchObject({ exitCode: 0, out: 'CP-LIST: in sync\n' });
  const whole = await sigec('station', 'local-list', 'status', 'CP-LIST', '--lang', 'pt-BR');
  expect(whole.out).toMatch(/^CP-LIST: sincronizada\n\nToken +Termina em +Na estação\n[^]*…LIST +presente\n/);
  expect((await sigec('station', 'local-list', 'status')).out).toMatch(/CP-LIST +in sync +\d+ +\d+ +by who may charge/);

  await station.stop();
  await expect.poll(linkOf).toBe('offline');
  await sigec('token', 'remove', 'CARDLIST');
  const away = await sigec('station', 'local-list', 'sync', 'CP-LIST');
  expect(away).toMatchObject({ exitCode: 5, out: 'CP-LIST: pending: the station is offline\n' });
  const off = await sigec('station', 'local-list', 'sync', 'CP-LIST', '--mode', 'off');
  expect(off).toMatchObject({ exitCode: 0, out: 'CP-LIST: left alone\n' });
  expect(
    localList.parse(JSON.parse((await sigec('station', 'local-list', 'status', 'CP-LIST', '--json')).out)),
  ).toMatchObject({
    keeping: { mode: 'off' },
  });
  expect(await sigec('station', 'local-list', 'sync', 'CP-LIST')).toMatchObject({
    exitCode: 1,
    err: expect.stringContaining('--mode auto') as string,
  });
});

test('simulated stations of every version restart when they are told to', async () => {
  const versions = ['1.6', '2.0.1', '2.1'] as const;
  const url = product.addresses.ocpp;
  await using fleet = startFleet({ url, count: 3, versions, idPrefix: 'SIM-', statusEverySeconds: 0, secondMs: 20 });
  await fleet.allAccepted();
  const ids = fleet.stations.map(({ id }) => id);
  const { exitCode, out } = await sigec('station', 'reset', ...ids, '--now', '--wait', '30');
  expect(exitCode).toBe(0);
  for (const id of ids) expect(out).toContain(`${id}: accepted\n  it took effect: the station has started again`);
});
