import { useTranslation } from 'react-i18next';
import { dash } from '../../parts/data-table.tsx';
import { moneyText } from '../../text/money.ts';

/** An amount in the words of the reader; nothing is shown as nothing. */
export function Sum({ amount, currency }: { amount: string | null; currency: string }) {
  const { i18n } = useTranslation();
  return amount === null || Number(amount) === 0 ? dash : moneyText(amount, currency, i18n.language);
}
