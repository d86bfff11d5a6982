import { systemClock } from '../../src/base/clock.ts';
import { silentLog } from '../../src/base/log.ts';
import type { Database } from '../../src/database/database.ts';
import type { Ledger } from '../../src/ledger/ledger-types.ts';
import { type Money, openMoney } from '../../src/money/open-money.ts';

/** For a business where nobody pays: there is no provider, and nothing is swept. */
export function nobodyPays({ database, ledger }: { database: Database; ledger: Ledger }): Money {
  return openMoney({
    ...{ pool: database.pool, ledger, clock: systemClock, log: silentLog },
    ...{ providers: [], everyMs: 0 },
  });
}
