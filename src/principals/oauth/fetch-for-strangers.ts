import type { GuardedFetch } from '#base/guarded-fetch.ts';
import { Limiter } from '#base/limiter.ts';
import { OAuthError } from './oauth-error.ts';

/** How often strangers can make us ask one host for what programs say of themselves, and all hosts together. */
const perHost = { perSecond: 1 / 5, burst: 20 };
const fromAll = { perSecond: 5, burst: 50 };

/** Documents and keys of programs are asked for where anybody says they stand; so nobody makes us ask one host, or many, without end. */
export function fetchForStrangers(fetch: GuardedFetch): GuardedFetch {
  const [hosts, all] = [new Limiter(perHost), new Limiter(fromAll, { maxNames: 1 })];
  return async (url, asked) => {
    const host = URL.canParse(url) ? new URL(url).host : '';
    // The host first: whoever asks for one again and again takes nothing from the others.
    if (hosts.take(host) && all.take('')) return fetch(url, asked);
    throw new OAuthError('temporarily_unavailable', 'Documents of programs were asked for too often; try again soon.');
  };
}
