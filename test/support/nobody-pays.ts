import { systemClock } from '../../src/base/clock.ts';
import { silentLog } from '../../src/base/log.ts';
import type { Database } from '../../src/database/database.ts';
import type { Ledger } from '../../src/ledger/ledger-types.ts';
import { type Money, openMoney } from '../../src/money/open-money.ts';
import type { PaymentProvider } from '../../src/money/providers/payment-provider.ts';

type Given = {
  database: Pick<Database, 'pool'>;
  ledger: Ledger;
  providers?: readonly PaymentProvider[] | undefined;
};

/** For a business where nobody pays unless a provider is given; nothing is swept. */
export function nobodyPays({ database, ledger, providers = [] }: Given): Money {
  return openMoney({
    pool: database.pool,
    ledger,
    clock: systemClock,
    log: silentLog,
    providers,
    everyMs: 0,
  });
}
