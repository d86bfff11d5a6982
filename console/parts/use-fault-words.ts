import { useTranslation } from 'react-i18next';
import { isKnownWord } from './known-word.ts';

/** Why a connector does not work: the error codes of OCPP in the reader's words; what the station wrote beside them stays as it is. */
export function useFaultWords(): (reason: string) => string {
  const { t } = useTranslation();
  return (reason) => {
    const code = /^\w+/.exec(reason)?.[0] ?? '';
    return isKnownWord('fault', code) ? t(`fault.${code}`) + reason.slice(code.length) : reason;
  };
}
