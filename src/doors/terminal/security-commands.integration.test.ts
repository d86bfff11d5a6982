import { afterAll, beforeAll, expect, test } from 'vitest';
import { SimulatedStation } from '#simulator/station.ts';
import { adminKey, startSigec, type TestSigec } from '../../../test/support/sigec.ts';
import { recordedTerminal } from '../../../test/support/terminal.ts';
import { runSigec } from './run.ts';

let product: TestSigec;
beforeAll(async () => {
  product = await startSigec({ OCPP_UNKNOWN_STATIONS: 'accept' });
});
afterAll(() => product[Symbol.asyncDispose]());

async function sigec(...args: string[]) {
  const env = { SIGEC_URL: product.addresses.api, SIGEC_KEY: adminKey };
  const terminal = recordedTerminal({ env, language: args.includes('pt-BR') ? 'pt-BR' : 'en' });
  const exitCode = await runSigec(args, terminal);
  return { exitCode, ...terminal.shown };
}

test('a station is led to a higher profile and followed, and one page tells all about its security', async () => {
  await using station = new SimulatedStation({
    id: 'CP-1',
    version: '2.0.1',
    url: product.addresses.ocpp.slice(0, -1),
    statusEverySeconds: 0,
    secondMs: 20,
    callTimeoutSeconds: 1_500,
  });
  station.start();
  await expect.poll(() => station.isOnline).toBe(true);
  const led = await sigec('station', 'secure', 'CP-1', '--profile', '1');
  expect(led).toMatchObject({ exitCode: 0, out: 'CP-1 has security profile 1.\n' });
  expect(led.err).toContain('✓ profile 1: restarts it');
  const { out } = await sigec('station', 'security', 'CP-1', '--lang', 'pt-BR');
  expect(out).toMatch(/Perfil +1, senha\n/);
  expect(out).toMatch(/No mínimo +1, senha\n/);
  expect(out).toMatch(/127\.0\.0\.1 +pelo perfil 1/);
  expect(out).toMatch(/ao 1: concluída, 5 de 5/);
});

test('what cannot be done is said: no TLS, no such profile, nobody there', async () => {
  expect(await sigec('station', 'secure', 'NOBODY')).toMatchObject({ exitCode: 4 });
  expect(await sigec('station', 'secure', 'CP-1', '--profile', '4')).toMatchObject({ exitCode: 2 });
  expect(await sigec('station', 'secure', 'CP-1')).toMatchObject({ exitCode: 5 });
});
