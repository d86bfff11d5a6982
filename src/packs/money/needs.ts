import type { Charging } from '#charging/open-charging.ts';
import type { Money } from '#money/open-money.ts';
import type { KnownPartners } from './partners.ts';

export type MoneyPackNeeds = {
  money: Pick<Money, 'payments' | 'openItems' | 'balances' | 'transactions'>;
  charging: Pick<Charging, 'billing' | 'invoices'>;
  /** Undefined: there is no roaming. */
  partners(): KnownPartners | undefined;
};
