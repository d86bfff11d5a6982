import { useTranslation } from 'react-i18next';

const known = { charging: true, order: true, invoice: true, 'top-up': true };

/** What a payment is for, in the words of the reader. */
export function usePurpose(): (purpose: string) => string {
  const { t } = useTranslation();
  return (purpose) => (purpose in known ? t(`money.purposes.${purpose as keyof typeof known}`) : purpose);
}
