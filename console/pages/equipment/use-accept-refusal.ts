import { useTranslation } from 'react-i18next';
import { usePrincipal } from '../../live/principal.ts';
import type { WhyNotAccept } from './why-not-accept.ts';

/** Says in a sentence why a station cannot be accepted. */
export function useAcceptRefusal(): (reason: WhyNotAccept) => string {
  const { t } = useTranslation();
  const principal = usePrincipal();
  return (reason) => t(`pending.whyNot.${reason}`, { role: t(`role.${principal?.role ?? 'viewer'}`) });
}
