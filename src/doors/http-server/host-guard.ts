import type { IncomingMessage } from 'node:http';
import type { Config } from '#base/config.ts';
import { isOurHost } from '#base/hosts.ts';
import { calledHost } from './connection.ts';

export type HostGuard = (request: IncomingMessage) => 'allowed' | 'foreign-host' | 'foreign-origin';

/** Lets in who addresses us by a name of ours, from no web page or one of ours. */
export function hostGuard(config: Pick<Config, 'host' | 'publicUrl' | 'allowedHosts'>): HostGuard {
  return (request) => {
    const { origin } = request.headers;
    if (!isOurHost(calledHost(request), config)) return 'foreign-host';
    if (origin === undefined) return 'allowed';
    const isOurs = URL.canParse(origin) && isOurHost(new URL(origin).host, config);
    return isOurs ? 'allowed' : 'foreign-origin';
  };
}
