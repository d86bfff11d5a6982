import { systemApi } from '#contract/api/system.ts';
import { openApi } from './api.ts';
import { ifAllowed } from './find-named.ts';
import { isServerNamed, reachableAddress } from './own-server.ts';
import { localUrl } from './server-address.ts';
import type { Terminal } from './terminal.ts';

/** Where simulated stations connect: as told, else as the system that SIGEC_URL names says, else by this machine's settings. */
export async function stationUrl(terminal: Terminal, given: string | undefined): Promise<string> {
  if (given !== undefined) return given;
  if (!isServerNamed(terminal, {})) return localUrl(terminal, 'ocpp');
  const api = openApi(terminal, {});
  const about = await ifAllowed(api.call(systemApi.about), null); // without a key: at its host, by the port of our settings
  return reachableAddress(about?.addresses.ocpp ?? localUrl(terminal, 'ocpp'), new URL(api.url)).replace(/\/$/, '');
}
