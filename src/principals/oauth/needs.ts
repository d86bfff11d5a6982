import type { Cache } from '#base/cache.ts';
import type { Log } from '#base/log.ts';
import type { Ledger } from '#ledger/ledger-types.ts';
import type { KeyNeeds } from '../authenticate.ts';
import type { TokenRecord } from './grant-store.ts';

export type OAuthNeeds = KeyNeeds & {
  ledger: Ledger;
  log: Log;
  /** By their hashes in hex. */
  tokens: Cache<TokenRecord | undefined>;
};
