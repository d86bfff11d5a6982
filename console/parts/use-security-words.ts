import { useTranslation } from 'react-i18next';
import type { AttentionItem } from '#contract/attention.ts';
import { isKnownWord } from './known-word.ts';

type Certificate = Pick<Extract<AttentionItem, { kind: 'certificate' }>, 'stationId' | 'purpose'>;

/** Security events and purposes of certificates in the reader's words; those of a vendor stay as they came. */
export function useSecurityWords() {
  const { t } = useTranslation();
  return {
    event: (type: string) => (isKnownWord('security.event', type) ? t(`security.event.${type}`) : type),
    /** What a certificate is for: an authority of ours, what a station shows, or what it trusts. */
    purpose({ stationId, purpose }: Certificate): string {
      if (stationId === null)
        return isKnownWord('security.authority', purpose) ? t(`security.authority.${purpose}`) : purpose;
      if (isKnownWord('security.issued', purpose)) return t(`security.issued.${purpose}`);
      if (!isKnownWord('stationSecurity.purpose', purpose)) return purpose;
      return t('security.trusted', { purpose: t(`stationSecurity.purpose.${purpose}`) });
    },
  };
}
