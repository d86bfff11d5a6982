import { expect, test } from 'vitest';
import { sessionStation } from '../../../test/support/session-station.ts';
import { adminKey, startSigec } from '../../../test/support/sigec.ts';
import { recordedTerminal } from '../../../test/support/terminal.ts';
import { runSigec } from './run.ts';
import { stationUrl } from './station-url.ts';

test('simulated stations go to the system that SIGEC_URL names, and a person reads for how long one is online', async () => {
  await using product = await startSigec({ OCPP_UNKNOWN_STATIONS: 'accept' });
  const env = { SIGEC_URL: product.addresses.api, SIGEC_KEY: adminKey };
  const terminal = recordedTerminal({ env, screen: { columns: 110, rows: 40 } });
  expect(`${await stationUrl(terminal, undefined)}/`).toBe(product.addresses.ocpp);
  expect(await stationUrl(terminal, 'ws://elsewhere:9000')).toBe('ws://elsewhere:9000');
  expect(await stationUrl(recordedTerminal(), undefined)).toBe('ws://127.0.0.1:9000');

  await using _station = await sessionStation(product.addresses.ocpp, 'CP-1', '2.0.1');
  expect(await runSigec(['station', 'list'], terminal)).toBe(0);
  expect(terminal.shown.out).toMatch(/^CP-1 +online for \d+ s /m);
});
