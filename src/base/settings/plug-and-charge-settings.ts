import { count, file, oneOf, secret, text, url } from './setting-kinds.ts';

/** Contracts of vehicles (ISO 15118). */
export const plugAndChargeSettings = {
  contractRoots: file(
    'CONTRACT_ROOTS',
    'A PEM file of the roots of contract certificates (ISO 15118) that are trusted beside our own authority of contracts; absent: that one alone.',
  ),
  contractRevocation: oneOf(
    'CONTRACT_REVOCATION',
    ['strict', 'lenient'],
    'Whether a contract is refused when nobody answers whether its certificate was revoked (strict), or accepted (lenient). What was revoked is refused in any case.',
  ),
  emaidPrefix: {
    ...text(
      'EMAID_PREFIX',
      'BRSIG',
      'With which country and provider the eMAIDs of our own contracts begin, such as BRSIG.',
    ),
    read: (given: string) => (/^[A-Z]{2}[A-Z0-9]{3}$/.test(given) ? given : undefined),
    accepts: 'two capitals of a country and three characters of a provider',
  },
  contractPoolUrl: url(
    'CONTRACT_POOL_URL',
    'Where a contract pool of others takes the requests of vehicles (Open Plug & Charge); absent: the contracts of this installation.',
    ['https', 'http'],
  ),
  contractPoolToken: secret(
    'CONTRACT_POOL_TOKEN',
    'What we are known by at CONTRACT_POOL_URL, sent as a bearer token.',
  ),
  contractPoolApiKey: secret('CONTRACT_POOL_API_KEY', 'What we are known by at CONTRACT_POOL_URL, sent as X-API-Key.'),
  contractPoolSeconds: count(
    'CONTRACT_POOL_SECONDS',
    15,
    'How long CONTRACT_POOL_URL may take to answer; vehicles wait no longer than half a minute.',
  ),
};
