import type { IncomingMessage } from 'node:http';
import type { Config } from '#base/config.ts';
import { calledHost } from '#doors/http-server/connection.ts';

/** Which page made a browser send this request. `untold`: no browser, or one that does not say. */
export type Origin = 'ours' | 'foreign' | 'untold';

/** Cookies ignore ports, so a page of another program on this machine is foreign too: the whole origin is compared. */
export function originOf(
  request: Pick<IncomingMessage, 'headers' | 'socket'>,
  { publicUrl }: Pick<Config, 'publicUrl'>,
): Origin {
  const { headers } = request;
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'none') return site === 'same-origin' ? 'ours' : 'foreign';
  const { origin } = headers;
  if (origin === undefined) return 'untold';
  if (publicUrl !== '' && origin === new URL(publicUrl).origin) return 'ours';
  return URL.canParse(origin) && new URL(origin).host === calledHost(request) ? 'ours' : 'foreign';
}
