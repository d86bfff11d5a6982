import type { IncomingHttpHeaders } from 'node:http';
import type { Config } from '#base/config.ts';

/** Which page made a browser send this request. `untold`: no browser, or one that does not say. */
export type Origin = 'ours' | 'foreign' | 'untold';

/** Cookies ignore ports, so a page of another program on this machine is foreign too: the whole origin is compared. */
export function originOf(headers: IncomingHttpHeaders, { publicUrl }: Pick<Config, 'publicUrl'>): Origin {
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'none') return site === 'same-origin' ? 'ours' : 'foreign';
  const { origin, host } = headers;
  if (origin === undefined) return 'untold';
  if (publicUrl !== '' && origin === new URL(publicUrl).origin) return 'ours';
  return URL.canParse(origin) && new URL(origin).host === host ? 'ours' : 'foreign';
}
