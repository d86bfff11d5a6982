import type { Pool } from 'pg';
import type { Clock } from '#base/clock.ts';
import type { Duty } from '#base/every.ts';
import type { GuardedFetch } from '#base/guarded-fetch.ts';
import type { Log } from '#base/log.ts';
import type { Sentence } from '#contract/problems/problem-words.ts';
import type { Ledger } from '#ledger/ledger-types.ts';
import type { Sessions } from '../../sessions/open-sessions.ts';
import type { Sites } from '../../sites/open-sites.ts';
import type { Subscribe } from './meters/keep-meters.ts';

/** What the inputs of all sites stand on. */
export type InputNeeds = Duty & {
  pool: Pool;
  ledger: Ledger;
  clock: Clock;
  log: Log;
  sites: Pick<Sites, 'get' | 'clockAt' | 'placeOf'>;
  sessions: Pick<Sessions, 'get' | 'find'>;
  /** Hears topics of the broker where meters of sites publish; absent: there is none. */
  subscribeToMeters?: Subscribe | undefined;
  /** What is wrong with what the grid operator wants of a site; absent: nobody is asked. */
  warningsOfGrid?: ((siteId: string) => Sentence[]) | undefined;
  /** Hosts of prices that may be asked although they stand in a private network. */
  priceHosts?: readonly string[] | undefined;
  /** How files of prices are had; absent: over https on the open net, and from those hosts. */
  fetchPrices?: GuardedFetch | undefined;
};

/** With whom the planner hears from that a site has changed. */
export type BoundInputs = InputNeeds & { changed(siteId: string): void };
