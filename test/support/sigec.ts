import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Clock, systemClock } from '../../src/base/clock.ts';
import { readConfig } from '../../src/base/config.ts';
import { type Log, silentLog } from '../../src/base/log.ts';
import { type Sigec, startSigec as start } from '../../src/main.ts';
import { type Api, adminKey, apiOf } from './api.ts';
import { freshDatabase } from './postgres.ts';

export { adminKey } from './api.ts';

export type TestSigec = Sigec & AsyncDisposable & { api: Api; databaseUrl: string };

/** The whole product on free ports with a database of its own; `await using` stops it. */
export async function startSigec(
  env: Record<string, string> = {},
  { clock = systemClock, log = silentLog, isDemo = false }: { clock?: Clock; log?: Log; isDemo?: boolean } = {},
): Promise<TestSigec> {
  await using opened = new AsyncDisposableStack();
  const database = opened.use(await freshDatabase());
  const dataDir = await mkdtemp(join(tmpdir(), 'sigec-'));
  opened.defer(() => rm(dataDir, { recursive: true }));
  const ports = {
    API_PORT: '0',
    OCPP_SERVER_PORT: '0',
    MCP_SERVER_PORT: '0',
    UCP_PORT: '0',
    DEVICES_PORT: '0',
    MQTT_PORT: '0',
    OCPP_TLS_PORT: '0',
    MQTT_TLS_PORT: '0',
    VOICE_UDP_PORT: '0',
    ACME_HTTP_PORT: '0',
    // Scripted stations answer what their test asks for, and nothing else.
    STATIONS_IN_SYNC: 'off',
    COST_UPDATE_SECONDS: '0',
    // A test asks for the same twice in a row, and need not wait.
    COOL_DOWN_SECONDS: 'off',
  };
  const config = readConfig({
    env: { ...ports, DATABASE_URL: database.url, DATA_DIR: dataDir, ADMIN_KEY: adminKey, ...env },
  });
  const sigec = await start({ config, log, clock, isDemo });
  opened.defer(() => sigec.stop());
  const running = opened.move();
  return {
    ...sigec,
    databaseUrl: database.url,
    api: apiOf((path, asked) => fetch(`${sigec.addresses.api}${path}`, asked)),
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}
